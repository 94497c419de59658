import { useMemo } from "preact/hooks";
import { nameMembers, nameUnnamed } from "@rostrum/core/export";
import { formatLiveKey } from "@rostrum/core/record";
import type { Moment } from "./feed.ts";

interface NamedMoment {
  moment: Moment;
  /** Names that are shown, by the names in the data. Empty if all members have a name. */
  memberNames: ReadonlyMap<string, string>;
}

/** Names members without a name after their models, wherever a debate mentions them. */
export function useNamedMoment(moment: Moment): NamedMoment {
  const { started } = moment.record;
  const memberNames = useMemo(() => nameUnnamed(started?.panel ?? []), [started]);
  const named = useMemo(() => {
    if (memberNames.size === 0) return moment;
    const texts = [...moment.live.values()].map((text) => nameMembers(text, memberNames));
    return {
      events: nameMembers(moment.events, memberNames),
      record: nameMembers(moment.record, memberNames),
      live: new Map(texts.map((text) => [formatLiveKey(text.round, text.source), text])),
    };
  }, [moment, memberNames]);
  return { moment: named, memberNames };
}
