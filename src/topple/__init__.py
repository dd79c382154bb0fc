"""Topple: a testbed for physical reasoning."""


def __getattr__(name: str) -> str:
    """Look the version up only when asked: it costs more than the rest of the import."""
    if name == "__version__":
        from importlib.metadata import version

        return version("topple")
    raise AttributeError(f"module 'topple' has no attribute {name!r}")
