"""The laboratory: programs that make data files once. The package, the page and the build never import them."""
