"""One module per screen. A screen asks the gateway, paints the answer and turns keys into jobs."""
