import { describeClusters, shouldStop, type StopVerdict } from "../decide/index.ts";
import { PanelFailedError } from "../errors.ts";
import type { RoundCompletedEvent, Standing } from "../protocol/events.ts";
import type { Verdict } from "../protocol/verify.ts";
import type { Round } from "../protocol/position.ts";
import { appended } from "./appended.ts";
import type { Answered } from "./ask.ts";
import { compareAnswers } from "./comparing/compare-answers.ts";
import { keptApartByRules } from "./comparing/open-items.ts";
import { withMissing } from "./missing.ts";
import { basisOf, type DebateState, endForBudget, fixReader, type Seat } from "./state.ts";
import type { ResolvedConfig } from "./resolved-config.ts";
import { countOf, standingsOf, type Standings } from "./standings.ts";
import { troubleIn } from "./trouble.ts";
import { verdictsOn } from "./verify.ts";

/** Whether a round ends the debate: by the config's stop rules, unless a poll decides it. */
export type StopRuling = (
  state: DebateState,
  round: number,
  standings: Standings,
) => StopVerdict | null;

const VERIFIED: StopVerdict = { reason: "verified", converged: false };

/** Compares the answers that are in so far, where that is open. Returns whether there was anything to ask. */
export async function compareSoFar(
  state: DebateState,
  round: number,
  answered: readonly Answered[],
): Promise<boolean> {
  const standings = standingsOf(state.seats, answered, fixReader(state, answered));
  return compareIn(state, round, standings);
}

async function compareIn(
  state: DebateState,
  round: number,
  standings: Standings,
): Promise<boolean> {
  if (missingQuorum(state, standings) !== null) return false;
  return compareAnswers(state, "positions", round, standings.values);
}

/** The barrier at the end of a round: reads, compares, clusters, measures agreement and asks the stop rules. */
export async function closeRound(
  state: DebateState,
  round: number,
  answered: readonly Answered[],
  rule: StopRuling = stopAfter,
): Promise<StopVerdict | null> {
  const { seats, config } = state;
  const before = standingsOf(seats, answered, fixReader(state, answered));
  const compared = config.compare !== null && (await compareIn(state, round, before));
  const standings = compared ? standingsOf(seats, answered, fixReader(state, answered)) : before;
  const verdicts = config.verify && (await verdictsOn(state, standings.groups, standings.values));
  return endVoted(state, round, answered, standings, verdicts, rule);
}

function endVoted(
  state: DebateState,
  round: number,
  answered: readonly Answered[],
  standings: Standings,
  verdicts: Verdict[] | null,
  rule: StopRuling,
): StopVerdict | null {
  const problem = missingQuorum(state, standings);
  const lock = state.config.verify?.lock === true;
  const verified = lock && verdicts?.includes("ok") ? VERIFIED : null;
  const stop = problem === null ? (verified ?? rule(state, round, standings)) : null;
  const { list, values, agreement, groups } = standings;
  const { config, reader } = state;
  const uncompared =
    config.compare === null && reader !== null && keptApartByRules(groups, values, reader);
  const ended = { list, values, agreement, problem, stop, verdicts, uncompared };
  return endRound(state, round, answered, ended);
}

/**
 * The end of a round in which nobody votes: there is nothing to group, and no agreement to measure.
 * `more` is what else is known of where a member stands.
 */
export function closeUnvoted(
  state: DebateState,
  round: number,
  answered: readonly Answered[],
  more: (seat: Seat) => Partial<Standing> = () => ({}),
): StopVerdict | null {
  const values = state.seats.map((seat) => {
    const said = answered.find((each) => each.seat === seat);
    return said ? (said.read?.value ?? null) : seat.value;
  });
  const list = state.seats.map((seat, index): Standing => {
    const said = answered.find((each) => each.seat === seat);
    const silent = seat.vote === null || seat.dropped ? "not_asked" : "kept";
    const spoke = said?.read?.value == null ? "unread" : "spoke";
    const status = said === undefined ? silent : said.read === null ? "failed" : spoke;
    const answer = values[index]?.wording ?? null;
    return { status, answer, changed: false, cluster: null, ...more(seat) };
  });
  const groups = values.some((value) => value !== null) ? [[0]] : [];
  const problem = missingQuorum(state, { list, groups });
  const ended = {
    list,
    values,
    agreement: null,
    problem,
    stop: null,
    verdicts: null,
    uncompared: false,
  };
  return endRound(state, round, answered, ended);
}

