import { getFailedCritique, getFailedQuotes } from "../protocol/failed-quotes.ts";
import type { Round } from "../protocol/position.ts";
import type { Compared, Integrity } from "../protocol/result.ts";
import type { Facts } from "./facts.ts";

/** Whether a debate went as planned, and what did not. */
export function describeIntegrity(facts: Facts): Integrity {
  const { rounds, routed, decided, reviewed, book, inquiries } = facts;
  const { dropped, unread, truncated } = countSilence(rounds);
  const fallback = decided?.fallback ?? null;
  const all = [
    ...(routed?.missing ?? []),
    ...(facts.missing?.flat() ?? []),
    ...(decided?.missing ?? []),
    ...(reviewed?.missing ?? []),
    ...inquiries.missing(),
  ];
  const failedQuotes = [
    ...rounds.flatMap(({ positions }) =>
      positions.flatMap(({ debater, critique }) => getFailedCritique(debater, critique)),
    ),
    ...(decided === null ? [] : getFailedQuotes(decided)),
    ...inquiries.failedQuotes(),
  ];
  return {
    ...book.count(),
    degraded:
      rounds.some(({ shortfall }) => shortfall !== undefined) ||
      dropped.length > 0 ||
      unread > 0 ||
      all.length > 0 ||
      failedQuotes.length > 0 ||
      fallback !== null,
    reissued: facts.reissued,
    dropped,
    unread,
    truncated,
    clarified: countClarified(facts),
    fallback,
    compared: countCompared(facts),
    unverifiedQuotes: failedQuotes.length,
    failedQuotes,
    missing: all,
  };
}

/** Replies that were asked for again. A position that is kept was asked for in an earlier round. */
function countClarified(facts: Facts): number {
  const { rounds, routed, decided, compared, balloted, inquiries } = facts;
  const positions = rounds.flatMap((round) => round.positions);
  const ballots = balloted?.ballots ?? [];
  const replies = [...positions, routed, ...compared, ...ballots, decided, ...inquiries.all()];
  return replies.filter((reply) => reply?.clarified).length;
}

/** A summary of all calls that compare answers. */
export function countCompared({ compared }: Facts): Compared {
  const sum: Compared = { asked: 0, failed: 0, skipped: 0 };
  for (const { asked, failed, skipped } of compared) {
    sum.asked += asked;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/** Replies that did not come, or could not be read. */
function countSilence(
  rounds: readonly Round[],
): Pick<Integrity, "dropped" | "unread" | "truncated"> {
  const positions = rounds.flatMap((round) => round.positions);
  const unread = positions.filter(({ status }) => status === "unread");
  return {
    dropped: positions
      .filter(({ status }) => status === "failed")
      .map(({ debater, round, error = "" }) => ({ debater, round, error })),
    unread: unread.length,
    truncated: unread.filter(({ truncated }) => truncated).length,
  };
}
