import {
  AbortError,
  asRostrumError,
  ChainError,
  ConfigError,
  RostrumError,
  readMessage,
  typeName,
} from "@rostrum/core/support";
import {
  addCosts,
  addSpend,
  type Budget,
  type CallCost,
  type Charge,
  type DebateResult,
  knownSpend,
  type TotalUsage,
  NO_COST,
  NO_SPEND,
} from "@rostrum/core/protocol";
import { ObserverErrors } from "@rostrum/runtime/api";
import { forEachLimited } from "../for-each-limited.ts";
import { askUntilDecided, type ChainQuestion, type DecidedAnswer } from "./ask.ts";
import { canRemove, checkChain, type CheckedChain } from "./check-chain.ts";
import { createPlace, openCheckpoints, type Checkpoints, type Place } from "./checkpoints.ts";
import { addStep, describeDegradedSteps } from "./degraded-steps.ts";
import { stringifyState } from "./json-state.ts";
import { createMeasure } from "./progress.ts";
import type { Chain, ChainOptions, ChainResult, ChainStep, StepQuestion } from "./types.ts";

const MAX_CONCURRENT_QUESTIONS = 100;

/**
 * Runs a long task as a chain of small questions, each decided by the panel. With a journal, an interrupted chain
 * resumes at the step where it stopped. It never continues from a guess: a step that stays undecided ends the chain with
 * an error that carries the state.
 */
export async function chain<S, A, const Q extends StepQuestion>(
  task: Chain<S, A, Q>,
  options: ChainOptions<NoInfer<S>, NoInfer<A>> = {},
): Promise<ChainResult<S>> {
  const checked = checkChain(task, options);
  const { id, signal, onStep, budget, maxSteps } = checked;
  if (signal?.aborted) throw new AbortError(signal.reason);
  const checkpoints = await openCheckpoints(checked, createPlace(checked.startText));
  let place = checkpoints?.place ?? createPlace(checked.startText);
  const observers = new ObserverErrors();
  /** Cost of the runs since the last state. */
  let stepCost: CallCost = NO_COST;
  if (budget?.own) budget.budget.open().settle(NO_SPEND, place.charged);
  try {
    if (checkpoints?.done) {
      await checkpoints.close("completed");
      return createResult<S>(place, []);
    }
    // The process may have been killed between storing a state and removing the runs before it.
    await removeOldRuns(checked, place);
    const measure = createMeasure(place.index);
    let state: unknown = JSON.parse(place.text);
    for (;;) {
      const questions = await callUserCode(checked, "step", () => checked.step(state));
      const chainQuestions = listQuestions(questions, place.index);
      if (chainQuestions === null) break;
      if (place.index >= maxSteps) {
        throw new ChainError(
          `expected the end after at most ${maxSteps} steps, but \`step\` returned another question`,
        );
      }
      const decided = await askAtOnce(checked, chainQuestions, (cost) => {
        stepCost = addCosts(stepCost, cost);
      });
      const isList = chainQuestions[0]?.listIndex !== null;
      const answers = decided.map(({ result }) => result.answer);
      const answer = isList ? answers : answers[0];
      state = await callUserCode(checked, "next", () => checked.next(state, answer));
      const index = place.index;
      place = advancePlace(
        chargePlace(checked, place, stepCost),
        stringifyState(state, "next"),
        decided,
      );
      stepCost = NO_COST;
      if (index === 0) place.first = shortenQuestion(chainQuestions[0]?.question);
      await checkpoints?.save(place);
      await removeOldRuns(checked, place);
      if (onStep) {
        const results = decided.map(({ result }) => result);
        const finishedStep: ChainStep = {
          index,
          state,
          result: isList ? results : (results[0] as DebateResult<unknown>),
          progress: measure(place),
        };
        // Awaited, so that steps don't outpace a slow listener. The guard has recorded its rejection already.
        await Promise.resolve(observers.guard("onStep", () => onStep(finishedStep))).catch(
          () => undefined,
        );
      }
    }
    await checkpoints?.close("completed");
    return { ...createResult<S>(place, observers.warnings()), state: state as S };
  } catch (thrown) {
    const error = addPlace(thrown, place, id);
    // If the journal has failed, its second error must not hide the first.
    await closeFailed(checked, checkpoints, chargePlace(checked, place, stepCost)).catch(
      () => undefined,
    );
    throw error;
  }
}

/** If runs aren't stored, nothing else knows what an undecided step cost. */
async function closeFailed(
  { keep }: CheckedChain,
  checkpoints: Checkpoints | null,
  place: Place,
): Promise<void> {
  if (keep === "states") await checkpoints?.save(place);
  await checkpoints?.close("failed");
}

