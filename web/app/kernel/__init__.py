"""What the page's parts share without knowing each other: features, their intents, and what they store."""
