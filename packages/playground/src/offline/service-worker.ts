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
  registration: { scope: string; installing: unknown; waiting: unknown };
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<{ url: string }[]>;
  };
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

/** The other versions of this playground that are stored. */
const stored = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);

/**
 * Removes other versions, unless more tabs than these are open: they may still show an older version,
 * which loads some of its parts only when it needs them.
 */
async function dropOthers(tabs: number): Promise<void> {
  const others = await stored();
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.filter(({ url }) => url.startsWith(scope));
  const { installing, waiting } = worker.registration;
  // One of the others may be a newer version that waits.
  if (open.length > tabs || installing || waiting) return;
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function answer(request: Request): Promise<Response> {
  const wanted = isPage(new URL(request.url)) ? scope : request;
  for (const name of [CACHE, ...(await stored())]) {
    const kept = await caches.match(wanted, { cacheName: name, ignoreSearch: true });
    if (kept) return kept;
  }
  return fetch(request);
}

/** `…/` and `…/index.html` are the page. */
const isPage = (url: URL): boolean =>
  [new URL(scope).pathname, new URL("index.html", scope).pathname].includes(url.pathname);

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) =>
  // The tab that asked for this version is about to be reloaded.
  event.waitUntil(dropOthers(1).then(() => worker.clients.claim())),
);
worker.addEventListener("message", ({ data }) => {
  if (data === "take over") void worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  event.respondWith(answer(request));
  // The page is opened while no other tab shows it.
  if (isPage(new URL(request.url))) event.waitUntil(dropOthers(0));
});
