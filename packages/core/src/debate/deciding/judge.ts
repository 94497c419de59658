import { formatStepName } from "../../protocol/step-id.ts";
import type { JudgedRule } from "../../protocol/rule-settings.ts";
import { getKindName } from "../../answers/answer-kinds.ts";
import { readReply } from "../../answers/read-reply.ts";
import { isSameAnswer } from "../../answers/cluster.ts";
import { withoutMarks } from "../../answers/reply/sections.ts";
import type { AnswerReader, ReadAnswer } from "../../protocol/answer.ts";
import type { ModelReply } from "../../protocol/model.ts";
import type { Position } from "../../protocol/position.ts";
import type { StepCall } from "../../protocol/step.ts";
import { prepareCall } from "../asking/calls.ts";
import { promptInput } from "../prompts/prompt-parts.ts";
import type { SpendGuard } from "../spending/reserve.ts";
import type { Filled } from "../../options/checks.ts";
import { compareAnswers } from "../comparing/compare-answers.ts";
import { getKey } from "../state/comparisons.ts";
import { quoteDifferences } from "../comparing/quote-differences.ts";
import { readAsked, type CallResult } from "../asking/ask-readable.ts";
import { expectAnswer } from "../asking/expected-answer.ts";
import { createQuoteSources } from "../../record/quotes/sources.ts";
import {
  verifyCitations,
  readStructuredRuling,
  type ReadRuling,
} from "../quoting/structured-ruling.ts";
import type { SetAttribute } from "../state/ports.ts";
import { showVerifiedQuotes } from "../quoting/verified-quotes.ts";
import { UNSEEN } from "../prompts/sides-prompts.ts";
import type { Member, ResolvedConfig } from "../config/resolved-config.ts";
import {
  callJudge,
  hasDecision,
  judgeParts,
  NO_BUDGET_ERROR,
  readRuling,
  UNDECIDED,
  type Ruling,
} from "./call-judge.ts";
import { type DebateState, currentDifferences } from "../state/state.ts";
import { readPickedLabel, splitStatedLabel } from "./picked-label.ts";
import { fenceMark } from "../prompts/marks.ts";
import { showPanel } from "../asking/view.ts";

/** Panel index behind each label that the judge is shown. */
type Labels = ReadonlyMap<string, number>;

/** How the judge is asked. */
interface JudgeRule extends Filled<JudgedRule> {
  /** All members share one position: the judge combines their texts, and nothing needs to be compared. */
  writesUp?: boolean;
}

interface JudgeSession {
  state: DebateState;
  judge: Member;
  rule: JudgeRule;
  reader: AnswerReader;
}

/**
 * Asks the judge. A ruling without `pickedMember` and `value` decides nothing. Compares the ruling with the positions and,
 * with both orders, with the other ruling.
 */
export async function askJudge(
  session: JudgeSession,
  spendGuard: SpendGuard,
  setAttribute: SetAttribute,
): Promise<Ruling> {
  const { state, judge, rule, reader } = session;
  const { mode, bothOrders } = rule;
  const prepared = (bothOrders ? [false, true] : [false]).map((reversed) => {
    const { call, labels } = judgeCall(session, reversed);
    const read = (reply: ModelReply, mark: string): ReadDecision | null =>
      readDecision(session, reply, mark, labels);
    return { call, labels, read };
  });
  const expected =
    mode === "pick" ? "the label of one position" : expectAnswer({ ...state, reader });
  const request = { judge, mode, expected, setAttribute };
  const replies = await callJudge(state, spendGuard, request, prepared);
  if (replies === null) return { ...UNDECIDED, error: NO_BUDGET_ERROR };
  const rulings = replies.map((reply, index) =>
    keepConfirmedPosition(session, toRuling(session, reply, prepared[index]?.labels ?? new Map())),
  );
  const uncompared = rulings.every(hasDecision) && (await compareWithPositions(session, rulings));
  const ruling = reconcileOrders(rulings, mode, reader);
  return uncompared ? { ...ruling, uncompared } : ruling;
}

/** Asks a model to compare a synthesis with the positions, if needed. Returns whether the comparison is left open. */
async function compareWithPositions(
  { state, reader }: JudgeSession,
  rulings: readonly Ruling[],
): Promise<boolean> {
  const values = rulings.flatMap(({ value }) => value ?? []);
  const [one, other] = values;
  if (one === undefined || rulings.every(({ statedMember }) => statedMember !== null)) return false;
  const positions = state.seats.map(({ value }) => value);
  const contradictory = other !== undefined && isRuledOut(reader, one, other);
  if (!contradictory) {
    const all = [...positions, ...values];
    await compareAnswers(state, "verdict", state.ports.rounds.length, all);
  }
  return isLeftOpen(state, reader, one, positions);
}

