"""The offer of a new version at the bottom."""

# A worker of the next version waits.
BEFORE = """Object.defineProperty(navigator, "serviceWorker", { value: {
  controller: {},
  addEventListener() {},
  register: async () => ({
    active: { postMessage: (text, [port]) => port.postMessage('{"groups": [], "version": ""}') },
    waiting: {},
    installing: null,
    addEventListener() {},
  }),
} });"""
LINKS = {"v=nine&m=d6": ("at-bottom",)}
SELECTORS = {"at-bottom": ("#at-bottom", '#at-bottom [data-intent="offline:do"]')}
STYLED = {"#at-bottom": ("display",)}
