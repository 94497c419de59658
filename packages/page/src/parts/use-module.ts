import { useEffect, useState } from "preact/hooks";

/** A module that loads on first use, once for all components. */
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
          // Lets the next component try again.
          loading = null;
          throw error;
        },
      );
      return loading;
    },
  };
  return module;
}

/** Null until the module has loaded, if it can't be loaded, and while it isn't needed. */
export function useModule<T>(module: LazyModule<T>, needed = true): T | null {
  const [, setIsLoaded] = useState(module.loaded !== null);
  useEffect(() => {
    // The module may have loaded between the render and this effect.
    if (!needed) return;
    module.load().then(
      () => setIsLoaded(true),
      () => undefined,
    );
  }, [module, needed]);
  return module.loaded;
}
