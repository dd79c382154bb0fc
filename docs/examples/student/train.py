"""Train the policy on what `topple export --train conversations` wrote.

python train.py --data FOLDER [--data FOLDER ...] --out FOLDER --seconds 150

Run the same command again to continue after a stop; --seconds counts all of it. The weights that
do best on dev tasks are kept in OUT/student.pt. `--pack FILE.npz` writes all lessons into one small
file instead, which `--data` takes on the machine that trains.
"""

import argparse
import math
import time
from dataclasses import dataclass
from pathlib import Path

import torch
from lessons import Lessons, load, pack
from policy import NONE, Policy, loss_of
from torch import Tensor

SHIFT = 2  # pixels by which pictures are moved at random


def remember(policy: Policy, data: Lessons, chosen: Tensor, shift: bool = False) -> Tensor:
    """Return the tokens of some questions; each text is read once."""
    texts, which = data.text[chosen].unique(return_inverse=True)
    shown = data.shown[chosen]
    there = shown != NONE
    pictures = data.pictures[shown[there]]
    if shift:
        moves = torch.randint(-SHIFT, SHIFT + 1, (2,)).tolist()
        pictures = pictures.roll(moves, (-2, -1))
    shown[there] = torch.arange(len(pictures), device=shown.device)
    return policy.remember(pictures, shown, data.texts[texts].int(), which)


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
            at, answers = place[part], data.answers[rows[part]].long()
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
        answers = data.answers[data.first[chosen] + taken].long()
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
    made = parser.add_mutually_exclusive_group(required=True)
    made.add_argument("--out", type=Path, help="folder of the weights")
    made.add_argument("--pack", type=Path, metavar="FILE.npz", help="write the lessons and stop")
    parser.add_argument(
        "--dev",
        type=float,
        default=0.05,
        help="share of tasks to choose weights by where there are no dev tasks",
    )
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
    found = load(args.data, args.side, args.dev)
    data, dev = found.get("train"), found.get("dev")
    if data is None:
        raise SystemExit(f"no lessons in {', '.join(map(str, args.data))}")
    if args.pack:
        pack(found, args.pack)
        print(f"{args.pack}: {args.pack.stat().st_size:,} bytes")
        return
    args.out.mkdir(parents=True, exist_ok=True)
    policy = Policy(args.width, args.layers, args.side, args.dropout).to(device)
    weights = sum(each.numel() for each in policy.parameters())
    print(f"{weights:,} weights, {len(data.count):,} questions on {device}", flush=True)
    training = Training(policy, data.to(device), dev and dev.to(device), args, device)
    training.resume()
    training.run()
    print(f"{args.out / 'student.pt'}: {(args.out / 'student.pt').stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
