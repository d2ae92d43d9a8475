"""Games by link. Loaded with the first one."""
