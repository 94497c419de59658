import { useEffect, useState } from "preact/hooks";

/** A part of the page that is loaded when something first needs it, once for all who need it. */
export interface LazyModule<T> {
  loaded: T | null;
  load(): Promise<T>;
}

export function lazyModule<T>(load: () => Promise<T>): LazyModule<T> {
  let loading: Promise<T> | null = null;
  const module: LazyModule<T> = {
    loaded: null,
    load() {
      loading ??= load().then(
        (value) => (module.loaded = value),
        (error: unknown) => {
          // Whoever needs it next tries again.
          loading = null;
          throw error;
        },
      );
      return loading;
    },
  };
  return module;
}

/** `null` until it is there, and if it can't be loaded or isn't needed. */
export function useModule<T>(module: LazyModule<T>, needed = true): T | null {
  const [, setThere] = useState(module.loaded !== null);
  useEffect(() => {
    // It may have been loaded between rendering and this effect.
    if (!needed) return;
    module.load().then(
      () => setThere(true),
      () => undefined,
    );
  }, [module, needed]);
  return module.loaded;
}
