"""The position editor. Loaded when first opened."""
