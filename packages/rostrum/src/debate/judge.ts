import { stepName } from "../protocol/step-id.ts";
import type { JudgedRule } from "../protocol/rule-settings.ts";
import { readReply, sameAnswer, withoutMarks } from "../answers/index.ts";
import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import type { PaidCall } from "../protocol/events.ts";
import type { ModelReply } from "../protocol/model.ts";
import type { Position } from "../protocol/position.ts";
import type { StepCall } from "../protocol/step.ts";
import { prepareCall, promptInput, questionTurns, withInstructions } from "./calls.ts";
import type { Caps } from "./reserve.ts";
import type { Filled } from "../options/index.ts";
import { compareAnswers } from "./comparing/compare-answers.ts";
import type { Citation } from "../protocol/citation.ts";
import {
  askReadable,
  findFailure,
  findRefusal,
  noteClarified,
  readAsked,
  type Asked,
} from "./ask-readable.ts";
import { describeExpected } from "./prompts/reply-form.ts";
import { quoteSources } from "../record/index.ts";
import {
  checkCitations,
  readStructuredVerdict,
  type ReadVerdict,
  type StructuredVerdict,
} from "./quoting/structured-verdict.ts";
import type { SetAttribute } from "./ports.ts";
import { showVerifiedQuotes } from "./quoting/verified-quotes.ts";
import { UNSEEN } from "./sides/prompt.ts";
import type { Member, ResolvedConfig } from "./resolved-config.ts";
import { type DebateState, endForBudget } from "./state.ts";
import { readPickedLabel } from "./picked-label.ts";
import { panelMark, showPanel } from "./view.ts";

/** Panel index behind each label that the judge is shown. */
type Labels = ReadonlyMap<string, number>;

/** The outcome of asking the judge. */
export interface Judgment extends StructuredVerdict {
  /** What it cites, where it was asked for citations. */
  citations?: Citation[];
  /** The judge's words, if there are any. */
  text: string | undefined;
  calls: PaidCall[];
  /** Panel index of the position picked. */
  picked: number | null;
  /** The answer read from a synthesis. */
  value: ReadAnswer<unknown> | null;
  reasoning: string;
  confidence: number | null;
  ordersAgree?: boolean;
  /** A reply could not be read, and it was asked again. */
  clarified?: true;
  /** Why the judge decided nothing, or what it left out. */
  error?: string;
}

const UNDECIDED: Judgment = {
  text: undefined,
  calls: [],
  picked: null,
  value: null,
  reasoning: "",
  confidence: null,
};

/**
 * Asks the judge. A judgment without `picked` and `value` decides nothing. What it writes is compared with
 * the positions, and what it writes in the opposite order with both, before anything goes by it.
 */
export async function askJudge(
  state: DebateState,
  judge: Member,
  rule: Filled<JudgedRule>,
  reader: AnswerReader,
  caps: Caps,
  set: SetAttribute,
): Promise<Judgment> {
  const { mode } = rule;
  const prepared = [judgeCall(state, judge, rule, reader, false)];
  if (rule.bothOrders) prepared.push(judgeCall(state, judge, rule, reader, true));
  const shortage = await caps.reserveClosing(
    "judge",
    prepared.map(({ call }) => call),
  );
  if (shortage !== null) {
    endForBudget(state, shortage);
    return { ...UNDECIDED, error: "the budget has no room for its call" };
  }
  const several = prepared.length > 1 ? { times: prepared.length } : {};
  state.ports.emit({ type: "debate.judging", judge: judge.name, mode, ...several });
  const [said, turned] = await Promise.all(
    prepared.map(async ({ call, labels }) => {
      const asked = await askReadable(
        state,
        call,
        (reply, mark) => readDecision(reply, mark, labels, rule, reader),
        mode === "pick" ? "the label of one position" : describeExpected(state.config.answer),
      );
      state.ports.describeCall?.(set, asked.call, asked.outcome);
      return describeJudgment(asked, labels, state, rule, reader);
    }),
  );
  if (!said || !turned) {
    if (said?.value) await compareVerdicts(state, [said.value]);
    if (!said) return UNDECIDED;
    return givesNone(said, reader) ? { ...said, value: null, error: NO_ANSWER } : said;
  }
  const calls = [...said.calls, ...turned.calls];
  if (isSilent(said) || isSilent(turned)) {
    // One order says nothing about the other.
    const error = isSilent(said)
      ? said.error
      : `with the positions in the opposite order: ${turned.error}`;
    const undecided = { ...said, picked: null, value: null, calls };
    return error === undefined ? undecided : { ...undecided, error };
  }
  if (
    said.value &&
    turned.value &&
    reader.settle?.(said.value.value, turned.value.value) !== "different"
  ) {
    await compareVerdicts(state, [said.value, turned.value]);
  }
  const ordersAgree = isSameDecision(said, turned, reader);
  // A judge that changes its verdict with the order of the positions has not decided on the arguments.
  const givesNothing = givesNone(said, reader) || givesNone(turned, reader);
  const error = givesNothing ? NO_ANSWER : CONTRADICTION;
  const decided =
    ordersAgree && !givesNothing ? said : { ...said, picked: null, value: null, error };
  const clarified = (said.clarified ?? turned.clarified) ? { clarified: true as const } : {};
  return { ...decided, ...clarified, calls, ordersAgree };
}

