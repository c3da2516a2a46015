"""Jobs: engine and file work in processes and threads, without blocking the window. The engine's processes import only
`worker`, which does not load Qt."""
