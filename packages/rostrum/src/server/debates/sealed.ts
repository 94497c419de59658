import { setImmediate } from "node:timers/promises";
import { AbortError } from "../../errors.ts";
import type { Journal } from "../../protocol/journal.ts";

/**
 * A journal under which a run gets as far as its stored calls: the first call that is not in the journal
 * ends it. So its record has everything that was said and spent.
 */
export function sealed(journal: Journal, reason: string): Journal {
  return {
    read: (id) => journal.read(id),
    async open(id, inputs, options) {
      const run = await journal.open(id, inputs, options);
      return {
        ...run,
        async stepStarted() {
          // Replies that are in the journal are read before the run ends.
          await setImmediate();
          throw Object.assign(new AbortError(), { message: reason });
        },
      };
    },
  };
}
