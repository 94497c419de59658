import { settleAll } from "../asking/settle-all.ts";
import {
  type ReadFindingVotes,
  createFindingVotesReader,
} from "../../answers/findings/read-finding-votes.ts";
import { MAX_FINDINGS } from "../../answers/findings/read-findings.ts";
import { toKindObject } from "../../answers/answer-kinds.ts";
import {
  SEVERITIES,
  type CastVote,
  type Finding,
  type FindingVote,
  type PlanVerdict,
} from "../../protocol/findings.ts";
import type { Shortage } from "../../protocol/budget.ts";
import type { SynthesizedEvent } from "../../protocol/events.ts";
import { type MemberReply, type PreparedCall, askAll, mayAsk } from "../asking/ask.ts";
import { describeMissingCheck } from "../simulate/describe-caps.ts";
import { createDecisionEvent } from "../deciding/conclude.ts";
import type { SpendGuard } from "../spending/reserve.ts";
import { closeUnvoted, runRound, pauseAfter, runReserved } from "../rounds/round.ts";
import { MIN_OUTPUT_TOKENS } from "../simulate/debate-shape.ts";
import {
  type DebateState,
  endForBudget,
  findBasis,
  noteMissing,
  type Seat,
  withMissing,
} from "../state/state.ts";
import { askReport, prepareReport, type PlacedReport } from "./ask-parts.ts";
import { type CountedVote, decideFindings, formatFindings } from "./decide-finding.ts";
import { type CitedFinding, type MergedFinding, mergeFindings } from "./merge.ts";
import { type CheckTerms, prepareCheck } from "./prepare-check.ts";
import { createQuoteFinder, type FindQuote } from "./quote-sources.ts";
import { runTests } from "./run-tests.ts";
import { splitMaterial, type TaskPart } from "./split-material.ts";

/**
 * Runs a review: every member lists findings, findings with the same cause are merged, tests of findings are run, and
 * each finding is checked once by the members that didn't report it. There is no vote on an answer, so stop and
 * decision rules don't apply.
 */
export async function runFindings(state: DebateState, spendGuard: SpendGuard): Promise<void> {
  const parts = splitMaterial(state.config, state.task);
  const reported = await report(state, spendGuard, parts);
  await pauseAfter(state, 0, reported.length > 0);
  const { stopReason, votes } = await check(state, spendGuard, reported, parts.length > 1);
  await pauseAfter(state, 1, false);
  const names = state.config.members.map(({ name }) => name);
  const findings = decideFindings(reported, votes, names);
  state.ports.emit(withMissing(state, createFindingsDecision(state, findings, stopReason)));
}

/** Round 0: collects the findings of all members, merges them and runs their tests. */
async function report(
  state: DebateState,
  spendGuard: SpendGuard,
  parts: readonly TaskPart[],
): Promise<MergedFinding[]> {
  const reports = state.seats
    .filter((seat) => mayAsk(state, seat, 0))
    .map((seat) => prepareReport(state, seat, parts));
  const preparedCalls = reports.flatMap((seatReport) => seatReport.preparedCalls);
  let merged: MergedFinding[] = [];
  await runRound(state, spendGuard, 0, preparedCalls, {
    ask: () => settleAll(reports.map((seatReport) => askReport(state, seatReport, parts))),
    async close(answered) {
      // Tools have returned texts that findings may quote.
      const findQuote = createQuoteFinder(state);
      const cited = answered.flatMap((reply) => citeFindings(state, reply, findQuote));
      merged = await runTests(state, await mergeFindings(state, cited, parts.length > 1));
      closeUnvoted(state, 0, answered);
      return null;
    },
  });
  return merged;
}

function citeFindings(
  state: DebateState,
  { seat, read }: MemberReply,
  findQuote: FindQuote,
): CitedFinding[] {
  const reported = (read?.value?.value ?? []) as PlacedReport[];
  const { length } = reported;
  if (length > MAX_FINDINGS) {
    const error = `${seat.member.name} reported ${length} findings; only the ${MAX_FINDINGS} most serious were checked`;
    noteMissing(state, { what: "check", partial: true, error });
  }
  return keepMostSerious(reported).map(({ documents, ...finding }) => ({
    ...finding,
    author: seat.index,
    citation: finding.quote === "" ? null : findQuote(finding.quote, documents),
  }));
}

/** In the order in which they were reported. */
function keepMostSerious(reported: readonly PlacedReport[]): PlacedReport[] {
  const rank = ({ severity }: PlacedReport): number => SEVERITIES.indexOf(severity);
  const counted = new Set(reported.toSorted((a, b) => rank(b) - rank(a)).slice(0, MAX_FINDINGS));
  return reported.filter((finding) => counted.has(finding));
}

interface Checked {
  stopReason: string;
  /** By index of the finding. */
  votes: CountedVote[][];
}

