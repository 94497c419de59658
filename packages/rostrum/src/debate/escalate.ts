import type { Review } from "../protocol/settings.ts";
import { readReply, sameAnswer } from "../answers/index.ts";
import { lastCounting } from "../decide/index.ts";
import type { ReviewedEvent, SynthesizedEvent } from "../protocol/events.ts";
import type { RankedDebater, TallyRow } from "../protocol/result.ts";
import { expressed } from "./decision.ts";
import { regroup, type Regrouped } from "./regroup.ts";
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
  const doubtful = agreement < config.escalateBelow || tied || decided.method === "vetoed";
  return doubtful ? { agreement, tied } : null;
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
  const sizes = tally.map(({ votes, weight }) => (method === "weighted" ? weight : votes));
  const [first, second] = sizes.sort((a, b) => b - a);
  return first !== undefined && first === second && method !== "posterior";
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
  const voters = state.seats.flatMap(({ vote, member }) => (vote ? [member.name] : []));
  const review = await ports.review(voters);
  const regrouped = review.groups ? await regroup(state, decided, review.groups) : null;
  ports.emit({
    type: "debate.reviewed",
    review,
    ...settled(state, regrouped?.decided ?? decided, review, regrouped?.groups ?? []),
    ...(regrouped && { regrouped: countOf(regrouped) }),
  });
}

const countOf = ({ decided: { tally }, agreement }: Regrouped): ReviewedEvent["regrouped"] => ({
  tally,
  agreement,
});

type Settled = Omit<ReviewedEvent, "type" | "review" | "regrouped">;

/** The answer after a person's review, and whose answer it is. */
function settled(
  { reader, seats }: DebateState,
  decided: SynthesizedEvent,
  review: Review,
  groups: Regrouped["groups"],
): Settled {
  const { answer, unit, winner, text, reasoning, confidence, dissent } = decided;
  if (review.verdict === "confirm")
    return { answer, unit, winner, text, reasoning, confidence, dissent };
  const voters = seats.filter(({ vote }) => vote !== null);
  const everybody = voters.map(({ member }) => member.name);
  const nobody = { winner: null, text: "", reasoning: "", confidence: null, dissent: everybody };
  if (review.verdict === "reject" || review.answer === undefined)
    return { ...nobody, answer: null, unit: null };
  // A corrected answer is read like any other, so that it has the same type.
  const said = review.answer;
  const { prose: _, ...reading } = readReply(said);
  const read = reader?.read({ ...reading, answer: said }, said) ?? null;
  if (read === null || reader === null) {
    const error = "the corrected answer could not be read as the kind of answer asked for";
    return {
      ...nobody,
      answer: said,
      unit: null,
      text: said,
      missing: [{ what: "review", error }],
    };
  }
  const exact = voters.filter(({ value }) => value && sameAnswer(reader, value, read));
  const [first] = exact;
  // Whom the person grouped with a holder of the answer holds it too.
  const shared = groups.filter((group) => exact.some(({ index }) => group.includes(index)));
  const grouped = new Set(shared.flat());
  const holders = voters.filter((seat) => exact.includes(seat) || grouped.has(seat.index));
  const stands = expressed(reader, read, [read, ...holders.flatMap(({ value }) => value ?? [])]);
  if (!first?.vote) return { ...nobody, ...stands, text: said };
  return {
    ...stands,
    winner: first.member.name,
    text: first.vote.text,
    reasoning: first.vote.reasoning,
    confidence: first.vote.confidence,
    dissent: everybody.filter((name) => !holders.some(({ member }) => member.name === name)),
  };
}
