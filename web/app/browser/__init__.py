"""What touches the browser: the start, events, drawing, storage, network. No other folder imports js or pyscript."""
