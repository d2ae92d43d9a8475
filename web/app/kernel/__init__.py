"""The kernel, which knows no feature by name: features, their intents, and stored data."""
