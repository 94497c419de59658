/*
 * Stores every file of one version of the playground, so that it works offline after the first
 * visit. It ignores requests to other origins, such as calls to providers.
 */
declare const VERSION: string;
declare const FILES: readonly string[];

/** The parts of a service worker that are used here: the compiler knows only pages and Node. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends WorkerEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
const worker = globalThis as unknown as {
  registration: { scope: string };
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate", listener: (event: WorkerEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
};

/** Separates playgrounds under different paths of one origin. */
const { scope } = worker.registration;
const PREFIX = `rostrum-playground ${scope} `;
const CACHE = `${PREFIX}${VERSION}`;

async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((name) => new Request(new URL(name, scope), { cache: "no-cache" })));
}

async function dropOthers(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const kept = await (
    await caches.open(CACHE)
  ).match(isPage(url) ? scope : request, {
    ignoreSearch: true,
  });
  return kept ?? fetch(request);
}

/** `…/` and `…/index.html` are the page. */
const isPage = (url: URL): boolean =>
  [new URL(scope).pathname, new URL("index.html", scope).pathname].includes(url.pathname);

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) =>
  event.waitUntil(dropOthers().then(() => worker.clients.claim())),
);
worker.addEventListener("message", ({ data }) => {
  if (data === "take over") void worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(scope)) event.respondWith(answer(request));
});
