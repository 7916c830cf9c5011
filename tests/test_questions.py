"""Questions that depend on each other: the answers are those of the whole system, in any order."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from snarl.facts.questions import Questions

Rule = tuple[bool, list[list[int]]]
"""Whether a question can be yes at all, and of each of some lists of others one must be yes."""


def _random_rules(rng: random.Random) -> list[Rule]:
    count = rng.randrange(1, 12)
    return [
        (
            rng.random() > 0.2,
            [rng.choices(range(count), k=rng.randrange(1, 3)) for _ in range(rng.randrange(3))],
        )
        for _ in range(count)
    ]


def _holds(rule: Rule, ask: Callable[[int], bool]) -> bool:
    return rule[0] and all(any(map(ask, some)) for some in rule[1])


def _greatest(rules: list[Rule]) -> list[bool]:
    answers = [True] * len(rules)
    while True:
        new = [_holds(rule, answers.__getitem__) for rule in rules]
        if new == answers:
            return answers
        answers = new


@pytest.mark.parametrize("seed", range(300))
def test_yes_and_no(seed: int) -> None:
    rng = random.Random(seed)
    rules = _random_rules(rng)
    questions = Questions(first=True, last=False)

    def ask(number: int) -> bool:
        return questions.ask(number, lambda: _holds(rules[number], ask))

    order = rng.sample(range(len(rules)), len(rules))
    found = {number: ask(number) for number in order}
    assert [found[number] for number in range(len(rules))] == _greatest(rules)
    assert all(ask(number) == found[number] for number in order)


@pytest.mark.parametrize("seed", range(300))
def test_sets_that_grow(seed: int) -> None:
    """What is reached in a graph, asked of one node after the other."""
    rng = random.Random(seed)
    count = rng.randrange(1, 12)
    ways = [rng.choices(range(count), k=rng.randrange(3)) for _ in range(count)]
    last = frozenset({-1})
    questions = Questions(first=frozenset(), last=last, joined=frozenset.union)

    def ask(node: int) -> frozenset[int]:
        return questions.ask(node, lambda: frozenset({node}).union(*map(ask, ways[node])))

    for node in rng.sample(range(count), count):
        seen, waiting = {node}, [node]
        while waiting:
            new = set(ways[waiting.pop()]) - seen
            seen |= new
            waiting += new
        assert ask(node) == seen


def test_what_is_too_far_gets_the_last_answer() -> None:
    questions = Questions(first=True, last=False)

    def ask(number: int) -> bool:
        return questions.ask(number, lambda: number == 0 or ask(number - 1))

    assert ask(300)
    assert not ask(100_000)
