"""Random draws."""

from __future__ import annotations

import hashlib

import numpy as np

from topple.tasks.draw import _FAR_OUT, Gauss, Restarted, choose, generator, normals

DRAWN = 100_000
LAST_BIT = 2.0**-52


def test_normal_numbers_are_those_of_numpy_also_far_out() -> None:
    ours, theirs = generator("normal"), generator("normal")
    drawn, expected = normals(ours, DRAWN), theirs.standard_normal(DRAWN).tolist()
    far = [pair for pair in zip(drawn, expected, strict=True) if abs(pair[1]) > _FAR_OUT]
    assert len(far) > 10
    assert all(abs(one - other) <= LAST_BIT * abs(other) for one, other in far)
    assert sum(one != other for one, other in zip(drawn, expected, strict=True)) <= len(far)
    # Both have used the same number of bits.
    assert ours.random() == theirs.random()


def test_normal_numbers_of_a_random_state_are_those_of_numpy() -> None:
    ours, theirs = np.random.RandomState(5), np.random.RandomState(5)
    gauss = Gauss(ours)
    for number in range(20_000):
        if number % 3 == 0:  # other draws leave the number that is kept
            assert ours.uniform() == theirs.uniform()
        found, expected = gauss(), theirs.normal()
        # The C library may round its logarithm the other way.
        assert abs(found - expected) <= LAST_BIT * abs(expected)
    assert ours.random_sample() == theirs.random_sample()


def test_a_weighted_choice_is_that_of_numpy() -> None:
    for number in range(500):
        ours, theirs = generator("choice", number), generator("choice", number)
        weights = generator("weights", number).random(1 + number % 7)
        for _ in range(5):
            expected = int(theirs.choice(len(weights), p=weights / weights.sum()))
            assert choose(ours, weights.tolist()) == expected


def test_a_generator_draws_what_its_key_says() -> None:
    words = np.frombuffer(hashlib.sha256(b"pool\x1f7").digest()[:16], np.uint64)
    ours, theirs = generator("pool", 7), np.random.Generator(np.random.Philox(key=words))
    assert ours.random(9).tolist() == theirs.random(9).tolist()
    assert ours.standard_normal(9).tolist() == theirs.standard_normal(9).tolist()
    assert ours.integers(0, 50, 9).tolist() == theirs.integers(0, 50, 9).tolist()


def test_a_restarted_generator_draws_as_a_new_one() -> None:
    restarted = Restarted()
    for number in range(50):
        ours, theirs = restarted("pool", number), generator("pool", number)
        # An odd number of 32-bit draws leaves half a word behind, which the next key must not see.
        few = 1 + number % 4
        words = [
            rng.integers(1 << 20, size=few, dtype=np.uint32).tolist() for rng in (ours, theirs)
        ]
        assert words[0] == words[1]
        assert ours.random(few).tolist() == theirs.random(few).tolist()
        assert normals(ours, few) == normals(theirs, few)
