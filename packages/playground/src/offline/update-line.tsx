import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Stores the page for offline visits, and says when a newer version is ready. */
export function UpdateLine(): VNode | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => {
    // Without https, and in private windows of some browsers, the page needs a network.
    void register(setWaiting).catch(() => undefined);
  }, []);
  if (!waiting) return null;
  return (
    <p class="update" role="status">
      A newer version is ready.{" "}
      <button
        type="button"
        onClick={() => {
          navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
          waiting.postMessage("take over");
        }}
      >
        Use it
      </button>
    </p>
  );
}

async function register(ready: (worker: ServiceWorker) => void): Promise<void> {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  const registration = await navigator.serviceWorker.register("./service-worker.js");
  const tell = (): void => {
    // The first version has no older one to wait for.
    if (registration.waiting && navigator.serviceWorker.controller) ready(registration.waiting);
  };
  tell();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", tell);
  });
}
