import { formatStepName } from "../protocol/step-id.ts";
import type { JudgedRule } from "../protocol/rule-settings.ts";
import { getKindName, readReply, isSameAnswer, withoutMarks } from "../answers/index.ts";
import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import { findRefusal } from "../protocol/costs.ts";
import type { PaidCall } from "../protocol/paid-call.ts";
import type { ModelReply } from "../protocol/model.ts";
import type { Position } from "../protocol/position.ts";
import type { StepCall } from "../protocol/step.ts";
import type { PromptInput } from "../protocol/prompts.ts";
import { prepareCall, type CallParts } from "./calls.ts";
import { promptInput, questionTurns, withInstructions } from "./prompt-parts.ts";
import type { SpendGuard } from "./reserve.ts";
import type { Filled } from "../options/index.ts";
import { compareAnswers } from "./comparing/compare-answers.ts";
import { getKey } from "./comparing/comparisons.ts";
import { quoteDifferences } from "./comparing/quote-differences.ts";
import type { Citation } from "../protocol/citation.ts";
import {
  askReadable,
  findFailure,
  noteClarified,
  readAsked,
  type CallResult,
  type Expected,
} from "./ask-readable.ts";
import { expectAnswer } from "./expected-answer.ts";
import { createQuoteSources } from "../record/index.ts";
import {
  verifyCitations,
  readStructuredRuling,
  type ReadRuling,
  type StructuredRuling,
} from "./quoting/structured-ruling.ts";
import type { SetAttribute } from "./ports.ts";
import { showVerifiedQuotes } from "./quoting/verified-quotes.ts";
import { UNSEEN } from "./sides/prompt.ts";
import type { Member, ResolvedConfig } from "./resolved-config.ts";
import { type DebateState, endForBudget, currentDifferences } from "./state.ts";
import { readPickedLabel, readStatedLabel } from "./picked-label.ts";
import { fenceMark } from "./marks.ts";
import { showPanel } from "./view.ts";

/** Panel index behind each label that the judge is shown. */
type Labels = ReadonlyMap<string, number>;

/** Result of asking the judge. */
export interface Ruling extends StructuredRuling {
  /** Present if citations were requested. */
  citations?: Citation[];
  /** Text of the judge's reply, if there is one. */
  text: string | undefined;
  calls: PaidCall[];
  /** Panel index of the position picked. */
  picked: number | null;
  /** The answer read from a synthesis. */
  value: ReadAnswer<unknown> | null;
  /** Panel index of the member whose position a synthesis states; `null` if it names none. */
  stated: number | null;
  /** Set if it can't be determined whether the synthesis states one of the positions. */
  uncompared?: true;
  reasoning: string;
  confidence: number | null;
  ordersAgree?: boolean;
  /** A reply could not be read, so the judge was asked again. */
  clarified?: true;
  /** Why the judge decided nothing, or which part of its reply is missing. */
  error?: string;
}

const UNDECIDED: Ruling = {
  text: undefined,
  calls: [],
  picked: null,
  value: null,
  stated: null,
  reasoning: "",
  confidence: null,
};

/** How the judge is asked. */
interface JudgeRule extends Filled<JudgedRule> {
  /** All members share one position: the judge combines their texts, and nothing needs to be compared. */
  writesUp?: boolean;
}

/**
 * Asks the judge. A ruling without `picked` and `value` decides nothing. Compares the ruling with the positions and,
 * with both orders, with the other ruling.
 */
