"""The measurements of `run`, one per file, and their parts: programs, media, servers."""
