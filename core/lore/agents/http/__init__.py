"""`lore serve`: the actions over HTTP on this machine.

`routes` lists what there is, `guard` who is let in, `application` answers, `listening` runs it. What comes in here is
an agent's word, whoever started the server.
"""
