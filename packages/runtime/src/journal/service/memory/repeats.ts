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
      for (const repeat of repeats.values()) {
        if (repeat.key === key && (repeat.free || declared) && repeat.until > now())
          earlierRepeat = repeat;
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
      for (const [repeatKey, { until }] of repeats) if (until < now()) repeats.delete(repeatKey);
      repeats.delete(debate);
    },
  };
}
