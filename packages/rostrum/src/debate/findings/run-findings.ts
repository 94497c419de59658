import { verdictsReader, type ReadVerdicts } from "../../answers/index.ts";
import type {
  CastVerdict,
  Finding,
  FindingVote,
  ReportedFinding,
} from "../../protocol/findings.ts";
import type { SynthesizedEvent } from "../../protocol/events.ts";
import { stepName } from "../../protocol/step-id.ts";
import { mayAsk, prepareAll, type Answered, type Asking } from "../ask.ts";
import { fenceSource } from "../fence-source.ts";
import { callOf, questionTurns } from "../calls.ts";
import { noteMissing, withMissing } from "../missing.ts";
import { moderatorsWords, pauseAfter } from "../notes.ts";
import type { Caps } from "../reserve.ts";
import { askAll } from "../ask-all.ts";
import { closeUnvoted } from "../round.ts";
import { basisOf, type DebateState, endForBudget, type Seat } from "../state.ts";
import { decideFinding } from "./decide-finding.ts";
import { mergeFindings, type CitedFinding, type MergedFinding } from "./merge.ts";
import { checkingTurn, VERDICTS_SCHEMA } from "./prompt.ts";
import { findingSources, type FindingSources } from "./sources.ts";
import { findingsText } from "./text.ts";

/**
 * A review: everybody lists what it finds, what is the same is put together, and each finding is checked
 * once by those who didn't report it. Nobody votes on an answer, so stop and decision rules have no say.
 */
export async function runFindings(state: DebateState, caps: Caps): Promise<void> {
  const sources = findingSources(state);
  const reported = await report(state, caps, sources);
  await pauseAfter(state, 0, reported.length > 0);
  const { stopReason, votes } = await check(state, caps, reported, sources);
  await pauseAfter(state, 1, false);
  const names = state.config.members.map(({ name }) => name);
  const findings = reported.map((finding, place) =>
    decideFinding(finding, votes[place] ?? [], names),
  );
  state.ports.emit(withMissing(state, decisionOn(state, findings, stopReason)));
}

/** Round 0. */
async function report(
  state: DebateState,
  caps: Caps,
  sources: FindingSources,
): Promise<MergedFinding[]> {
  const { ports, seats } = state;
  const speakers = seats.filter((seat) => mayAsk(state, seat, 0));
  const askings = prepareAll(state, speakers, 0);
  const shortage = await caps.reserve(askings.map(({ call }) => call));
  if (shortage !== null && !caps.holdWithKept(askings.map(({ call }) => call)))
    endForBudget(state, shortage);
  return ports.span("debate.round", { round_number: 0 }, async () => {
    const answered = await hold(state, 0, askings);
    const found = answered.flatMap((each) => citedBy(each, sources));
    const merged = await mergeFindings(state, found);
    closeUnvoted(state, 0, answered);
    return merged;
  });
}

function citedBy({ seat, read }: Answered, sources: FindingSources): CitedFinding[] {
  const findings = (read?.value?.value ?? []) as ReportedFinding[];
  return findings.map((finding) => ({
    ...finding,
    author: seat.index,
    citation: finding.quote === "" ? null : sources.cite(finding.quote),
  }));
}

interface Checked {
  stopReason: string;
  /** By place among the findings. */
  votes: FindingVote[][];
}

