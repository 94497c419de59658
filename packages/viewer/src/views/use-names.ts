import { useMemo } from "preact/hooks";
import { namesBehind, type DebateRecord } from "../../../rostrum/src/record/index.ts";
import type { Names } from "../said/who.tsx";

/** Which debater a debater, or the judge (`null`), means by "Debater A". */
export type NamesOf = (reader: string | null) => Names;

export function useNames({ started }: DebateRecord): NamesOf {
  return useMemo(() => {
    const known = new Map<string | null, Names>();
    return (reader) => {
      const names = known.get(reader) ?? namesBehind(started, reader);
      known.set(reader, names);
      return names;
    };
  }, [started?.anonymous?.seed, started?.question, started?.panel.length]);
}
