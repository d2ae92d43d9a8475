// The event listeners of the service worker.

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("fetch", (event) => {
  if (isRemoved) return;
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== ROOT.origin || !url.pathname.startsWith(ROOT.pathname)) return;
  const file = fileAt(url);
  event.respondWith(file ? answer(event, file) : answerUnknown(event));
});

self.addEventListener("message", (event) => {
  const [port] = event.ports;
  const work = async () => {
    const message = JSON.parse(event.data);
    isRemoved = message.do === "forget everything";
    if (!Object.hasOwn(REQUESTS, message.do)) return { trouble: "unknown request", request: message.do };
    return REQUESTS[message.do](message);
  };
  const failure = (error) => error.report ?? { trouble: "denied", error: String(error) };
  event.waitUntil(work().catch(failure).then((answer) => port?.postMessage(JSON.stringify(answer))));
});
