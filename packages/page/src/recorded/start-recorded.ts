import type { DebateEvent } from "@rostrum/core/protocol";
import { loadRecorded, playRecorded, type RecordedName } from "@rostrum/core/record";

/** A recorded debate that is being played. */
export interface Showing {
  /** Plays the rest without pauses. */
  hurry(): void;
  stop(): void;
}

/** Plays a recorded debate at its original speed. */
export function startRecorded(
  name: RecordedName,
  push: (events: readonly DebateEvent[]) => void,
  end: (problem?: unknown) => void,
): Showing {
  const begun = Date.now();
  let [hurried, stopped] = [false, false];
  let wake = (): void => {};
  const wait = async (ms: number): Promise<boolean> => {
    if (!hurried) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return !stopped;
  };
  const show = async (): Promise<void> => {
    const events = await loadRecorded(name);
    const unshown: DebateEvent[] = [];
    for await (const event of playRecorded(events, { wait })) {
      // Recorded times start at 0.
      unshown.push({ ...event, at: begun + event.at });
      if (!hurried) push(unshown.splice(0));
    }
    push(unshown);
  };
  show().then(() => end(), end);
  return {
    hurry() {
      hurried = true;
      wake();
    },
    stop() {
      stopped = true;
      wake();
    },
  };
}