/** Round 1: each member is shown the findings that are not its own. */
async function check(
  state: DebateState,
  caps: Caps,
  findings: readonly MergedFinding[],
  sources: FindingSources,
): Promise<Checked> {
  const { ports, seats } = state;
  const votes = findings.map((): FindingVote[] => []);
  const checks = seats
    .filter((seat) => mayAsk(state, seat, 1))
    .map((seat) => prepareCheck(state, seat, findings))
    .filter(({ places }) => places.length > 0);
  if (checks.length === 0) return { stopReason: "agreed", votes };
  const calls = checks.map(({ asking }) => asking.call);
  const shortage = await caps.reserve(calls);
  if (shortage !== null && !caps.holdWithKept(calls)) {
    noteMissing(state, { what: "check", error: "the budget has no room to check the findings" });
    return { stopReason: endForBudget(state, shortage), votes };
  }
  return ports.span("debate.round", { round_number: 1 }, async () => {
    const answered = await hold(
      state,
      1,
      checks.map(({ asking }) => asking),
    );
    const stop = closeUnvoted(state, 1, answered);
    if (stop !== null) return { stopReason: stop.reason, votes };
    answered.forEach(({ seat, read }, index) => {
      const said = (read?.value?.value ?? null) as ReadVerdicts | null;
      for (const why of said?.voided ?? []) {
        noteMissing(state, { what: "check", error: `${seat.member.name}: ${why}` });
      }
      for (const cast of said?.votes ?? []) {
        const at = checks[index]?.places[cast.place] ?? -1;
        votes[at]?.push(voteFrom(seat, cast, sources));
      }
    });
    return { stopReason: shortage === null ? "max_rounds" : endForBudget(state, shortage), votes };
  });
}

function voteFrom(
  { member }: Seat,
  { vote, quote, reason, severity }: CastVerdict,
  sources: FindingSources,
): FindingVote {
  return {
    debater: member.name,
    vote,
    ...(reason === "" ? {} : { reason }),
    ...(severity === null ? {} : { severity }),
    ...(quote === "" ? {} : { quote: sources.cite(quote) }),
  };
}

interface Check {
  asking: Asking;
  /** Places of the findings shown, by number. */
  places: number[];
}

function prepareCheck(state: DebateState, seat: Seat, findings: readonly MergedFinding[]): Check {
  const { config, task, ports } = state;
  const places = findings.flatMap(({ authors }, place) =>
    authors.includes(seat.index) ? [] : [place],
  );
  const shown = places.map((place) => findings[place] as MergedFinding);
  const around = (seat.chat.length === 0 ? task.context : seat.chat).map(({ content }) => content);
  const work = checkingTurn(
    fenceSource(state, 1),
    shown.map(({ claim, severity, shown: { quote, verified } }) => ({
      claim,
      severity,
      quote,
      verified,
    })),
    around,
  );
  const turn = moderatorsWords(state, seat, 1) + work;
  const call = callOf({
    config,
    task,
    member: seat.member,
    role: "debater",
    step: stepName({ role: "debater", seat: seat.index, round: 1 }),
    round: 1,
    own: seat.vote,
    peers: [],
    items: shown.map(({ claim }) => claim),
    system: seat.system,
    messages:
      seat.chat.length === 0
        ? questionTurns(task, turn)
        : [...seat.chat, { role: "user", content: turn }],
    earlierMarks: [...seat.replyMarks],
    reply: { schema: VERDICTS_SCHEMA },
    capped: ports.budget !== null,
  });
  return { asking: { seat, call, expected: "one JSON object with the votes" }, places };
}

/** Asks for one round. In the checking round, each reply is about the findings that its reader was shown. */
async function hold(
  state: DebateState,
  round: number,
  askings: readonly Asking[],
): Promise<Answered[]> {
  const asked = askings.map(({ seat }) => seat.member.name);
  state.ports.emit({ type: "debate.round_started", round, asked });
  if (round === 0) return askAll(state, askings);
  const answered = await Promise.all(
    askings.map((asking) => {
      const reader = verdictsReader(asking.call.request.items ?? []);
      return askAll({ ...state, reader }, [asking]);
    }),
  );
  return answered.flat();
}

function decisionOn(
  state: DebateState,
  findings: readonly Finding[],
  stopReason: string,
): SynthesizedEvent {
  const standing = findings.filter(({ status }) => status !== "refuted");
  return {
    type: "debate.synthesized",
    method: "checked",
    basis: basisOf(state, []),
    answer: standing,
    unit: null,
    text: findingsText(standing),
    reasoning: "",
    confidence: null,
    confidenceBasis: null,
    winner: null,
    tally: [],
    findings: [...findings],
    dissent: [],
    calls: [],
    fallback: null,
    stopReason,
  };
}