const CONTRADICTION = "it contradicted itself when the positions were shown in the opposite order";
const NO_ANSWER = "its verdict gives no answer, as the model that compares answers found";

/** Whether a comparing model found a verdict to be no answer. */
function givesNone({ value }: Judgment, reader: AnswerReader): boolean {
  return value !== null && reader.isNone?.(value.value) === true;
}

async function compareVerdicts(
  state: DebateState,
  verdicts: readonly ReadAnswer<unknown>[],
): Promise<void> {
  const positions = state.seats.map(({ value }) => value);
  await compareAnswers(state, "verdict", state.ports.rounds.length, [...positions, ...verdicts]);
}

/** What a judge who picks writes between the marks. */
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
  const shown = unseen ? { ...state, config: quotingConfig(state) } : state;
  const around = [task.question, ...task.context.map(({ content }) => content)];
  const mark = panelMark(shown, round, around);
  const view = showPanel(shown, { visible: null, viewer: null, reader, reversed, mark });
  const structured = rule.structured === true && mode === "synthesize";
  const labels: Labels = new Map(view.labels);
  const peers = unseen ? `${UNSEEN}\n\n${view.text}` : view.text;
  const input = promptInput("judge", round, {
    peers,
    labels: [...labels.keys()],
    structured,
  });
  const call = prepareCall(state, {
    member: judge,
    role: "judge",
    step: stepName({ role: "judge", reversed }),
    round,
    peers: view.peers,
    system: withInstructions(config.prompts.judgeSystem(input), judge),
    messages: questionTurns(unseen ? { ...task, context: [] } : task, config.prompts[mode](input)),
    reply: mode === "pick" ? PICK : structured ? "object" : "answer",
  });
  return { call, labels };
}

/** The same debate in which nobody quotes what was not said. */
function quotingConfig({ config, task, ports }: DebateState): ResolvedConfig {
  const substitute = (position: Position): Position => config.substitute?.(position) ?? position;
  const said = ports.rounds.flatMap(({ positions }) =>
    positions.filter(({ status }) => status === "spoke").map((each) => substitute(each).text),
  );
  const material = quoteSources([], task.material).context();
  const shown = showVerifiedQuotes(said, material, [task.question]);
  const shownFor = new Map(said.map((text, place) => [text, shown[place]]));
  return {
    ...config,
    substitute: (position) => {
      const replaced = substitute(position);
      return { ...replaced, text: shownFor.get(replaced.text) ?? "" };
    },
  };
}

/** What a reply decides: a position, or an answer with what was asked for next to it. */
type Decided = Pick<Judgment, "picked" | "value"> & { verdict: ReadVerdict | null };

function readDecision(
  { text: raw }: ModelReply,
  mark: string,
  labels: Labels,
  { mode, structured }: Filled<JudgedRule>,
  reader: AnswerReader,
): Decided | null {
  if (mode === "pick") {
    const label = readPickedLabel(raw, [...labels.keys()], mark);
    const picked = label === null ? null : (labels.get(label) ?? null);
    return picked === null ? null : { picked, value: null, verdict: null };
  }
  const text = withoutMarks(raw, mark);
  const value = reader.read(readReply(raw, mark), text);
  const verdict = structured ? readStructuredVerdict(raw, mark) : null;
  return value === null || (structured && verdict === null)
    ? null
    : { picked: null, value, verdict };
}

function describeJudgment(
  asked: Asked<Decided>,
  labels: Labels,
  state: DebateState,
  rule: Filled<JudgedRule>,
  reader: AnswerReader,
): Judgment {
  const { outcome, calls, value: decided } = asked;
  if (outcome.reply === null) return { ...UNDECIDED, calls, error: outcome.error ?? "no reply" };
  const { reading, text } = readAsked(asked);
  const { reasoning, confidence } = reading;
  const said = { ...UNDECIDED, ...noteClarified(asked), text, calls, reasoning, confidence };
  if (decided !== null) {
    const { verdict, ...decision } = decided;
    if (verdict === null) return { ...said, ...decision };
    const citations = checkCitations(state, verdict.citations, labels);
    return { ...said, ...decision, ...verdict, citations };
  }
  const incomplete = findRefusal(outcome.reply.finishReason) ?? findFailure(outcome);
  if (incomplete !== null) return { ...said, error: incomplete };
  // An answer stands without the reasons that were asked for next to it.
  const value = rule.mode === "pick" ? null : reader.read(reading, text);
  const error = value === null ? NOT_SAID[rule.mode] : UNSTRUCTURED;
  return { ...said, value, error };
}

const UNSTRUCTURED =
  "its verdict came without the reasons and citations that `structured` asks for";

/** What a reply that decides nothing lacks. */
const NOT_SAID: Readonly<Record<Filled<JudgedRule>["mode"], string>> = {
  pick: "its reply names nobody",
  synthesize: "no answer could be read from its reply",
};

function isSilent({ picked, value }: Judgment): boolean {
  return picked === null && value === null;
}

function isSameDecision(a: Judgment, b: Judgment, reader: AnswerReader): boolean {
  if (a.picked !== null || b.picked !== null) return a.picked === b.picked;
  return a.value !== null && b.value !== null && sameAnswer(reader, a.value, b.value);
}
