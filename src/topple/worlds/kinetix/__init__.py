"""World `kinetix`: motors and thrusters bring the green body to the blue one."""

__all__: list[str] = []  # `topple.task` and `topple.simulate` are all that most programs need


def __dir__() -> list[str]:
    return __all__