export async function askJudge(
  state: DebateState,
  judge: Member,
  rule: JudgeRule,
  reader: AnswerReader,
  spendGuard: SpendGuard,
  setAttribute: SetAttribute,
): Promise<Ruling> {
  const { mode, writesUp = false } = rule;
  const prepared = (rule.bothOrders ? [false, true] : [false]).map((reversed) => {
    const { call, labels } = judgeCall(state, judge, rule, reader, reversed);
    const read = (reply: ModelReply, mark: string): ReadDecision | null =>
      readDecision(reply, mark, labels, rule, reader);
    return { call, labels, read };
  });
  const expected =
    mode === "pick" ? "the label of one position" : expectAnswer({ ...state, reader });
  const replies = await callJudge(
    state,
    spendGuard,
    { judge, mode, expected, setAttribute },
    prepared,
  );
  if (replies === null) return { ...UNDECIDED, error: NO_BUDGET_ERROR };
  const rulings = replies.map((reply, index) =>
    keepConfirmedPosition(
      state,
      reader,
      writesUp,
      toRuling(reply, prepared[index]?.labels ?? new Map(), state, rule, reader),
    ),
  );
  const [ruling = UNDECIDED, reversedRuling] = rulings;
  const undecided = { ...ruling, picked: null, value: null };
  const calls = rulings.flatMap((orderRuling) => orderRuling.calls);
  // One ruling that decides nothing leaves the other unconfirmed.
  const undecidedRuling = rulings.find(({ picked, value }) => picked === null && value === null);
  if (undecidedRuling !== undefined) {
    const error =
      undecidedRuling === reversedRuling
        ? `with the positions in the opposite order: ${reversedRuling.error}`
        : (ruling.error ?? NOT_SAID[mode]);
    return { ...undecided, calls, error };
  }
  const values = rulings.flatMap(({ value }) => value ?? []);
  const [one, other] = values;
  const named = rulings.every(({ stated }) => stated !== null);
  const contradictory =
    one && other && reader.compareByRules?.(one.value, other.value) === "different";
  const positions = state.seats.map(({ value }) => value);
  if (one && !named && !contradictory) {
    const all = [...positions, ...values];
    await compareAnswers(state, "verdict", state.ports.rounds.length, all);
  }
  const uncompared = one !== undefined && !named && isLeftOpen(state, reader, one, positions);
  const ordersAgree =
    reversedRuling === undefined || isSameDecision(ruling, reversedRuling, reader);
  // A judge that changes its ruling with the order of the positions has not decided on the arguments.
  const givesNothing = values.some(({ value }) => reader.isNone?.(value) === true);
  const error = givesNothing ? NO_ANSWER : CONTRADICTION;
  return {
    ...(ordersAgree && !givesNothing ? ruling : { ...undecided, error }),
    ...(uncompared ? { uncompared: true as const } : {}),
    ...(rulings.some(({ clarified }) => clarified) ? { clarified: true as const } : {}),
    calls,
    ...(reversedRuling === undefined ? {} : { ordersAgree }),
  };
}

export const NO_BUDGET_ERROR = "the budget has no room for its call";

interface JudgeRequest {
  judge: Member;
  mode: Filled<JudgedRule>["mode"];
  expected: Expected;
  setAttribute: SetAttribute;
}

/** Makes all calls of the judge at once. `null`: the budget has no room for them. */
export async function callJudge<T>(
  state: DebateState,
  spendGuard: SpendGuard,
  { judge, mode, expected, setAttribute }: JudgeRequest,
  prepared: readonly { call: StepCall; read(reply: ModelReply, mark: string): T | null }[],
): Promise<CallResult<T>[] | null> {
  const calls = prepared.map(({ call }) => call);
  const shortage = await spendGuard.reserveClosing("judge", calls);
  if (shortage !== null) {
    endForBudget(state, shortage);
    return null;
  }
  const several = calls.length > 1 ? { times: calls.length } : {};
  state.ports.emit({ type: "debate.judging", judge: judge.name, mode, ...several });
  return Promise.all(
    prepared.map(async ({ call, read }) => {
      const result = await askReadable(state, call, read, expected);
      state.ports.traceCall?.(setAttribute, result.call, result.outcome);
      return result;
    }),
  );
}

/** Reads a judge's reply before a decision is made from it. Has an `error` if the reply is incomplete. */
export function readRuling(result: CallResult<unknown>): Ruling {
  const { outcome, calls } = result;
  if (outcome.reply === null) return { ...UNDECIDED, calls, error: outcome.error ?? "no reply" };
  const { reading, text } = readAsked(result);
  const { reasoning, confidence } = reading;
  const ruling = { ...UNDECIDED, ...noteClarified(result), text, calls, reasoning, confidence };
  const error = findRefusal(outcome.reply.finishReason) ?? findFailure(outcome);
  return error === null ? ruling : { ...ruling, error };
}

