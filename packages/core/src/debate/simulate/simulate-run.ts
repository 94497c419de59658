import type { AnswerReader, ReadAnswer } from "../../protocol/answer.ts";
import { NO_COST } from "../../protocol/costs.ts";
import type { StoredEventBody } from "../../protocol/events.ts";
import type { PromptMessage } from "../../protocol/question.ts";
import type { StepCall, StepOutcome } from "../../protocol/step.ts";
import { isAskedAgain } from "../../protocol/step-id.ts";
import { Recorder } from "../../record/recorder.ts";
import { mayAskAgain } from "../asking/ask-readable.ts";
import { messageTokens, type CountTokens } from "../spending/call-spend.ts";
import { isDraft, isReview } from "../config/debate-kinds.ts";
import { isPerson } from "../config/members.ts";
import type { Ports } from "../state/ports.ts";
import type { ResolvedConfig, Task } from "../config/resolved-config.ts";
import { runDebate } from "../run.ts";
import { createDebateState, type DebateState } from "../state/state.ts";
import { createTokenCount, isSimulated, readSimulatedWords, writeDense } from "./simulated-text.ts";
import { writeReply, writeUnreadable, type Behavior } from "./worst-case-replies.ts";

/** A call that a simulated run made. */
export interface SimulatedCall {
  call: StepCall;
  /** Tokens of its prompt. */
  input: number;
  /** Set if the outcome is known from the real run, so that nothing more is paid for it. */
  isPaid: boolean;
}

export interface Simulation {
  behavior: Behavior;
  /** How many tokens a reply has. */
  replyTokens(call: StepCall): number;
  /** Tokens that a token of a quoted reply counts as. */
  quoteFactor: number;
  /** Known outcomes of a run that has begun. */
  begunRun?: BegunRun;
}

/** A run whose rest is simulated. */
export interface BegunRun extends Pick<Ports, "notesUpTo" | "asksDroppedAgain"> {
  /** The outcome of a call that was made; `undefined` if it was not. */
  findOutcome(call: StepCall): StepOutcome | Promise<StepOutcome> | undefined;
}

/**
 * Runs the loop without calling a model: replies are written, and every call passes through the one port, so that what is
 * counted there is what a debate does. Returns the calls of models in the order in which they were made.
 */
export async function simulateRun(
  config: ResolvedConfig,
  task: Task,
  simulation: Simulation,
): Promise<SimulatedCall[]> {
  const calls: SimulatedCall[] = [];
  await runDebate(config, task, createPorts(config, task, simulation, calls));
  return calls;
}

/** The state of a debate that is about to begin. */
export function simulateStart(config: ResolvedConfig, task: Task): DebateState {
  const behavior: Behavior = {
    agrees: false,
    usesTools: false,
    quotesAll: false,
    check: "unknown",
  };
  const simulation = { behavior, replyTokens: () => 0, quoteFactor: 1 };
  return createDebateState(config, task, createPorts(config, task, simulation, []));
}

function createPorts(
  config: ResolvedConfig,
  task: Task,
  { behavior, replyTokens, quoteFactor, begunRun }: Simulation,
  calls: SimulatedCall[],
): Ports {
  const recorder = new Recorder();
  const count = createTokenCount(quoteFactor);
  let seq = 0;
  let serial = 0;
  const emit = (event: StoredEventBody): void =>
    recorder.apply({ ...event, debateId: task.id, at: 0, seq: seq++ });
  emit(describeStart(config, task));
  return {
    emit,
    rounds: recorder.rounds,
    step(call) {
      const outcome = begunRun?.findOutcome(call);
      if (call.request.role !== "tool" && !isPerson(call)) {
        const input = countInput(call, count, quoteFactor);
        calls.push({ call, input, isPaid: outcome !== undefined });
      }
      if (outcome !== undefined) return Promise.resolve(outcome);
      serial += 1;
      const terms = { config, task, behavior, serial, tokens: replyTokens(call) };
      const isRepeated = isAskedAgain(call.step) || usesTool(call, behavior);
      const reply =
        !isRepeated && mayAskAgain(config, call, {})
          ? writeUnreadable(terms)
          : writeReply(call, terms);
      return Promise.resolve({ ...NO_COST, attempts: 1, reply });
    },
    // Uncapped, because reserving runs a simulation and would recurse.
    budget: null,
    offline: true,
    isReplayed: () => false,
    slowestFirst: (preparedCalls) => [...preparedCalls],
    schedule: () => () => undefined,
    spentOn: () => NO_COST,
    span: (_name, _attributes, work) => work(() => undefined),
    traceCall: null,
    runUserCode: async (work) => work(new AbortController().signal),
    asksDroppedAgain: (step, round) => begunRun?.asksDroppedAgain(step, round) ?? false,
    beginRound: () => undefined,
    notesUpTo: (round) => begunRun?.notesUpTo(round) ?? [],
    afterRound: () => null,
    watchShift: async () => null,
    review: () => Promise.reject(new Error("a simulated run has no reviewer")),
    simulated: {
      adaptReader: (reader) =>
        isReview(config) || isDraft(config) ? reader : readSimulated(reader),
    },
  };
}

