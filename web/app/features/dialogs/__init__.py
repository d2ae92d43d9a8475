"""Dialogs that are loaded when first opened, and what they are built of."""
