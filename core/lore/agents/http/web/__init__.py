"""`lore serve --web`: the app in a tab of a browser, for the person whose terminal started it.

`door` says who may come in, `process` runs the app of one tab, `application` joins the two, `page` is what the browser
is shown.
"""
