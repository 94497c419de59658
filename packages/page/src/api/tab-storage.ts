/** Prefix of every key that the page stores in the tab. */
const PREFIX = "rostrum.";

/** Values that the browser doesn't store: it blocks the storage of this site, or the value is too large. */
const unstored = new Map<string, string>();

/** Reads a value of this tab. It is lost when the tab is closed. */
export function readFromTab(key: string): string | null {
  return unstored.get(key) ?? withStorage((storage) => storage.getItem(PREFIX + key)) ?? null;
}

/** Stores a value for this tab. Returns false if it doesn't survive a reload. */
export function storeInTab(key: string, value: string): boolean {
  // If the new value can't be stored, the old one must not come back.
  removeFromTab(key);
  const isStored = withStorage((storage) => {
    storage.setItem(PREFIX + key, value);
    return true;
  });
  if (!isStored) unstored.set(key, value);
  return isStored ?? false;
}

export function removeFromTab(key: string): void {
  unstored.delete(key);
  withStorage((storage) => storage.removeItem(PREFIX + key));
}

export function clearTab(): void {
  unstored.clear();
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
  });
}

/** Undefined if the browser refuses. Where it blocks storage, even looking at `sessionStorage` throws. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