interface Ended extends Pick<Standings, "list" | "values"> {
  agreement: number | null;
  /** Why the round doesn't count. */
  problem: string | null;
  stop: StopVerdict | null;
  verdicts: Verdict[] | null;
  /** Answers count as different that only a model could compare, and there is none. */
  uncompared: boolean;
}

/** Reports what a round comes to, and keeps what was said in it. */
function endRound(
  state: DebateState,
  round: number,
  answered: readonly Answered[],
  { list, values, agreement, problem, stop, verdicts, uncompared }: Ended,
): StopVerdict | null {
  const { ports, seats, config } = state;
  const outOfTime = problem === null ? null : (ports.budget?.expired() ?? null);
  const shortfall = outOfTime === null ? problem : null;
  const completed: RoundCompletedEvent = {
    type: "debate.round_completed",
    round,
    standings: list,
    agreement,
    stopped: stop !== null,
    basis: basisOf(state, values),
  };
  if (uncompared) completed.uncompared = true;
  if (shortfall !== null) completed.shortfall = shortfall;
  if (verdicts) completed.verdicts = verdicts;
  ports.emit(withMissing(state, completed));
  if (shortfall !== null) {
    // The answers of earlier rounds still count.
    if (round > 0) return { reason: "panel_failed", converged: false };
    // A person can read what the panel could not say readably.
    const replied = answered.filter(({ read }) => read !== null);
    if (
      config.stakes?.person !== undefined &&
      replied.length >= quorumOf(config, answered.length)
    ) {
      return { reason: "handed_over", converged: false };
    }
    const silent = answered.filter(({ seat }) => !values[seat.index]);
    const trouble = troubleIn(silent, config.answer);
    throw new PanelFailedError(`round ${round}: ${shortfall}; ${trouble}`);
  }
  if (stop?.converged && agreement !== null) {
    ports.emit({ type: "debate.converged", round, agreement });
  }

  for (const seat of seats) {
    const value = values[seat.index];
    if (value) {
      seat.value = value;
      seat.vote = ports.rounds[round]?.positions[seat.index] ?? null;
    } else if (seat.value && state.reader?.isNone?.(seat.value.value)) {
      // What it said in an earlier round turned out to give no answer.
      seat.value = null;
      seat.vote = null;
    }
  }
  for (const { seat, outcome, messages, marks, shown } of answered) {
    const said = outcome.reply?.text ?? "";
    // An unanswered turn is left out of the chat, so that roles keep alternating.
    if (said.trim() !== "") {
      if (shown)
        seat.shown = new Map([...seat.shown, ...shown.map((peer) => [peer, round] as const)]);
      seat.replyMarks.push(...marks);
      seat.chat = appended(messages, { role: "assistant", content: said });
    }
  }
  if (outOfTime === null) return stop;
  return { reason: endForBudget(state, outOfTime), converged: false };
}

function stopAfter(
  { config, task, ports }: DebateState,
  round: number,
  { list, groups, agreement }: Standings,
): StopVerdict | null {
  const { question } = task;
  const current = ports.rounds[round]?.positions ?? [];
  const positions = current.map((position, index) => ({ ...position, ...list[index] }));
  const rounds: Round[] = [
    ...ports.rounds.slice(0, round),
    { index: round, positions, agreement, stopped: false },
  ];
  const clusters = describeClusters(groups, positions);
  return shouldStop(config.stop, { question, round, rounds, agreement, clusters });
}

/** Says what is wrong if too few debaters replied, or no reply could be read. */
function missingQuorum(
  { config, seats }: DebateState,
  { list, groups }: Pick<Standings, "list" | "groups">,
): string | null {
  const asked = countOf(seats, isAsked);
  const replied = countOf(list, hasReplied);
  const quorum = quorumOf(config, asked);
  if (replied < quorum) {
    return `${replied} of ${asked} debaters replied, and limits.quorum asks for ${quorum}`;
  }
  return groups.length === 0 ? "no reply could be read" : null;
}

/** Whether enough debaters are left for a round that counts: those that speak, and those that keep their answer. */
export function reachesQuorum({ config, seats }: DebateState, speakers: readonly Seat[]): boolean {
  const able = countOf(
    seats,
    (seat) => (!seat.dropped && seat.vote !== null) || speakers.includes(seat),
  );
  return able >= quorumOf(config, countOf(seats, isAsked));
}

const isAsked = ({ asked }: Seat): boolean => asked;
const hasReplied = ({ status }: Standing): boolean => status !== "failed" && status !== "not_asked";

function quorumOf({ quorum }: ResolvedConfig, asked: number): number {
  return Math.min(quorum, Math.max(asked, 1));
}
