"""Train the policy on what `topple export --train conversations` wrote.

python train.py --data FOLDER [--data FOLDER ...] --out FOLDER --seconds 150

Run the same command again to continue after a stop; --seconds counts all of it. The weights that
do best on dev tasks are kept in OUT/student.pt.
"""

import argparse
import json
import math
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from policy import ANSWER, Policy, answer_of, loss_of, pictures_of, text_of, words_of
from torch import Tensor

SHIFT = 2  # pixels by which pictures are moved at random


@dataclass
class Lessons:
    """Questions: pictures, the place of their text, and their right answers."""

    pictures: Tensor  # questions x pictures x 3 x side x side
    text: Tensor  # questions: index into `texts`
    texts: Tensor
    answers: Tensor  # all answers in order
    first: Tensor  # questions: where the answers of each begin
    count: Tensor  # questions: how many answers each has

    def to(self, device: str) -> "Lessons":
        return Lessons(*(value.to(device) for value in vars(self).values()))


def load(folders: list[Path], part: str, side: int) -> Lessons | None:
    """Read the lessons of a part; questions that are asked several times become one."""
    answers: dict[tuple[str, tuple[Path, ...]], list[str]] = {}
    for folder in folders:
        file = folder / f"{part}.jsonl"
        for line in file.read_text().splitlines() if file.exists() else ():
            row = json.loads(line)
            said = row["conversations"]
            text = words_of(said[0]["value"], said[-2]["value"])
            key = text, tuple(folder / name for name in row["images"])
            answers.setdefault(key, []).append(said[-1]["value"])
    if not answers:
        return None
    texts = {text: i for i, text in enumerate(dict.fromkeys(text for text, _ in answers))}
    count = torch.tensor([len(own) for own in answers.values()])
    most = max(len(paths) for _, paths in answers)
    pictures = [
        pictures_of([path.read_bytes() for path in paths], side, most) for _, paths in answers
    ]
    every = [answer_of(words) for own in answers.values() for words in own]
    longest = max(len(words.encode()) for own in answers.values() for words in own)
    return Lessons(
        torch.from_numpy(np.stack(pictures)),
        torch.tensor([texts[text] for text, _ in answers]),
        torch.from_numpy(np.stack([text_of(text) for text in texts])).int(),
        torch.from_numpy(np.stack(every))[:, : min(longest, ANSWER - 1) + 2],
        count.cumsum(0) - count,
        count,
    )


def remember(policy: Policy, data: Lessons, chosen: Tensor, shift: bool = False) -> Tensor:
    """Return the tokens of some questions; each text is read once."""
    texts, which = data.text[chosen].unique(return_inverse=True)
    pictures = data.pictures[chosen]
    if shift:
        moves = torch.randint(-SHIFT, SHIFT + 1, (2,)).tolist()
        pictures = pictures.roll(moves, (-2, -1))
    return policy.remember(pictures, data.texts[texts], which)


@torch.no_grad()
def grade(policy: Policy, data: Lessons, batch: int) -> float:
    """Return the mean probability of a right answer."""
    policy.eval()
    found = []
    for some in torch.arange(len(data.count), device=data.count.device).split(batch):
        memory = remember(policy, data, some)
        own = data.count[some]
        place = torch.arange(len(some), device=some.device).repeat_interleave(own)
        # The answers of questions in order lie one after another.
        begin = int(data.first[some[0]])
        rows = torch.arange(begin, begin + len(place), device=some.device)
        right = torch.zeros(len(some), device=some.device)
        for part in torch.arange(len(place), device=some.device).split(4 * batch):
            at, answers = place[part], data.answers[rows[part]]
            logits, _ = policy.next_bytes(memory[at], answers[:, :-1])
            right.index_add_(0, at, (-loss_of(logits, answers)).exp())
        found.append(right)
    policy.train()
    return float(torch.cat(found).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, action="append", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=150.0)
    parser.add_argument("--steps", type=int, help="instead of --seconds: the same on any machine")
    parser.add_argument("--width", type=int, default=192)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--side", type=int, default=128, help="pixels per side of a picture")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--save", type=float, default=20.0, help="seconds between saved states")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    data, dev = (load(args.data, part, args.side) for part in ("train", "dev"))
    if data is None:
        raise SystemExit(f"no lessons in {', '.join(map(str, args.data))}")
    data, dev = data.to(device), dev.to(device) if dev else None
    policy = Policy(args.width, args.layers, args.side).to(device)
    print(f"{sum(p.numel() for p in policy.parameters()):,} weights, {len(data.count):,} questions")
    rule = torch.optim.AdamW(policy.parameters(), args.rate, weight_decay=0.05)
    step, spent, best = 0, 0.0, -1.0
    state = args.out / "state.pt"
    if state.exists():
        found = torch.load(state, map_location=device, weights_only=True)
        policy.load_state_dict(found["policy"])
        rule.load_state_dict(found["rule"])
        step, spent, best = found["step"], found["spent"], found["best"]
        torch.set_rng_state(found["dice"].cpu())
        if device == "cuda":
            torch.cuda.set_rng_state(found["gpu_dice"].cpu())

    def keep() -> None:
        """Write the state, and the weights if they are the best so far."""
        nonlocal best
        share = grade(policy, dev, args.batch) if dev else math.inf
        if share >= best:
            best = share
            policy.save(args.out / "student.pt")
        dice = {"dice": torch.get_rng_state()}
        if device == "cuda":
            dice["gpu_dice"] = torch.cuda.get_rng_state()
        kept = {"policy": policy.state_dict(), "rule": rule.state_dict(), "step": step}
        half = state.with_suffix(".new")
        torch.save({**kept, "spent": spent, "best": best, **dice}, half)
        half.replace(state)
        right = f", right on dev {100 * share:.1f} % (best {100 * best:.1f} %)" if dev else ""
        print(f"step {step:,}, {spent:.0f} s{right}", flush=True)

    begun = saved = time.monotonic()
    before = spent
    while (step / args.steps if args.steps else spent / args.seconds) < 1:
        share = step / args.steps if args.steps else spent / args.seconds
        for group in rule.param_groups:
            group["lr"] = (
                args.rate * min(1.0, (step + 1) / 100) * (1 + math.cos(math.pi * share)) / 2
            )
        chosen = torch.randint(len(data.count), (args.batch,)).to(device)
        taken = (torch.rand(args.batch).to(device) * data.count[chosen]).long()
        answers = data.answers[data.first[chosen] + taken]
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            memory = remember(policy, data, chosen, shift=True)
            logits, _ = policy.next_bytes(memory, answers[:, :-1])
        loss = loss_of(logits.float(), answers).mean()
        rule.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        rule.step()
        step += 1
        spent = before + time.monotonic() - begun
        if time.monotonic() - saved >= args.save:
            keep()
            saved = time.monotonic()
    keep()
    print(f"{args.out / 'student.pt'}: {(args.out / 'student.pt').stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
