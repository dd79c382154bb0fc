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
    """Return the mean negative log likelihood of right answers."""
    policy.eval()
    found = []
    for some in torch.arange(len(data.count), device=data.count.device).split(batch):
        memory = remember(policy, data, some)
        own = data.count[some]
        place = torch.arange(len(some), device=some.device).repeat_interleave(own)
        # The answers of questions in order lie one after another.
        begin = int(data.first[some[0]])
        rows = torch.arange(begin, begin + len(place), device=some.device)
        lost = torch.zeros(len(some), device=some.device)
        for part in torch.arange(len(place), device=some.device).split(4 * batch):
            at, answers = place[part], data.answers[rows[part]]
            logits, _ = policy.next_bytes(memory[at], answers[:, :-1])
            lost.index_add_(0, at, loss_of(logits, answers))
        found.append(lost / own)
    policy.train()
    return float(torch.cat(found).mean())


@dataclass
class Training:
    """A policy with its optimiser, how far it is, and its best loss on dev tasks so far."""

    policy: Policy
    data: Lessons
    dev: Lessons | None
    args: argparse.Namespace
    device: str
    step: int = 0
    spent: float = 0.0  # seconds
    best: float = math.inf
    loss: float = math.nan

    def __post_init__(self) -> None:
        self.rule = torch.optim.AdamW(self.policy.parameters(), self.args.rate, weight_decay=0.05)
        self.state = self.args.out / "state.pt"

    @property
    def share(self) -> float:
        """How much of the training is done, from 0 to 1."""
        steps, seconds = self.args.steps, self.args.seconds
        return self.step / steps if steps else self.spent / seconds

    def resume(self) -> None:
        """Continue from the state on disk, if there is one."""
        if not self.state.exists():
            return
        found = torch.load(self.state, map_location=self.device, weights_only=True)
        self.policy.load_state_dict(found["policy"])
        self.rule.load_state_dict(found["rule"])
        self.step, self.spent, self.best = found["step"], found["spent"], found["best"]
        torch.set_rng_state(found["dice"].cpu())
        if self.device == "cuda":
            torch.cuda.set_rng_state(found["gpu_dice"].cpu())

    def keep(self) -> None:
        """Write the state, and the weights if they are the best so far."""
        lost = grade(self.policy, self.dev, self.args.batch) if self.dev else 0.0
        if lost <= self.best:
            self.best = lost
            self.policy.save(self.args.out / "student.pt")
        found = {"policy": self.policy.state_dict(), "rule": self.rule.state_dict()}
        found |= {"step": self.step, "spent": self.spent, "best": self.best}
        found["dice"] = torch.get_rng_state()
        if self.device == "cuda":
            found["gpu_dice"] = torch.cuda.get_rng_state()
        # A kill leaves the old state or the new one.
        half = self.state.with_suffix(".new")
        torch.save(found, half)
        half.replace(self.state)
        words = f", on dev {lost:.3f} (best {self.best:.3f})" if self.dev else ""
        print(f"step {self.step:,}, {self.spent:.0f} s, loss {self.loss:.3f}{words}", flush=True)

    def learn(self) -> Tensor:
        """Learn from one batch; return its loss."""
        args, data = self.args, self.data
        warm = min(1.0, (self.step + 1) / 100)
        for group in self.rule.param_groups:
            group["lr"] = args.rate * warm * (1 + math.cos(math.pi * min(1, self.share))) / 2
        chosen = torch.randint(len(data.count), (args.batch,)).to(self.device)
        taken = (torch.rand(args.batch).to(self.device) * data.count[chosen]).long()
        answers = data.answers[data.first[chosen] + taken]
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            memory = remember(self.policy, data, chosen, shift=True)
        logits, _ = self.policy.next_bytes(memory.float(), answers[:, :-1])
        loss = loss_of(logits, answers).mean()
        self.rule.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), 1.0)
        self.rule.step()
        self.step += 1
        return loss

    def run(self) -> None:
        """Train until the time or the steps are over."""
        begun = saved = time.monotonic()
        before = self.spent
        while self.share < 1:
            loss = self.learn()
            self.spent = before + time.monotonic() - begun
            over = self.share >= 1
            if over or time.monotonic() - saved >= self.args.save:
                self.loss = loss.item()
                self.keep()
                saved = time.monotonic()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, action="append", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=150.0)
    parser.add_argument("--steps", type=int, help="instead of --seconds: the same on any machine")
    parser.add_argument("--width", type=int, default=192)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--side", type=int, default=128, help="pixels per side of a picture")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--dropout", type=float, default=0.2)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--save", type=float, default=20.0, help="seconds between saved states")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def main() -> None:
    args = arguments()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    data, dev = (load(args.data, part, args.side) for part in ("train", "dev"))
    if data is None:
        raise SystemExit(f"no lessons in {', '.join(map(str, args.data))}")
    policy = Policy(args.width, args.layers, args.side, args.dropout).to(device)
    weights = sum(each.numel() for each in policy.parameters())
    print(f"{weights:,} weights, {len(data.count):,} questions on {device}", flush=True)
    training = Training(policy, data.to(device), dev and dev.to(device), args, device)
    training.resume()
    training.run()
    print(f"{args.out / 'student.pt'}: {(args.out / 'student.pt').stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
