"""What answers cost: cached tokens, counts that cannot be true, and runs that load all the same."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest
from endpoint import Endpoint
from inspect_ai.model import ModelUsage

from topple.cli.main import main
from topple.prompting.question import Question
from topple.runs.load import load
from topple.runs.turns import count_asked, read_turns
from topple.vlm.evaluate import Ended, Running, evaluate_model
from topple.vlm.money import Price, Tokens, bill
from topple.vlm.options import usual_setup
from topple.vlm.plan_questions import plan_of

# Of 1,000 tokens 600 were read from the cache and 300 written to it; 500 were the answer.
CACHED = {
    "prompt_tokens": 1000,
    "completion_tokens": 500,
    "total_tokens": 1500,
    "prompt_tokens_details": {"cached_tokens": 600, "cache_write_tokens": 300},
}
KNOWN = Price(2.5, 10.0, 0.25, 3.0)
EXACT = (100 * 2.5 + 600 * 0.25 + 300 * 3.0 + 500 * 10.0) / 1e6
UPPER = (100 * 2.5 + 600 * 2.5 + 300 * 2 * 2.5 + 500 * 10.0) / 1e6
# Each was sent by some server, or could be.
UNTRUE: tuple[Any, ...] = (
    {"prompt_tokens": -1000, "completion_tokens": -50, "total_tokens": -1050},
    {"prompt_tokens": 10**30, "completion_tokens": 20, "total_tokens": 10**30},
    {"prompt_tokens": "many", "completion_tokens": "few", "total_tokens": "lots"},
    {"prompt_tokens": 100, "completion_tokens": None, "total_tokens": 100},
    {**CACHED, "prompt_tokens_details": {"cached_tokens": 5000}},
    {**CACHED, "prompt_tokens_details": {"cached_tokens": "all"}},
    {**CACHED, "prompt_tokens_details": [1]},
    [1000, 20],
    {},
)
ASKED = Question("", "x" * 400, ())


def ask(folder: Path, endpoint: Endpoint, limit: int, **more: Any) -> Ended:
    plan = plan_of(
        "ladder-phyre",
        usual_setup("ladder-phyre"),
        "test",
        limit=limit,
        options={"max_tokens": 100},
    )
    return evaluate_model(plan, folder, Running(base_url=endpoint.url, retries=0, **more))


def cached(said: dict[str, Any]) -> dict[str, Any]:
    return {**said, "usage": CACHED}


def test_cached_tokens_cost_what_their_provider_asks(tmp_path: Path) -> None:
    with Endpoint(answer=lambda digest: "A", check=lambda *_: 0, change=cached) as endpoint:
        ended = ask(tmp_path, endpoint, 4, price=KNOWN)
    assert (ended.finished, ended.unpriced, ended.uncounted) == (True, 0, 0)
    run = load(tmp_path).results
    assert run.tokens.tolist() == [1500] * 4
    assert run.cost_usd.tolist() == pytest.approx([EXACT] * 4)
    spent = [turn["spent"] for turn in read_turns(tmp_path)]
    assert {(own["tokens_in"], own["cache_read"], own["cache_write"]) for own in spent} == {
        (1000, 600, 300)
    }
    assert count_asked(tmp_path).cost_usd == pytest.approx(4 * EXACT)


def test_a_cache_without_a_price_costs_an_upper_estimate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Endpoint(answer=lambda digest: "A", check=lambda *_: 0, change=cached) as endpoint:
        command = ["eval", "ladder-phyre", "--model", "m", "--base-url", endpoint.url]
        command += ["--limit", "9", "--concurrency", "1", "--price", "2.5", "10"]
        # Six answers; seven of these prices, or eight without the cache, would be within it.
        assert main([*command, "--spend", str(5.5 * UPPER), "--out", str(tmp_path / "run")]) == 1
        said = capsys.readouterr().err
        assert main([*command, "--cache-price", "0.25", "3", "--out", str(tmp_path / "all")]) == 0
        assert "its price is not known" not in capsys.readouterr().err
    assert "6 answers used the provider's cache, and its price is not known" in said
    assert load(tmp_path / "run").results.cost_usd.tolist() == pytest.approx([UPPER] * 6)
    assert load(tmp_path / "all").results.cost_usd.sum() == pytest.approx(9 * EXACT)


def test_a_price_of_the_cache_alone_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "ladder-phyre", "--model", "a/m", "--cache-price", "1", "2"]) == 2
    assert "--cache-price has an effect with --price only" in capsys.readouterr().err


def test_counts_that_cannot_be_true_lose_no_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    number = count()

    def untrue(said: dict[str, Any]) -> dict[str, Any]:
        return {**said, "usage": UNTRUE[next(number) % len(UNTRUE)]}

    command = ["eval", "ladder-phyre", "--model", "m", "--limit", str(len(UNTRUE))]
    command += ["--price", "2.5", "10", "--max-tokens", "100", "--out", str(tmp_path)]
    with Endpoint(answer=lambda digest: "A", check=lambda *_: 0, change=untrue) as endpoint:
        assert main([*command, "--base-url", endpoint.url]) == 0
    said = capsys.readouterr().err
    assert f"{len(UNTRUE)} answers came without a usable count of tokens" in said
    run = load(tmp_path)
    assert run.finished
    assert run.results.tokens.tolist() == [0] * len(UNTRUE)
    assert (run.results.cost_usd > 100 * 10 / 1e6).all(), "an upper estimate"


def test_a_cost_that_the_provider_states_is_believed_if_its_count_is() -> None:
    stated = ModelUsage(input_tokens=100, output_tokens=10, total_tokens=110, total_cost=0.5)
    assert bill(stated, ASKED, KNOWN, 100).cost_usd == 0.5
    for odd in (-1.0, float("nan"), float("inf")):
        own = bill(stated.model_copy(update={"total_cost": odd}), ASKED, KNOWN, 100)
        assert own.cost_usd == pytest.approx(KNOWN.cost(100, 10))
    untrue = stated.model_copy(update={"input_tokens": -100})
    assert bill(untrue, ASKED, KNOWN, 100).uncounted
    assert bill(untrue, ASKED, None, 100).cost_usd == 0


def test_all_that_was_read_counts_where_everything_comes_from_a_cache() -> None:
    usage = ModelUsage(input_tokens=0, output_tokens=7, input_tokens_cache_read=50)
    assert Tokens.counted(usage) == Tokens(0, 50, 0, 7)
