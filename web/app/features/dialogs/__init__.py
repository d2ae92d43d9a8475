"""Dialogs, each loaded when it is first opened, and the fields that they share."""
