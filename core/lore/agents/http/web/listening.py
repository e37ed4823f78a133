"""x"""


def serve_app(port: int, a: object, b: object) -> None:
    """x"""
