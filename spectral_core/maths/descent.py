"""The least value of a smooth function, by limited-memory BFGS."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Function = Callable[[Floats], tuple[float, Floats]]  # value and gradient at a place

_KEPT = 10  # pairs of steps and of changes of the gradient that the curvature is told by
_LOOKS = 20  # places along one direction
_ENOUGH, _FLATTER = 1e-4, 0.9  # of what the slope promises is gained, of the slope is left: conditions of Wolfe


@dataclass(frozen=True, slots=True, eq=False)
class Minimum:
    """Where the search stopped."""

    place: Floats
    value: float
    slope: float  # the largest part of the gradient there
    steps: int


@dataclass(frozen=True, slots=True, eq=False)
class _PlaceAlong:
    """A place along a direction: how far it is, and what the function says there."""

    length: float
    value: float
    slope: float  # along the direction
    gradient: Floats


def minimum(function: Function, start: Floats, steps: int, tolerance: float = 1e-5, gain: float = 1e-12) -> Minimum:
    """The place of least value near `start`, or that after so many steps.

    It stops where no part of the gradient is beyond `tolerance`, or where a step gains less than the share `gain` of
    the value. The first step has the length 1. Liu and Nocedal 1989.
    """
    place = np.array(start, dtype=np.float64)
    value, gradient = function(place)
    pairs: deque[tuple[Floats, Floats, float]] = deque(maxlen=_KEPT)
    done = 0
    while done < steps and _largest(gradient) > tolerance:
        direction = _direction(gradient, pairs)
        first = 1.0 if pairs else 1.0 / float(np.sqrt(gradient @ gradient))
        here = _PlaceAlong(0.0, value, float(direction @ gradient), gradient)
        found = _along(function, place, direction, here, first) if here.slope < 0 else None
        if found is None:  # rounding: there is nothing to gain along it
            if not pairs:
                break
            pairs.clear()
            continue
        step, change = found.length * direction, found.gradient - gradient
        curvature = float(step @ change)
        if curvature > np.finfo(np.float64).eps * float(change @ change):
            pairs.append((step, change, curvature))
        small = value - found.value <= gain * max(abs(value), abs(found.value), 1.0)
        place, value, gradient, done = place + step, found.value, found.gradient, done + 1
        if small:
            break
    return Minimum(place, value, _largest(gradient), done)


def _largest(gradient: Floats) -> float:
    return float(np.abs(gradient).max(initial=0.0))


def _direction(gradient: Floats, pairs: deque[tuple[Floats, Floats, float]]) -> Floats:
    """Down the gradient, turned by the curvature that the last steps have met."""
    turned = -gradient
    shares = []
    for step, change, curvature in reversed(pairs):
        shares.append(float(step @ turned) / curvature)
        turned -= shares[-1] * change
    if pairs:
        _, change, curvature = pairs[-1]
        turned *= curvature / float(change @ change)
    for (step, change, curvature), share in zip(pairs, reversed(shares), strict=True):
        turned += (share - float(change @ turned) / curvature) * step
    return turned


def _along(function: Function, place: Floats, direction: Floats, here: _PlaceAlong, first: float) -> _PlaceAlong | None:
    """A place along a direction where enough is gained and the slope is flatter, or the lowest that was looked at;
    None where none is lower. Nocedal and Wright 2006, algorithms 3.5 and 3.6."""
    low, high, length = here, None, first
    for _ in range(_LOOKS):
        value, gradient = function(place + length * direction)
        now = _PlaceAlong(length, value, float(direction @ gradient), gradient)
        too_high = not value <= here.value + _ENOUGH * length * here.slope  # also where it is no number
        if too_high or (low is not here and value >= low.value):
            high = now
        else:
            if abs(now.slope) <= -_FLATTER * here.slope:
                return now
            if now.slope * ((high.length if high else np.inf) - low.length) >= 0:
                high = low
            low = now
        length = 4.0 * length if high is None else _between(low, high)
    return low if low.value < here.value else None


def _between(low: _PlaceAlong, high: _PlaceAlong) -> float:
    """Where a cubic with the values and slopes of both places is least, or half way; never too near to either."""
    width = high.length - low.length
    bend = low.slope + high.slope - 3.0 * (high.value - low.value) / width
    inside = bend * bend - low.slope * high.slope
    share = 0.5
    if np.isfinite(inside) and inside >= 0:
        root = float(np.copysign(np.sqrt(inside), width))
        below = high.slope - low.slope + 2.0 * root
        if below:
            share = min(max(1.0 - (high.slope + root - bend) / below, 0.1), 0.9)
    return low.length + share * width
