import { useMemo } from "preact/hooks";
import { nameMembers, nameUnnamed } from "@rostrum/core/export";
import { formatLiveKey } from "@rostrum/core/record";
import type { DebateSnapshot } from "./feed.ts";

interface NamedSnapshot {
  snapshot: DebateSnapshot;
  /** Names that are shown, by the names in the data. Empty if all members have a name. */
  memberNames: ReadonlyMap<string, string>;
}

/** Names members without a name after their models, wherever a debate mentions them. */
export function useNamedSnapshot(snapshot: DebateSnapshot): NamedSnapshot {
  const { started } = snapshot.record;
  const memberNames = useMemo(() => nameUnnamed(started?.panel ?? []), [started]);
  const named = useMemo(() => {
    if (memberNames.size === 0) return snapshot;
    const texts = [...snapshot.live.values()].map((text) => nameMembers(text, memberNames));
    return {
      events: nameMembers(snapshot.events, memberNames),
      record: nameMembers(snapshot.record, memberNames),
      live: new Map(texts.map((text) => [formatLiveKey(text.round, text.source), text])),
    };
  }, [snapshot, memberNames]);
  return { snapshot: named, memberNames };
}
