"""Pool: strike the cue ball so that the right balls fall, stop and meet."""

__all__: list[str] = []  # `topple.task` and `topple.simulate` are all that most programs need


def __dir__() -> list[str]:
    return __all__
