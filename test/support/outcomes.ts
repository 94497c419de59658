import {
  RostrumError,
  type Debate,
  type DebateEvent,
  type DebateResult,
  type Question,
  type RunOptions,
  type StoredEvent,
} from "../../packages/rostrum/src/index.ts";

/** The error a promise rejects with; fails when it resolves. */
export async function rejection(promise: Promise<unknown>): Promise<RostrumError> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if (!("error" in outcome)) {
    throw new Error(`expected a rejection, got ${JSON.stringify(outcome.value).slice(0, 200)}`);
  }
  if (!(outcome.error instanceof RostrumError)) throw outcome.error;
  return outcome.error;
}

export interface Watched<A = string> {
  events: DebateEvent[];
  /** Without the deltas. */
  stored: StoredEvent[];
  types: string[];
  result: DebateResult<A> | null;
  error: RostrumError | null;
}

/** Runs a debate to its end, good or bad, and keeps every event. */
export async function watch<A>(
  debate: Debate<A>,
  question: Question = "What is the answer?",
  run: RunOptions = {},
): Promise<Watched<A>> {
  const stream = debate.stream(question, run);
  const events: DebateEvent[] = [];
  let error: RostrumError | null = null;
  try {
    for await (const event of stream) events.push(event);
  } catch (thrown) {
    if (!(thrown instanceof RostrumError)) throw thrown;
    error = thrown;
  }
  const result = error ? null : await stream.result;
  const stored = events.filter((event): event is StoredEvent => event.type !== "debate.delta");
  return { events, stored, types: stored.map(({ type }) => type), result, error };
}

/** A result without what may differ between two runs of the same debate. */
export function lasting<A>(result: DebateResult<A>): object {
  return {
    ...result,
    id: "",
    durationMs: 0,
    integrity: { ...result.integrity, reissued: 0 },
  };
}

/** Events as sorted text, because the order of replies varies. */
export function unordered(events: readonly StoredEvent[]): string[] {
  return lastingEvents(events)
    .map((event) => JSON.stringify({ ...event, seq: 0 }))
    .toSorted();
}

const COSTS = new Set(["usage", "costUsd", "attempts", "calls", "tokens", "usd"]);

/** A copy without what anything cost: attempts that brought nothing count, and don't change the answer. */
export function apartFromCosts<T>(value: T): T {
  const json = JSON.stringify(value, (key, part: unknown) => {
    // A repeated call may be billed twice.
    if (key === "warnings" && Array.isArray(part))
      return part.filter((warning) => !/made again: the provider may bill/.test(String(warning)));
    return COSTS.has(key) ? undefined : part;
  });
  return JSON.parse(json) as T;
}

/** Events without what may differ between two runs of the same debate. */
function lastingEvents(events: readonly StoredEvent[]): object[] {
  return events.map((event) => ({
    ...event,
    debateId: "",
    at: 0,
    ...("durationMs" in event ? { durationMs: 0, reissued: 0 } : {}),
  }));
}
