"""Speed and memory of the engine, always as a ratio to a peer measured in the same run."""
