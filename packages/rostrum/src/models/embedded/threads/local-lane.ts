import type { Network } from "../core/network.ts";
import type { EmbeddedVariant } from "../variants.ts";
import { abortable } from "./abortable.ts";
import type { Lane } from "./job.ts";
import { takeTurns } from "./take-turns.ts";

/** Resolves after the last job of this thread. All lanes share it, because a network has memory for one job. */
let last: Promise<unknown> = Promise.resolve();

/** Jobs done on this thread, one at a time. `onFree` is called after the last of them. */
export function localLane(
  networkFor: (variant: EmbeddedVariant) => Promise<Network>,
  onFree?: () => void,
): Lane {
  let load = 0;
  return {
    get load() {
      return load;
    },
    async run(job, control) {
      load++;
      const turn = last.then(async () => {
        control.signal.throwIfAborted();
        return takeTurns(await networkFor(job.variant), job, control);
      });
      last = turn
        .catch(() => undefined)
        .then(() => {
          if (--load === 0) onFree?.();
        });
      return abortable(control.signal, turn);
    },
  };
}
