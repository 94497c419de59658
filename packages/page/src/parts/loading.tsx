import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";

const SOON_MS = 400;

/** Loading message, which appears only after a noticeable delay. */
export function Loading(): VNode {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SOON_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p class="dim loading" role="status">
      {late ? "Loading…" : ""}
    </p>
  );
}
