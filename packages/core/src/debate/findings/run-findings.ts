import {
  alignQuote,
  createQuotable,
  type QuotableText,
  type ReadVerdicts,
  createVerdictsReader,
} from "../../answers/index.ts";
import type {
  CastVerdict,
  Finding,
  FindingVote,
  ReportedFinding,
} from "../../protocol/findings.ts";
import type { SynthesizedEvent } from "../../protocol/events.ts";
import {
  type Answered,
  askAll,
  type Asking,
  continueChat,
  debaterStep,
  mayAsk,
  prepareAll,
} from "../ask.ts";
import { prepareCall } from "../calls.ts";
import { QUOTED } from "../prompts/prompt-sets.ts";
import { describeDecision } from "../conclude.ts";
import { fenceMark } from "../marks.ts";
import type { Caps } from "../reserve.ts";
import { closeUnvoted, holdRound, pauseAfter } from "../round.ts";
import { type DebateState, findBasis, noteMissing, type Seat, withMissing } from "../state.ts";
import { showNotes } from "../view.ts";
import { decideFinding, formatFindings } from "./decide-finding.ts";
import { type CitedFinding, type MergedFinding, mergeFindings } from "./merge.ts";
import { checkingTurn, VERDICTS_SCHEMA } from "./prompt.ts";
import { runTests } from "./run-tests.ts";
import type { Citation } from "../../protocol/citation.ts";
import { type DiffLine, createQuoteSources, readDiff } from "../../record/index.ts";

/**
 * A review: everybody lists what it finds, what is the same is put together, the tests that findings bring are run, and
 * each finding is checked once by those who didn't report it. Nobody votes on an answer, so stop and decision rules have no say.
 */
export async function runFindings(state: DebateState, caps: Caps): Promise<void> {
  const findQuote = findingSources(state);
  const reported = await report(state, caps, findQuote);
  await pauseAfter(state, 0, reported.length > 0);
  const { stopReason, votes } = await check(state, caps, reported, findQuote);
  await pauseAfter(state, 1, false);
  const names = state.config.members.map(({ name }) => name);
  const findings = reported.map((finding, place) =>
    decideFinding(finding, votes[place] ?? [], names),
  );
  state.ports.emit(withMissing(state, describeFindings(state, findings, stopReason)));
}

/** Round 0. */
async function report(
  state: DebateState,
  caps: Caps,
  findQuote: FindQuote,
): Promise<MergedFinding[]> {
  const speakers = state.seats.filter((seat) => mayAsk(state, seat, 0));
  let merged: MergedFinding[] = [];
  await holdRound(state, caps, 0, prepareAll(state, speakers, 0), {
    async close(answered) {
      const cited = answered.flatMap((each) => citeFindings(each, findQuote));
      merged = await runTests(state, await mergeFindings(state, cited));
      closeUnvoted(state, 0, answered);
      return null;
    },
  });
  return merged;
}

