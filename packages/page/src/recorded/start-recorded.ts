import type { DebateEvent } from "@rostrum/core/protocol";
import { loadRecorded, playRecorded, type RecordedName } from "@rostrum/core/record";

/** A recorded debate that is being played. */
export interface Playback {
  /** Plays the rest without pauses. */
  skipPauses(): void;
  stop(): void;
}

/** Plays a recorded debate at its original speed. */
export function startRecorded(
  name: RecordedName,
  push: (events: readonly DebateEvent[]) => void,
  end: (problem?: unknown) => void,
): Playback {
  const startedAt = Date.now();
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
  const play = async (): Promise<void> => {
    const events = await loadRecorded(name);
    const pendingEvents: DebateEvent[] = [];
    for await (const event of playRecorded(events, { wait })) {
      // Recorded times start at 0.
      pendingEvents.push({ ...event, at: startedAt + event.at });
      if (!hurried) push(pendingEvents.splice(0));
    }
    push(pendingEvents);
  };
  play().then(() => end(), end);
  return {
    skipPauses() {
      hurried = true;
      wake();
    },
    stop() {
      stopped = true;
      wake();
    },
  };
}
