import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Keeps the page for visits without a network, and says when a newer version is ready. */
export function UpdateLine(): VNode | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => {
    // Pages without https, private windows of some browsers: the page then works with a network only.
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
    // The first version waits for nobody.
    if (registration.waiting && navigator.serviceWorker.controller) ready(registration.waiting);
  };
  tell();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", tell);
  });
}
