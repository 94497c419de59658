import { useMemo } from "preact/hooks";
import type { DebateRecord } from "rostrum";
import { namesBehind } from "rostrum/page";
import type { Names } from "../said/who.tsx";

/** Which debater everybody means by "Debater A". */
export function useNames({ started }: DebateRecord): Names {
  return useMemo(
    () => namesBehind(started),
    [started?.anonymous?.seed, started?.question, started?.panel.length],
  );
}
