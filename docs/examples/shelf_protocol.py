"""A protocol over tasks of your own template: twenty attempts at each of ten tasks."""

from pathlib import Path

from topple.tasks.protocol import Protocol, Split
from topple.worlds import find_template

SHELF = find_template(str(Path(__file__).with_name("shelf_to_jar.py")))
TRAIN = tuple(str(SHELF.task(index)) for index in range(1010, 1020))
TEST = tuple(str(SHELF.task(index)) for index in range(1000, 1010))

PROTOCOL = Protocol(
    "shelf",
    "Tasks of one template, after practice on others of it.",
    "phyre",
    folds=(0,),
    split=lambda fold: Split(TRAIN, (), TEST),
    attempts=20,
)
