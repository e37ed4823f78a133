"""`lore serve`: the actions over HTTP on this machine, and the app in a browser.

`routes` lists what there is, `guard` who is let in, `application` answers, `listening` runs it. What comes in here is
an agent's word, whoever started the server; only the app in a browser, in `web`, has a person in front of it.
"""
