import type { FunctionComponent, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Problem } from "@rostrum/page";

/** A screen whose code is loaded when it is first shown. */
export function lazy(load: () => Promise<FunctionComponent>): FunctionComponent {
  let loaded: FunctionComponent | null = null;
  return function Lazy(): VNode {
    const [, setTimes] = useState(0);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (screen) => {
          loaded = screen;
          setTimes((times) => times + 1);
        },
        () => setFailed(true),
      );
    }, []);
    if (failed)
      return <Problem>This part could not be loaded. Reload the page to try again.</Problem>;
    const Screen = loaded;
    return Screen ? <Screen /> : <p class="dim loading" role="status" />;
  };
}
