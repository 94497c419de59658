/*
 * Stores every file of one version of the playground, so that it works offline after the first
 * visit. It ignores requests to other origins, such as calls to providers.
 */
declare const VERSION: string;
declare const FILES: readonly string[];
/** Assets that `index.html` refers to. Their names differ in every version. */
declare const NAMED: readonly string[];

/** Types of the service worker API that are used here. The compiler's libraries cover only pages and Node. */
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

/** Stores all files, or none of them. */
async function fill(): Promise<void> {
  const files = await Promise.all(FILES.map(fetchFile));
  const isNew = !(await caches.has(CACHE));
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(files.map(([url, file]) => cache.put(url, file)));
  } catch (error) {
    if (isNew) await caches.delete(CACHE);
    throw error;
  }
}

/**
 * Fetches one file. During a deployment or behind a sign-in, a server may answer with a page of another version or
 * type. In that case nothing is stored, and the browser tries again at the next visit.
 */
async function fetchFile(name: string): Promise<[URL, Response]> {
  const url = new URL(name, scope);
  const response = await fetch(url, { cache: "no-cache" });
  const headers = new Headers(response.headers);
  const body = await response.blob();
  const isHtml = headers.get("content-type")?.startsWith("text/html") === true;
  const text = name === "./" ? await body.text() : "";
  const isExpected = name === "./" ? NAMED.every((part) => text.includes(part)) : !isHtml;
  if (!response.ok || !isExpected) throw new Error(`Expected ${url.href} of version ${VERSION}.`);
  // Stored decompressed, under one entry for all requests, and not as a redirected response.
  for (const header of ["vary", "content-encoding", "content-length"]) headers.delete(header);
  return [url, new Response(body, { headers })];
}

/** Other stored versions of this playground. */
const listOtherCaches = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);

/**
 * Removes other versions unless more than `tabs` tabs are open, because an older tab may still load chunks of its
 * version.
 */
async function dropOthers(tabs: number): Promise<void> {
  const otherCaches = await listOtherCaches();
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.filter(({ url }) => url.startsWith(scope));
  const { installing, waiting } = worker.registration;
  // During an update, another version may be the newer one.
  if (open.length > tabs || installing || waiting) return;
  await Promise.all(otherCaches.map((name) => caches.delete(name)));
}

async function answer(request: Request): Promise<Response> {
  // If storage fails, the network may still work.
  return (await findCachedFile(request).catch(() => undefined)) ?? fetch(request);
}

async function findCachedFile(request: Request): Promise<Response | undefined> {
  const cacheKey = isPage(new URL(request.url)) ? scope : request;
  for (const name of [CACHE, ...(await listOtherCaches())]) {
    const cachedFile = await caches.match(cacheKey, {
      cacheName: name,
      ignoreSearch: true,
      ignoreVary: true,
    });
    if (cachedFile) return cachedFile;
  }
  return undefined;
}

/** `…/` and `…/index.html` are the same page. */
const isPage = (url: URL): boolean =>
  [new URL(scope).pathname, new URL("index.html", scope).pathname].includes(url.pathname);

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) =>
  // The tab that requested this version is about to reload.
  event.waitUntil(dropOthers(1).then(() => worker.clients.claim())),
);
worker.addEventListener("message", ({ data }) => {
  if (data === "take over") void worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  event.respondWith(answer(request));
  // The page is being opened, and no other tab shows it.
  if (isPage(new URL(request.url))) event.waitUntil(dropOthers(0));
});
