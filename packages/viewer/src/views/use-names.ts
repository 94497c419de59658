import { useMemo } from "preact/hooks";
import type { DebateRecord } from "rostrum";
import { namesBehind } from "rostrum/page";
import type { DebaterNames } from "../markdown/debater-names.tsx";

/** Which debater everybody means by "Debater A". */
export function useNames({ started }: DebateRecord): DebaterNames {
  return useMemo(
    () => namesBehind(started),
    [started?.anonymous?.seed, started?.question, started?.panel.length],
  );
}
