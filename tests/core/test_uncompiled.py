"""Compiled kernels against the same kernels run as Python, where each of their lines counts in the coverage."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import kernel_cases
import numpy as np
import pytest
import reached
from numpy.lib.npyio import NpzFile

import spectral_core


@pytest.fixture(scope="module")
def uncompiled(tmp_path_factory: pytest.TempPathFactory) -> NpzFile:
    """What a process finds in which nothing is compiled; its lines count where those of this one are counted."""
    found = tmp_path_factory.mktemp("uncompiled") / "found.npz"
    package = str(Path(spectral_core.__file__).parent.parent)
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": package}
    programs = [reached.__file__, kernel_cases.__file__]
    subprocess.run([sys.executable, *programs, str(found)], env=environment, check=True)
    return np.load(found)


@pytest.mark.parametrize(("name", "apart"), [(name, apart) for name, (apart, _) in kernel_cases.CASES.items()])
def test_kernels_find_the_same_compiled_and_as_python(name: str, apart: float, uncompiled: NpzFile) -> None:
    found = kernel_cases.arrays_of(name)
    assert list(found) == [key for key in uncompiled.files if key.startswith(f"{name}.")]
    for key, array in found.items():
        other = uncompiled[key]
        assert array.dtype == other.dtype, key
        if array.dtype.kind == "f":
            np.testing.assert_allclose(array, other, rtol=apart, atol=apart, err_msg=key)
        else:
            np.testing.assert_array_equal(array, other, err_msg=key)
