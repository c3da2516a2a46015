"""Types of numerical arrays, by element."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Integers = NDArray[np.int64]
Indexes = NDArray[np.int32]
CodePoints = NDArray[np.uint32]
Keys = NDArray[np.uint64]
Flags = NDArray[np.bool_]
NamedArrays = dict[str, NDArray[np.generic]]