function usesTool({ request, tools }: StepCall, { usesTools }: Behavior): boolean {
  const mayAsk = request.tools !== undefined && !tools?.isRunByProvider;
  return request.role === "tool" || (mayAsk && usesTools);
}

/** Describes the panel for the record. */
function describeStart({ members, rounds }: ResolvedConfig, { question }: Task): StoredEventBody {
  return {
    type: "debate.started",
    question,
    panel: members.map(({ name, model, weight }) => ({ name, model: model.id, weight })),
    judge: null,
    rounds,
    rules: { stop: [], decide: "", answer: "", see: "", show: "", revise: "" },
  };
}

/** Tokens of messages, by how quoted replies count. A chat grows by turns, so most of them were counted before. */
const countedMessages = new Map<number, WeakMap<PromptMessage, number>>();

function countInput({ request, tools }: StepCall, count: CountTokens, quoteFactor: number): number {
  const counted = countedMessages.get(quoteFactor) ?? new WeakMap<PromptMessage, number>();
  countedMessages.set(quoteFactor, counted);
  const { system, messages, responseFormat } = request;
  const format = responseFormat ? count(JSON.stringify(responseFormat)) : 0;
  const offered = request.tools && tools ? tools.tokens : 0;
  return messages.reduce(
    (sum, message) => {
      const tokens = counted.get(message) ?? messageTokens(message, count);
      counted.set(message, tokens);
      return sum + tokens;
    },
    messageTokens({ role: "user", content: system }, count) + format + offered,
  );
}

/** A simulated answer: two are the same if they begin with the same words. */
interface SimulatedAnswer {
  simulated: string;
  text: string;
}

function isSimulatedAnswer(value: unknown): value is SimulatedAnswer {
  return typeof value === "object" && value !== null && "simulated" in value;
}

/**
 * A reader that takes simulated answers for answers of any kind, and leaves all others to the kind's own reader. What
 * no rule can tell of two of them is left to the model that compares answers.
 */
function readSimulated(reader: AnswerReader): AnswerReader {
  const isEither = (a: unknown, b: unknown): boolean =>
    isSimulatedAnswer(a) || isSimulatedAnswer(b);
  const isSame = (a: unknown, b: unknown): boolean =>
    isSimulatedAnswer(a) && isSimulatedAnswer(b) && a.simulated === b.simulated;
  const { key, shown, inUnitOf, explain } = reader;
  const adapted: AnswerReader = {
    basis: reader.basis,
    read(reading, text) {
      if (!isSimulated(text)) return reader.read(reading, text);
      return reading.answer === null ? null : createAnswer(reading.answer);
    },
    same: (a, b, forms) => (isEither(a, b) ? isSame(a, b) : reader.same(a, b, forms)),
    compareByRules(a, b) {
      if (isEither(a, b)) return isSame(a, b) ? "same" : "open";
      return reader.compareByRules?.(a, b) ?? (reader.same(a, b) ? "same" : "different");
    },
  };
  if (key) adapted.key = (value, form) => getText(value, "simulated") ?? key(value, form);
  if (shown) adapted.shown = (value) => getText(value, "text") ?? shown(value);
  if (explain) {
    adapted.explain = (reading) =>
      isSimulated(reading.reasoning) ? LONGEST_PROBLEM : explain(reading);
  }
  if (inUnitOf) {
    adapted.inUnitOf = (answer, group) =>
      isSimulatedAnswer(answer.value)
        ? { value: answer.value, unit: null }
        : inUnitOf(
            answer,
            group.filter(({ value }) => !isSimulatedAnswer(value)),
          );
  }
  return adapted;
}

/** Longest explanation of an unread reply that a model may be sent. */
const LONGEST_PROBLEM = writeDense(2000);

function getText(value: unknown, part: keyof SimulatedAnswer): string | null {
  return isSimulatedAnswer(value) ? value[part] : null;
}

function createAnswer(text: string): ReadAnswer<unknown> {
  const value: SimulatedAnswer = { simulated: readSimulatedWords(text), text };
  return { value, wording: text };
}
