"""Features of the page; table.py lists them."""
