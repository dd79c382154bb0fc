"""Runs of baselines and stored ends, for the pages of worlds."""

from __future__ import annotations

from collections.abc import Sequence

from tools.docs.pages._learner_curves import keep, picture, read
from tools.docs.played import MODELS, ROOT, RUNS
from tools.docs.tables import table
from topple.progress import Bar
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.protocols.references import references, stored_name
from topple.runs.folder import FINISHED
from topple.runs.load import Run, load
from topple.vlm.direct import play_directly
from topple.vlm.options import usual_form
from topple.vlm.plan import ModelPlan


def baseline_runs(name: str, baseline: str, count: int, *, play: bool) -> list[Run]:
    """Return the first runs of a baseline that are finished; play those missing if asked to."""
    rules, folder = protocol(name), RUNS / name
    setup = Setup(usual_form(name), history="none", classic=bool(rules.classic_of))
    paths = [folder / f"{baseline}-unasked-{seed}" for seed in range(count)]
    with Bar(f"{name} {baseline}", "runs") as bar:
        for seed, path in enumerate(paths if play else ()):
            plan = ModelPlan(rules, setup, f"topple/{baseline}", rules.folds, seed)
            play_directly(plan, path, unasked=True)
            bar.update(seed + 1, count)
    return [load(path) for path in paths if (path / FINISHED).exists()]


def ends(names: Sequence[str]) -> str:
    """Return a table of the stored floors and ceilings of protocols."""
    rows = []
    for name in names:
        rules = protocol(name)
        form = usual_form(name) if rules.for_models else ""
        found = references(stored_name(name, form), rules.version, "test")
        assert found is not None, f"{name} has no stored references"
        for end, each in (("floor", found.floor), (found.ceiling.words, found.ceiling)):
            figures = (
                f"{title} {100 * each.mean(rules.folds, title):.1f}" for title in each.figures
            )
            rows.append((f"`{name}`", end, f"`{each.agent}`", ", ".join(figures)))
    return table(("protocol", "", "player", "in per cent, mean over folds"), rows, left=range(4))


def curves(world: str) -> str:
    """Draw the training curves of a world, new ones from `out/models/WORLD`; return their line."""
    folder = ROOT / "docs" / "results" / world
    if (MODELS / world).exists():
        folder.mkdir(exist_ok=True)
        keep(MODELS / world, folder)
    found = {path.stem: read(path) for path in sorted(folder.glob("*.jsonl"))}
    (folder / "curves.svg").write_text(picture({"practice games that were solved": found}))
    return f"![Share of practice games solved against minutes of training]({world}/curves.svg)\n\n"
