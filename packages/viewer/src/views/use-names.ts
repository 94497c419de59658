import { useMemo } from "preact/hooks";
import { namesBehind, type DebateRecord } from "../../../rostrum/src/record/index.ts";
import type { Names } from "../said/who.tsx";

/** Which debater everybody means by "Debater A". */
export function useNames({ started }: DebateRecord): Names {
  return useMemo(
    () => namesBehind(started),
    [started?.anonymous?.seed, started?.question, started?.panel.length],
  );
}
