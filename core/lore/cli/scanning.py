"""The option of everything that takes in what others stored: a second look for secrets."""

import click

scan_option = click.option(
    "--scan", is_flag=True, help="Leave out what a second scanner flags as a secret (kingfisher, detect-secrets)."
)
