"""Names of the arrays that everything numerical is made of."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Integers = NDArray[np.int64]
Places = NDArray[np.int32]
Codes = NDArray[np.uint32]
Keys = NDArray[np.uint64]
Flags = NDArray[np.bool_]
Named = dict[str, NDArray[np.generic]]
