/**
 * Duration of the database's outage, shared by consecutive writes: if each waited on its own, a debate would take
 * minutes to fail.
 */
export interface Outage {
  /** Notes that the database didn't answer. Returns how long it has been away, in milliseconds. */
  noteAway(): number;
  /** Ends the outage: the database answered. */
  end(): void;
}

export function createOutage(now: () => number = () => performance.now()): Outage {
  let since: number | null = null;
  return {
    noteAway() {
      since ??= now();
      return now() - since;
    },
    end() {
      since = null;
    },
  };
}
