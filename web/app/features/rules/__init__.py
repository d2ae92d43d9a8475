"""The rules of any variant in words and diagrams. Loaded when first opened."""
