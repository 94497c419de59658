import { lastCounting } from "../decide/index.ts";
import type { ReviewedEvent, SynthesizedEvent } from "../protocol/events.ts";
import type { Round } from "../protocol/position.ts";
import type { RankedDebater, TallyRow } from "../protocol/result.ts";
import { regroup, type Regrouped } from "./regroup.ts";
import { settled } from "./settled.ts";
import type { DebateState } from "./state.ts";

/** Whether a person should review a decision. */
export interface Doubt {
  agreement: number | null;
  tied: boolean;
}

/** Low agreement, or no single leader. */
export function doubtAbout(
  { config, ports }: DebateState,
  decided: SynthesizedEvent,
): Doubt | null {
  // With stakes, what an error costs decides who should look, and nothing else does.
  if (config.stakes !== null && decided.method !== "routed") {
    const shared = lastCounting(ports.rounds)?.agreement ?? 0;
    return decided.stopReason === "handed_over" ? { agreement: shared, tied: false } : null;
  }
  // A confirmed answer needs no agreement. If all answers were refuted, there is none to review.
  if (decided.method === "verified") return null;
  const agreement = lastCounting(ports.rounds)?.agreement ?? 0;
  const tied = isTied(decided) || lacksLead(config, decided);
  const doubtful =
    agreement < config.escalateBelow ||
    tied ||
    decided.method === "vetoed" ||
    isMostlyUnread(ports.rounds);
  return doubtful ? { agreement, tied } : null;
}

/** Most of the members that were asked gave no answer, so those that did don't speak for the panel. */
function isMostlyUnread(rounds: readonly Round[]): boolean {
  const positions = lastCounting(rounds)?.positions ?? [];
  const asked = positions.filter(({ status }) => status !== "not_asked");
  return 2 * asked.filter(({ status }) => status === "unread").length > asked.length;
}

/** A lead that was asked for and not reached: nobody is far enough ahead. */
function lacksLead(
  { poll }: DebateState["config"],
  { method, stopReason }: SynthesizedEvent,
): boolean {
  const leading = poll !== null && typeof poll !== "function" && poll.type === "lead";
  return leading && method !== "routed" && stopReason !== "decided";
}

/** Whether two answers are tied: by points, by weight if the rule weighs votes, and by votes otherwise. */
function isTied({ method, tally, ranking, winner }: SynthesizedEvent): boolean {
  if (ranking && method !== "majority") return isRankedLeadTied(ranking, tally, winner, method);
  if (method === "posterior") return false;
  let most = -Infinity;
  let times = 0;
  for (const { votes, weight } of tally) {
    const size = method === "weighted" ? weight : votes;
    times = size > most ? 1 : size === most ? times + 1 : times;
    most = Math.max(most, size);
  }
  return times > 1;
}

/** Somebody with another answer has as many points as the best. */
function isRankedLeadTied(
  ranking: readonly RankedDebater[],
  tally: readonly TallyRow[],
  winner: string | null,
  method: string,
): boolean {
  // A chairman's answer may be nobody's.
  const best = method === "ranked" ? ranking.find(({ debater }) => debater === winner) : ranking[0];
  const agreeing = tally.find(({ debaters }) => best && debaters.includes(best.debater));
  return ranking.some(
    ({ debater, points }) => points === best?.points && !agreeing?.debaters.includes(debater),
  );
}

/** Marks the decision for review, and waits for a person if the config says so. */
export async function escalate(
  state: DebateState,
  decided: SynthesizedEvent,
  doubt: Doubt,
): Promise<void> {
  const { config, ports } = state;
  const waiting = config.onEscalate === "wait";
  ports.emit({ type: "debate.escalated", ...doubt, waiting });
  if (!waiting) return;
  const voters = state.seats.flatMap(({ index, vote, value }) =>
    vote ? [{ index, vote, value }] : [],
  );
  const review = await ports.review(voters.map(({ vote }) => vote.debater));
  const regrouped = review.groups ? await regroup(state, decided, review.groups) : null;
  const before = regrouped?.decided ?? decided;
  ports.emit({
    type: "debate.reviewed",
    review,
    ...settled(state.reader, voters, before, review, regrouped?.groups ?? []),
    ...(regrouped && { regrouped: countOf(regrouped) }),
  });
}

/** How the votes count by a person's groups. */
export const countOf = ({
  decided: { tally },
  agreement,
}: Regrouped): ReviewedEvent["regrouped"] => ({
  tally,
  agreement,
});
