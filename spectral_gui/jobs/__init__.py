"""Jobs: work for the engine and for files, in processes and threads, without blocking the window. The engine's
processes import `worker` alone, which loads no Qt."""