/** Parts of every judge call. A judge that sees only quotes doesn't get the material. */
export function judgeParts(
  { config, task, ports }: DebateState,
  judge: Member,
  turn: string,
  input: PromptInput = promptInput("judge", ports.rounds.length),
): Pick<CallParts, "member" | "role" | "round" | "system" | "messages"> {
  return {
    member: judge,
    role: "judge",
    round: ports.rounds.length,
    system: withInstructions(config.prompts.judgeSystem(input), judge),
    messages: questionTurns(judge.sees === "quotes" ? { ...task, context: [] } : task, turn),
  };
}

const CONTRADICTION = "it contradicted itself when the positions were shown in the opposite order";
const NO_ANSWER = "its verdict gives no answer, as the model that compares answers found";

/** Content of the answer section of a judge who picks. */
const PICK = { section: "the label of the position that you choose, exactly as written" };

function judgeCall(
  state: DebateState,
  judge: Member,
  rule: Filled<JudgedRule>,
  reader: AnswerReader,
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
  const shownFor = new Map(spokenTexts.map((text, place) => [text, verifiedTexts[place]]));
  return {
    ...config,
    substitute: (position) => {
      const replaced = substitute(position);
      return { ...replaced, text: shownFor.get(replaced.text) ?? "" };
    },
  };
}

/** Decision in a judge's reply: a position, or an answer with the requested parts. */
type ReadDecision = Pick<Ruling, "picked" | "value" | "stated"> & { verdict: ReadRuling | null };

function readDecision(
  { text: raw }: ModelReply,
  mark: string,
  labels: Labels,
  { mode, structured }: Filled<JudgedRule>,
  reader: AnswerReader,
): ReadDecision | null {
  if (mode === "pick") {
    const label = readPickedLabel(raw, [...labels.keys()], mark);
    const picked = label === null ? null : (labels.get(label) ?? null);
    return picked === null ? null : { picked, value: null, stated: null, verdict: null };
  }
  const text = withoutMarks(raw, mark);
  const value = reader.read(readReply(raw, mark), text);
  const verdict = structured ? readStructuredRuling(raw, mark) : null;
  return value === null || (structured && verdict === null)
    ? null
    : { picked: null, value, verdict, stated: readStated(raw, verdict, labels, mark) };
}

function toRuling(
  result: CallResult<ReadDecision>,
  labels: Labels,
  state: DebateState,
  rule: Filled<JudgedRule>,
  reader: AnswerReader,
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
  const value = rule.mode === "pick" ? null : reader.read(reading, text);
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

/** Panel index of the position that a synthesis claims to state. */
function readStated(
  raw: string,
  verdict: ReadRuling | null,
  labels: Labels,
  mark: string,
): number | null {
  const label = verdict?.position ?? readStatedLabel(raw, [...labels.keys()], mark);
  return label === null ? null : (labels.get(label) ?? null);
}

/** Drops a claim that rules refute: the named position has another value. */
function keepConfirmedPosition(
  { seats }: DebateState,
  reader: AnswerReader,
  writesUp: boolean,
  ruling: Ruling,
): Ruling {
  const { value, stated } = ruling;
  if (value === null) return ruling;
  const seat = writesUp ? seats.find((candidate) => candidate.value !== null) : seats[stated ?? -1];
  const position = seat?.value ?? null;
  const refuted =
    position === null || reader.compareByRules?.(position.value, value.value) === "different";
  return { ...ruling, stated: refuted ? null : (seat?.index ?? null) };
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
  if (a.picked !== null || b.picked !== null) return a.picked === b.picked;
  if (a.stated !== null && a.stated === b.stated) return true;
  return a.value !== null && b.value !== null && isSameAnswer(reader, a.value, b.value);
}