/** Combines the rulings on the positions in both orders, or returns the only one. They must make the same decision. */
function reconcileOrders(
  rulings: readonly Ruling[],
  mode: JudgeRule["mode"],
  reader: AnswerReader,
): Ruling {
  const [ruling = UNDECIDED, reversedRuling] = rulings;
  const undecided: Ruling = { ...ruling, pickedMember: null, value: null };
  const calls = rulings.flatMap((orderRuling) => orderRuling.calls);
  // One ruling that decides nothing leaves the other unconfirmed.
  const undecidedRuling = rulings.find((orderRuling) => !hasDecision(orderRuling));
  if (undecidedRuling !== undefined) {
    const error =
      undecidedRuling === reversedRuling
        ? `with the positions in the opposite order: ${reversedRuling.error}`
        : (ruling.error ?? NOT_SAID[mode]);
    return { ...undecided, calls, error };
  }
  const ordersAgree =
    reversedRuling === undefined || isSameDecision(ruling, reversedRuling, reader);
  // A judge that changes its ruling with the order of the positions has not decided on the arguments.
  const givesNothing = rulings.some(
    ({ value }) => value !== null && reader.isNone?.(value.value) === true,
  );
  const error = givesNothing ? NO_ANSWER : CONTRADICTION;
  return {
    ...(ordersAgree && !givesNothing ? ruling : { ...undecided, error }),
    ...(rulings.some(({ clarified }) => clarified) ? { clarified: true as const } : {}),
    calls,
    ...(reversedRuling === undefined ? {} : { ordersAgree }),
  };
}

const CONTRADICTION = "it contradicted itself when the positions were shown in the opposite order";
const NO_ANSWER = "its verdict gives no answer, as the model that compares answers found";

/** Content of the answer section of a judge who picks. */
const PICK = { section: "the label of the position that you choose, exactly as written" };

function judgeCall(
  { state, judge, rule, reader }: JudgeSession,
  reversed: boolean,
): { call: StepCall; labels: Labels } {
  const { config, task, ports } = state;
  const { mode } = rule;
  const round = ports.rounds.length;
  const unseen = judge.sees === "quotes";
  const visibleState = unseen ? { ...state, config: quotingConfig(state) } : state;
  const step = formatStepName({ role: "judge", reversed });
  const mark = fenceMark(task, step);
  const view = showPanel(visibleState, { visible: null, viewer: null, reader, reversed, mark });
  const structured = rule.structured === true && mode === "synthesize";
  const labels: Labels = new Map(view.labels);
  const peers = [
    ...(unseen ? [UNSEEN] : []),
    view.text,
    ...quoteDifferences(currentDifferences(state), mark, (name) => findLabel(state, labels, name)),
  ].join("\n\n");
  const input = promptInput("judge", round, {
    peers,
    labels: [...labels.keys()],
    structured,
  });
  const namesPosition =
    mode === "synthesize" && !structured && getKindName(config.answer) !== "json";
  const turn =
    config.prompts[mode](input) + (namesPosition ? `\n\n${namePosition(input.labels)}` : "");
  const call = prepareCall(state, {
    ...judgeParts(state, judge, turn, input),
    step,
    peers: view.peers,
    reply: mode === "pick" ? PICK : structured ? "object" : "answer",
  });
  return { call, labels };
}

/** Asks a judge that writes its own answer to name the position it states. */
function namePosition(labels: readonly string[]): string {
  return (
    'Before the section, write one line "Position: <label>": the position that your answer states, exactly as labelled ' +
    `(${labels.join(", ")}), or none if it states another one.`
  );
}

/** Label under which the judge knows a member. */
function findLabel({ seats }: DebateState, labels: Labels, name: string): string | null {
  const index = seats.findIndex(({ member }) => member.name === name);
  return [...labels].find(([, at]) => at === index)?.[0] ?? null;
}

/** Returns the config with unverified quotes removed from all texts. */
function quotingConfig({ config, task, ports }: DebateState): ResolvedConfig {
  const substitute = (position: Position): Position => config.substitute?.(position) ?? position;
  const spokenTexts = ports.rounds.flatMap(({ positions }) =>
    positions.filter(({ status }) => status === "spoke").map((spoken) => substitute(spoken).text),
  );
  const material = createQuoteSources(ports.rounds, task.material).context();
  const verifiedTexts = showVerifiedQuotes(spokenTexts, material, [task.question]);
  const shownFor = new Map(spokenTexts.map((text, index) => [text, verifiedTexts[index]]));
  return {
    ...config,
    substitute: (position) => {
      const replaced = substitute(position);
      return { ...replaced, text: shownFor.get(replaced.text) ?? "" };
    },
  };
}

