import type { ComponentType, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { describeError } from "../api/api-error.ts";
import { Loading } from "./loading.tsx";
import { Problem } from "./problem.tsx";

/** Returns a component that loads when it is first rendered. Its place is empty until then. */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  kind: "screen" | "part" = "screen",
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P): VNode | null {
    const [, setTimes] = useState(0);
    const [error, setError] = useState<string | null>(null);
    const rerender = (): void => setTimes((times) => times + 1);
    const loadComponent = (): void => {
      setError(null);
      load().then(
        (component) => {
          loaded = component;
          rerender();
        },
        (thrown: unknown) => setError(describeError(thrown)),
      );
    };
    useEffect(() => {
      if (!loaded) loadComponent();
    }, []);
    if (loaded) {
      const Component = loaded;
      return <Component {...props} />;
    }
    if (!error) return kind === "screen" ? <Loading /> : null;
    return (
      <Problem retry={loadComponent}>
        {`This ${kind === "screen" ? kind : "part of the page"} can't be loaded. ${error} If the server was updated, reload the page.`}
      </Problem>
    );
  };
}