/** Calls user code. An abort doesn't wait for its promise, which may never settle. */
async function callUserCode(
  { signal }: CheckedChain,
  name: "step" | "next",
  call: () => unknown,
): Promise<unknown> {
  if (signal?.aborted) throw new AbortError(signal.reason);
  const userResult = (async () => call())().catch((thrown: unknown) => {
    throw wrapUserError(name, thrown);
  });
  if (signal === undefined) return userResult;
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(new AbortError(signal.reason));
  signal.addEventListener("abort", abort, { once: true });
  // The user code may have aborted it synchronously.
  if (signal.aborted) abort();
  try {
    return await Promise.race([userResult, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function wrapUserError(name: string, thrown: unknown): RostrumError {
  if (thrown instanceof RostrumError) return thrown;
  return new ChainError(`\`${name}\` threw: ${readMessage(thrown)}`, { cause: thrown });
}

/** Turns the return value of `step` into questions. Checks all of them before any is paid for. */
function listQuestions(stepResult: unknown, index: number): ChainQuestion[] | null {
  if (stepResult === null) return null;
  if (!Array.isArray(stepResult))
    return [{ question: checkQuestion(stepResult), index, listIndex: null }];
  if (stepResult.length === 0) {
    throw new ConfigError("step", "expected at least one question in the list, or null, got none");
  }
  return stepResult.map((question, listIndex) => ({
    question: checkQuestion(question),
    index,
    listIndex,
  }));
}

function checkQuestion(question: unknown): unknown {
  if (typeof question === "string") {
    if (question.trim() !== "") return question;
    throw new ConfigError(
      "step",
      "expected a question, a list of questions or null, got an empty text",
    );
  }
  if (typeof question === "object" && question !== null && "text" in question) return question;
  throw new ConfigError(
    "step",
    `expected a question, a list of questions or null from the function, got ${typeName(question)}`,
  );
}

/** Asks all questions of a step. */
async function askAtOnce(
  checked: CheckedChain,
  questions: readonly ChainQuestion[],
  onCost: (cost: CallCost) => void,
): Promise<DecidedAnswer[]> {
  const decided: DecidedAnswer[] = [];
  await forEachLimited(questions, MAX_CONCURRENT_QUESTIONS, async (question, index) => {
    decided[index] = await askUntilDecided(checked, question, onCost);
  });
  return decided;
}

/** Without a budget of the chain's own, there is no worst case of unknown costs. */
function chargePlace({ budget }: CheckedChain, place: Place, stepCost: CallCost): Place {
  return {
    ...place,
    cost: addCosts(place.cost, stepCost),
    charged: budget?.own
      ? readCharged(budget.budget)
      : addSpend(place.charged, knownSpend(stepCost)),
  };
}

function advancePlace(place: Place, text: string, decided: readonly DecidedAnswer[]): Place {
  return {
    ...place,
    index: place.index + 1,
    text,
    retried: decided.reduce((sum, { retried }) => sum + retried, place.retried),
    runs: decided.flatMap(({ runs }) => runs),
    degraded: addStep(
      place.degraded,
      place.index,
      decided.map(({ result }) => result),
    ),
  };
}

function readCharged(budget: Budget): Charge {
  const { ms: _ms, usdIsAtLeast: _usdIsAtLeast, ...charged } = budget.spent();
  return charged;
}

/** Length at which a question can be recognized. */
const FIRST_CHARACTERS = 120;

function shortenQuestion(question: unknown): string {
  const text = typeof question === "string" ? question : (question as { text: unknown })?.text;
  return String(text).slice(0, FIRST_CHARACTERS);
}

/** Removes the runs of a finished step if only the latest are kept. */
async function removeOldRuns({ journal, keep }: CheckedChain, { runs }: Place): Promise<void> {
  if (keep !== "latest" || journal === null || !canRemove(journal)) return;
  await Promise.all(runs.map((run) => journal.remove(run)));
}

function createResult<S>(
  { index, text, retried, cost, degraded }: Place,
  observerWarnings: string[],
): ChainResult<S> {
  const { attempts, usage, costUsd } = cost;
  return {
    state: JSON.parse(text) as S,
    steps: index,
    usage: { calls: attempts, ...(usage as Omit<TotalUsage, "calls">) },
    costUsd,
    retried,
    warnings: [...describeDegradedSteps(degraded), ...observerWarnings],
  };
}

/** Adds the chain's id, step and state to every error, so that the caller loses nothing. */
function addPlace(thrown: unknown, { index, text }: Place, id: string): RostrumError {
  const error = asRostrumError(thrown);
  return Object.assign(error, { chain: id, index, state: JSON.parse(text) as unknown });
}
