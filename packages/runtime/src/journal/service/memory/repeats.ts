import type { RunLookup } from "../run-lookup.ts";
import type { RepeatStore } from "../repeat-store.ts";

interface Repeat {
  debate: string;
  key: string;
  free: boolean;
  until: number;
}

export function createMemoryRepeats({ now }: RunLookup): RepeatStore {
  /** Debates whose answer was not delivered to their client. */
  const repeats = new Map<string, Repeat>();
  return {
    async claimRepeat({ key, debate, keepMs, declared }) {
      let earlierRepeat: Repeat | undefined;
      for (const each of repeats.values()) {
        if (each.key === key && (each.free || declared) && each.until > now()) earlierRepeat = each;
      }
      const claimed = earlierRepeat ?? { debate, key, free: false, until: now() + keepMs };
      claimed.free = false;
      repeats.set(claimed.debate, claimed);
      return claimed.debate;
    },
    async freeRepeat(debate) {
      const repeat = repeats.get(debate);
      if (repeat) repeat.free = true;
    },
    isRepeatFree: async (debate) => repeats.get(debate)?.free === true,
    async forgetRepeat(debate) {
      for (const [each, { until }] of repeats) if (until < now()) repeats.delete(each);
      repeats.delete(debate);
    },
  };
}
