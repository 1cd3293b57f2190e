"""The measurements of `run`, one a file, and what they are made of: programs, media, servers."""