/** Round 1: each member sees all findings and votes on those of others. */
async function check(
  state: DebateState,
  spendGuard: SpendGuard,
  findings: readonly MergedFinding[],
  isSplit: boolean,
): Promise<Checked> {
  const votes = findings.map((): CountedVote[] => []);
  state.ports.beginRound(1);
  const voters = state.seats
    .filter((seat) => mayAsk(state, seat, 1))
    .filter(({ index }) => findings.some(({ authors }) => !authors.includes(index)));
  if (voters.length === 0) return { stopReason: "agreed", votes };
  const { preparedCalls, shortage } = await reserveCheck(spendGuard, isSplit, (terms) =>
    voters.map((seat) => prepareCheck(state, seat, findings, terms)),
  );
  const calls = preparedCalls.map(({ call }) => call);
  if (shortage !== null && !spendGuard.tryFinishFromJournal(calls)) {
    noteMissing(state, {
      what: "check",
      error: describeMissingCheck(state.ports.budget?.reviewCheckShortage ?? null, shortage),
    });
    return { stopReason: endForBudget(state, shortage), votes };
  }
  const claims = findings.map(({ claim }) => claim);
  const reader = createFindingVotesReader(findings);
  const work = {
    ask: () => askAll({ ...state, reader }, preparedCalls),
    close(answered: MemberReply[]) {
      const stop = closeUnvoted(state, 1, answered);
      if (stop !== null) return stop.reason;
      recordVotes(state, answered, claims, votes);
      return null;
    },
  };
  const ended = await runReserved(state, 1, preparedCalls, work, shortage);
  return { stopReason: ended ?? "max_rounds", votes };
}

/** Adds the votes in the members' replies to those of each finding, and says which don't count. */
function recordVotes(
  state: DebateState,
  answered: readonly MemberReply[],
  claims: readonly string[],
  votes: readonly CountedVote[][],
): void {
  const findQuote = createQuoteFinder(state);
  for (const { seat, read } of answered) {
    const readVotes = (read?.value?.value ?? null) as ReadFindingVotes | null;
    for (const reason of readVotes?.voided ?? []) {
      const error = `A vote of ${seat.member.name} doesn't count: ${reason}`;
      noteMissing(state, { what: "check", partial: true, error });
    }
    for (const cast of readVotes?.votes ?? []) {
      const recorded = createVote(seat, cast, claims, findQuote);
      votes[cast.index]?.push({ ...cast, panelIndex: seat.index, recorded });
    }
  }
}

/**
 * Reserves the check with the remaining budget, if necessary without tools and with the shortest replies. Returns the
 * calls, and the cap that is too small even for these.
 */
async function reserveCheck(
  spendGuard: SpendGuard,
  isSplit: boolean,
  prepare: (terms: CheckTerms) => PreparedCall[],
): Promise<{ preparedCalls: PreparedCall[]; shortage: Shortage | null }> {
  const cheaperTerms: CheckTerms[] = [
    { isSplit, offersTools: false },
    { isSplit, offersTools: false, outputLimit: MIN_OUTPUT_TOKENS },
  ];
  let preparedCalls = prepare({ isSplit, offersTools: true });
  let shortage = await reserve();
  for (const terms of cheaperTerms) {
    if (shortage === null) break;
    preparedCalls = prepare(terms);
    shortage = await reserve();
  }
  return { preparedCalls, shortage };

  function reserve(): Promise<Shortage | null> {
    return spendGuard.reserveCheck(preparedCalls.map(({ call }) => call));
  }
}

function createVote(
  { member }: Seat,
  { vote, of, quote, reason, severity }: CastVote,
  claims: readonly string[],
  findQuote: FindQuote,
): FindingVote {
  return {
    debater: member.name,
    vote,
    ...(of === null ? {} : { of: claims[of] ?? "" }),
    ...(reason === "" ? {} : { reason }),
    ...(severity === null ? {} : { severity }),
    ...(quote === "" ? {} : { quote: findQuote(quote) }),
  };
}

/** Creates the decision: refuted findings are not part of the answer. */
function createFindingsDecision(
  state: DebateState,
  findings: readonly Finding[],
  stopReason: string,
): SynthesizedEvent {
  const answer = findings.filter(({ status }) => status !== "refuted");
  const kind = toKindObject(state.config.answer);
  return createDecisionEvent({
    method: "checked",
    basis: findBasis(state, []),
    answer,
    text: formatFindings(answer),
    findings: [...findings],
    ...(kind.type === "findings" && kind.plan ? { verdict: judgePlan(answer) } : {}),
    stopReason,
  });
}

/** Verdict on a plan, from the findings that were not refuted. */
function judgePlan(standing: readonly Finding[]): PlanVerdict {
  const has = (level: Finding["severity"]): boolean =>
    standing.some(({ severity }) => severity === level);
  return has("critical") ? "reconsider" : has("high") ? "change" : "proceed";
}