/** Decision in a judge's reply: a position, or an answer with the requested parts. */
type ReadDecision = Pick<Ruling, "pickedMember" | "value" | "statedMember"> & {
  verdict: ReadRuling | null;
};

function readDecision(
  { rule: { mode, structured }, reader }: JudgeSession,
  { text: raw }: ModelReply,
  mark: string,
  labels: Labels,
): ReadDecision | null {
  if (mode === "pick") {
    const label = readPickedLabel(raw, [...labels.keys()], mark);
    const pickedMember = label === null ? null : (labels.get(label) ?? null);
    return pickedMember === null
      ? null
      : { pickedMember, value: null, statedMember: null, verdict: null };
  }
  const { label, rest } = splitStatedLabel(raw, [...labels.keys()], mark);
  const value = reader.read(readReply(rest, mark), withoutMarks(rest, mark));
  const verdict = structured ? readStructuredRuling(raw, mark) : null;
  const statedMember = labels.get(verdict?.position ?? label ?? "") ?? null;
  return value === null || (structured && verdict === null)
    ? null
    : { pickedMember: null, value, verdict, statedMember };
}

function toRuling(
  { state, rule, reader }: JudgeSession,
  result: CallResult<ReadDecision>,
  labels: Labels,
): Ruling {
  const { value: decided } = result;
  const ruling = readRuling(result);
  if (ruling.error !== undefined) return ruling;
  if (decided !== null) {
    const { verdict, ...decision } = decided;
    if (verdict === null) return { ...ruling, ...decision };
    const citations = verifyCitations(state, verdict.citations, labels);
    return { ...ruling, ...decision, ...verdict, citations };
  }
  // The answer counts even if the requested reasons are missing.
  const { reading, text } = readAsked(result);
  const isStructured = rule.structured && rule.mode === "synthesize";
  const value = isStructured ? reader.read(reading, text) : null;
  const error = value === null ? NOT_SAID[rule.mode] : UNSTRUCTURED;
  return { ...ruling, value, error };
}

const UNSTRUCTURED =
  "The judge's verdict came without the reasons and citations that `structured` asks for";

/** Errors for replies that decide nothing. */
const NOT_SAID: Readonly<Record<Filled<JudgedRule>["mode"], string>> = {
  pick: "its reply names nobody",
  synthesize: "no answer could be read from its reply",
};

/** Drops a claim that rules refute: the named position has another value. */
function keepConfirmedPosition(
  { state: { seats }, rule, reader }: JudgeSession,
  ruling: Ruling,
): Ruling {
  const { value, statedMember } = ruling;
  if (value === null) return ruling;
  const seat = rule.writesUp
    ? seats.find((candidate) => candidate.value !== null)
    : seats[statedMember ?? -1];
  const position = seat?.value ?? null;
  const refuted = position === null || isRuledOut(reader, position, value);
  return { ...ruling, statedMember: refuted ? null : (seat?.index ?? null) };
}

/** True if rules say that two answers differ. For prose they may leave it open. */
function isRuledOut(
  reader: AnswerReader,
  one: ReadAnswer<unknown>,
  other: ReadAnswer<unknown>,
): boolean {
  return reader.compareByRules === undefined
    ? !isSameAnswer(reader, one, other)
    : reader.compareByRules(one.value, other.value) === "different";
}

/** True if the rules can't tell whether a text states one of the positions, and no model has compared them. */
function isLeftOpen(
  { comparisons }: DebateState,
  reader: AnswerReader,
  value: ReadAnswer<unknown>,
  positions: readonly (ReadAnswer<unknown> | null)[],
): boolean {
  const key = getKey(reader, value.value);
  return positions.some(
    (position) =>
      position !== null &&
      reader.compareByRules?.(position.value, value.value) === "open" &&
      typeof comparisons.get(key, getKey(reader, position.value)) !== "boolean",
  );
}

function isSameDecision(a: Ruling, b: Ruling, reader: AnswerReader): boolean {
  if (a.pickedMember !== null || b.pickedMember !== null) return a.pickedMember === b.pickedMember;
  if (a.statedMember !== null && a.statedMember === b.statedMember) return true;
  return a.value !== null && b.value !== null && isSameAnswer(reader, a.value, b.value);
}
