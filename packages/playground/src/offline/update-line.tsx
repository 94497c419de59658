import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Stores the page for offline use, and offers a newer version when it is ready. */
export function UpdateLine(): VNode | null {
  const [updated, setUpdated] = useState<ServiceWorkerRegistration | null>(null);
  useEffect(() => {
    // Fails without https and in some private windows, where the page needs a network.
    void register(setUpdated).catch(() => undefined);
  }, []);
  if (!updated) return null;
  return (
    <p class="update" role="status">
      A newer version is ready.{" "}
      <button
        type="button"
        onClick={() => {
          // Another tab may have accepted it already.
          if (!updated.waiting) location.reload();
          navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
          updated.waiting?.postMessage("take over");
        }}
      >
        Update
      </button>
    </p>
  );
}

async function register(ready: (registration: ServiceWorkerRegistration) => void): Promise<void> {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  const registration = await navigator.serviceWorker.register("./service-worker.js");
  const notifyIfWaiting = (): void => {
    // The first version has no older one to wait for.
    if (registration.waiting && navigator.serviceWorker.controller) ready(registration);
  };
  const watchInstall = (): void =>
    registration.installing?.addEventListener("statechange", notifyIfWaiting);
  notifyIfWaiting();
  // An update may already be loading, started by another tab.
  watchInstall();
  registration.addEventListener("updatefound", watchInstall);
}