function citeFindings({ seat, read }: Answered, findQuote: FindQuote): CitedFinding[] {
  const findings = (read?.value?.value ?? []) as ReportedFinding[];
  return findings.map((finding) => ({
    ...finding,
    author: seat.index,
    citation: finding.quote === "" ? null : findQuote(finding.quote),
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
  findQuote: FindQuote,
): Promise<Checked> {
  const votes = findings.map((): FindingVote[] => []);
  const checks = state.seats
    .filter((seat) => mayAsk(state, seat, 1))
    .map((seat) => prepareCheck(state, seat, findings))
    .filter(({ places }) => places.length > 0);
  if (checks.length === 0) return { stopReason: "agreed", votes };
  const askings = checks.map(({ asking }) => asking);
  const ended = await holdRound(state, caps, 1, askings, {
    ask: () => Promise.all(askings.map((asking) => askVote(state, asking))),
    close(answered) {
      const stop = closeUnvoted(state, 1, answered);
      if (stop !== null) return stop.reason;
      answered.forEach(({ seat, read }, index) => {
        const said = (read?.value?.value ?? null) as ReadVerdicts | null;
        for (const why of said?.voided ?? []) {
          noteMissing(state, { what: "check", error: `${seat.member.name}: ${why}` });
        }
        for (const cast of said?.votes ?? []) {
          const at = checks[index]?.places[cast.place] ?? -1;
          votes[at]?.push(describeVote(seat, cast, findQuote));
        }
      });
      return null;
    },
  });
  if (state.ports.rounds.length < 2) {
    noteMissing(state, { what: "check", error: "the budget has no room to check the findings" });
  }
  return { stopReason: ended ?? "max_rounds", votes };
}

function describeVote(
  { member }: Seat,
  { vote, quote, reason, severity }: CastVerdict,
  findQuote: FindQuote,
): FindingVote {
  return {
    debater: member.name,
    vote,
    ...(reason === "" ? {} : { reason }),
    ...(severity === null ? {} : { severity }),
    ...(quote === "" ? {} : { quote: findQuote(quote) }),
  };
}

interface Check {
  asking: Asking;
  /** Places of the findings shown, by number. */
  places: number[];
}

function prepareCheck(state: DebateState, seat: Seat, findings: readonly MergedFinding[]): Check {
  const places = findings.flatMap(({ authors }, place) =>
    authors.includes(seat.index) ? [] : [place],
  );
  const shown = places.map((place) => findings[place] as MergedFinding);
  const step = debaterStep(seat, 1);
  const mark = fenceMark(state.task, step);
  const turn = `${showNotes(state, seat, 1, mark)}${QUOTED}\n\n${checkingTurn(mark, shown)}`;
  const call = prepareCall(state, {
    member: seat.member,
    role: "debater",
    step,
    round: 1,
    own: seat.vote,
    items: shown.map(({ claim }) => claim),
    system: seat.system,
    messages: continueChat(state, seat, turn),
    earlierMarks: seat.replyMarks,
    reply: { schema: VERDICTS_SCHEMA },
  });
  return { asking: { seat, call, expected: "one JSON object with the votes" }, places };
}

/** Each reply is about the findings that its reader was shown. */
async function askVote(state: DebateState, asking: Asking): Promise<Answered> {
  const reader = createVerdictsReader(asking.call.request.items ?? []);
  const [answer] = await askAll({ ...state, reader }, [asking]);
  return answer as Answered;
}

/** A finding that others refuted doesn't stand. */
function describeFindings(
  state: DebateState,
  findings: readonly Finding[],
  stopReason: string,
): SynthesizedEvent {
  const answer = findings.filter(({ status }) => status !== "refuted");
  return describeDecision({
    method: "checked",
    basis: findBasis(state, []),
    answer,
    text: formatFindings(answer),
    findings: [...findings],
    stopReason,
  });
}

/** Looks up where a quote stands. */
export type FindQuote = (quote: string) => Citation;

/**
 * Findings may quote the material. Without any, the text to review stands in the question; next to material,
 * words of the question prove nothing. A diff is also read as the text before the change and the text after it,
 * since whoever quotes code from it leaves out the + and - of its lines.
 */
export function findingSources({ task, ports }: DebateState): FindQuote {
  const context = createQuoteSources(ports.rounds, task.material).context();
  const texts =
    context.length > 0 ? context : [createQuotable({ source: "context" }, task.question)];
  const sides = texts.flatMap(readSides);
  return (quote) => {
    const whole = alignQuote(quote, texts);
    if (whole.verified) return whole;
    for (const { text, findInDiff } of sides) {
      const { at, ...found } = alignQuote(quote, [text]);
      if (at !== null) return { ...found, at: findInDiff(at) };
    }
    return whole;
  };
}

/** A piece of a file before the change that a diff shows, or after it. */
interface DiffSide {
  text: QuotableText;
  /** The place in the diff of a part of this text. */
  findInDiff(at: [from: number, to: number]): [from: number, to: number];
}

/** Each piece is apart, so that nothing is found that runs from one into another. */
function readSides({ of, text }: QuotableText): DiffSide[] {
  const pieces: DiffLine[][] = [[]];
  for (const line of readDiff(text) ?? []) {
    if (line === null) pieces.push([]);
    else pieces.at(-1)?.push(line);
  }
  const isOn = [({ line }: DiffLine) => line !== null, ({ wasThere }: DiffLine) => wasThere];
  return pieces.flatMap((piece) => isOn.map((side) => joinSide(of, text, piece.filter(side))));
}

function joinSide(of: QuotableText["of"], diff: string, lines: readonly DiffLine[]): DiffSide {
  const starts: number[] = [];
  let joined = "";
  for (const { from, to } of lines) {
    starts.push(joined.length);
    joined += `${diff.slice(from, to)}\n`;
  }
  const findPlace = (at: number): number => {
    const row = starts.findLastIndex((start) => start <= at);
    return (lines[row]?.from ?? 0) + at - (starts[row] ?? 0);
  };
  return {
    text: createQuotable(of, joined),
    // The last character is looked up, since the place after it may be in another line.
    findInDiff: ([from, to]) => [findPlace(from), findPlace(to - 1) + 1],
  };
}
