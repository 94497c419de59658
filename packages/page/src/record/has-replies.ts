import type { DebateRecord } from "@rostrum/core/record";

/** Returns false if there is nothing to read, because no member has replied. */
export function hasReplies({ result }: DebateRecord): boolean {
  return result.rounds.some(({ positions }) =>
    positions.some(({ status }) => status !== "failed" && status !== "not_asked"),
  );
}
