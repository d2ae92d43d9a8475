"""Parts that several features use: guides, rules texts, diagrams, values of positions, fields of dialogs."""
