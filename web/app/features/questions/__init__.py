"""What somebody asks about the board and is told in words, and moves that are typed. Loaded when first wanted."""
