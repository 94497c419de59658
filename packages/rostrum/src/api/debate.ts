import type { DebateConfig, Debater, RunOptions } from "../protocol/options.ts";
import type { ResolvedConfig } from "../debate/resolved-config.ts";
import { ConfigError, JournalMismatchError } from "../errors.ts";
import type { DebatePlan } from "../protocol/config.ts";
import type { DebateEvent } from "../protocol/events.ts";
import type { Question } from "../protocol/question.ts";
import type { AnswerOf, DataKind } from "../protocol/answer.ts";
import type { Review } from "../protocol/settings.ts";
import type { DebateResult } from "../protocol/result.ts";
import { fold } from "../record/index.ts";
import { fail, isPlainObject, knownKeys } from "../vocabulary/index.ts";
import { taskOf } from "./config/question.ts";
import { resolveConfig } from "./config/resolve-config.ts";
import { planOf } from "./plan.ts";
import { lastRecordedRound, recordedRounds, replayedSteps, storedRun } from "./recorded.ts";
import { review } from "./run/reviews.ts";
import { execute } from "./run/execute.ts";
import { secretOf } from "./run/secret.ts";
import { runOf } from "./run-of.ts";
import { streamOf, type DebateStream } from "./stream.ts";
import { workersOf } from "./workers.ts";

/** What replay() may look at differently. No model is called, so nothing else can change. */
export type ReplayChanges<A> = Pick<
  Partial<DebateConfig<A>>,
  "answer" | "stop" | "decide" | "escalateBelow"
>;

export type ForkChanges<A> = Partial<DebateConfig<A>> & {
  /** The first round that is held anew; the rounds before it are taken over. 0 takes over none. */
  fromRound: number;
  /** The changes in one piece, as well as or instead of beside `fromRound`. */
  config?: Partial<DebateConfig<A>>;
};

/** A panel with its rules, ready to be asked any number of questions. */
export interface Debate<A = string> {
  /** What it was made from. */
  readonly config: DebateConfig<A>;
  /** Asks the panel. With a journal and the id of an earlier run, resumes it. */
  run(question: Question, run?: RunOptions): Promise<DebateResult<A>>;
  /** The same, with every event as it happens. Starts at once; leaving the loop aborts. */
  stream(question: Question, run?: RunOptions): DebateStream<DebateResult<A>>;
  /** What a debate on this question may take at most. Calls no model. */
  plan(question?: Question): DebatePlan;
  /** Rebuilds a recorded run without calling any model, under another rule or answer kind if asked. */
  replay(id: string, changes?: ReplayChanges<A>): Promise<DebateResult<A>>;
  /** Starts a new run from a recorded one's rounds: what came before `fromRound` is not paid again. */
  fork(id: string, from: ForkChanges<A>, options?: RunOptions): Promise<DebateResult<A>>;
  /** Settles an escalated run of this process that waits for a person (`onEscalate: "wait"`). */
  review(id: string, review: Review): void;
  /** Everybody this debate calls: `debater_0`, `debater_1`, …, and `judge` when there is one. */
  workers(): Record<string, Debater>;
}

/** A config whose answer kind is written as data, so that the type of the answer follows from it. */
export type KindConfig<K extends DataKind> = Omit<DebateConfig<AnswerOf<K>>, "answer"> & {
  answer: K;
};

export interface DebateConstructor {
  new <const K extends DataKind>(config: KindConfig<K>): Debate<AnswerOf<K>>;
  new <A = string>(config: DebateConfig<A>): Debate<A>;
  readonly prototype: Debate<unknown>;
}

class Panel<A> implements Debate<A> {
  readonly #config: DebateConfig<A>;
  readonly #resolved: ResolvedConfig;

  constructor(config: DebateConfig<A>) {
    this.#resolved = resolveConfig(config);
    this.#config = config;
  }

  get config(): DebateConfig<A> {
    return this.#config;
  }

  async run(question: Question, run: RunOptions = {}): Promise<DebateResult<A>> {
    return this.#start(question, run);
  }

  stream(question: Question, run: RunOptions = {}): DebateStream<DebateResult<A>> {
    return streamOf((listener, leaving) => this.#start(question, run, { listener, leaving }));
  }

  plan(question: Question = ""): DebatePlan {
    return planOf(this.#resolved, question);
  }

  async replay(id: string, changes: ReplayChanges<A> = {}): Promise<DebateResult<A>> {
    if (!isPlainObject(changes)) fail("changes", "an object", changes);
    knownKeys(changes, ["answer", "stop", "decide", "escalateBelow"], "changes");
    const stored = await storedRun(this.#config.journal, id);
    const { result, status, started } = fold(stored.events);
    if (status === "completed" && Object.keys(changes).length === 0) return typed(result);
    const last = lastRecordedRound(stored);
    if (last < 0 && result.routing === "debate") {
      throw new ConfigError("id", `expected a run with a finished round, got none in "${id}"`);
    }
    const config = { ...this.#config, ...changes, onEscalate: "flag" as const };
    const { budget: _caps, journal: _journal, ...free } = config;
    const resolved = resolveConfig(free);
    if (started?.panel.length !== resolved.members.length) {
      throw new JournalMismatchError(id, ["the number of debaters"]);
    }
    const replayed = { ...resolved, rounds: Math.min(resolved.rounds, Math.max(0, last)) };
    const context = started?.context ?? [];
    const task = { id, question: result.question, context, secret: secretOf(stored.inputs) };
    const recorded = replayedSteps(stored, resolved);
    return typed(await execute({ ...runOf(free, replayed, task, {}), recorded, modelFree: true }));
  }

  async fork(id: string, from: ForkChanges<A>, options: RunOptions = {}): Promise<DebateResult<A>> {
    if (!isPlainObject(from)) fail("changes", "an object with `fromRound`", from);
    const { fromRound, config: whole, ...parts } = from;
    const changes = { ...whole, ...parts };
    const stored = await storedRun(this.#config.journal, id);
    const last = lastRecordedRound(stored);
    if (!Number.isSafeInteger(fromRound) || fromRound < 0) {
      fail("fromRound", "a whole number, 0 or more", fromRound);
    }
    if (fromRound > last + 1) {
      fail("fromRound", `at most ${last + 1}, one past the last recorded round`, fromRound);
    }
    const { started, result } = fold(stored.events);
    const config = { ...this.#config, ...changes };
    const fresh = taskOf({ text: result.question, context: started?.context ?? [] }, options.id);
    // The rounds taken over and those to come are quoted alike.
    const task = { ...fresh, secret: secretOf(stored.inputs) || fresh.secret };
    const run = runOf(config, resolveConfig(config), task, options);
    const recorded = recordedRounds(stored, fromRound);
    run.started.forkedFrom = { id, fromRound };
    return typed(await execute({ ...run, recorded }));
  }

  review(id: string, said: Review): void {
    review(id, said);
  }

  workers(): Record<string, Debater> {
    return workersOf(this.#resolved);
  }

  async #start(
    question: Question,
    options: RunOptions,
    reader?: { listener: (event: DebateEvent) => void; leaving: AbortSignal },
  ): Promise<DebateResult<A>> {
    const task = taskOf(question, (options as RunOptions | null)?.id);
    const run = runOf(this.#config, this.#resolved, task, options);
    if (!reader) return typed(await execute(run));
    const { leaving } = reader;
    const listener = (event: DebateEvent): unknown => {
      reader.listener(event);
      return options.onEvent?.(event);
    };
    return typed(await execute({ ...run, listener, signals: [...run.signals, leaving] }));
  }
}

export const Debate: DebateConstructor = Panel;

/** Asks a panel one question: `new Debate(config).run(question)`. */
export function debate<const K extends DataKind>(
  question: Question,
  config: KindConfig<K>,
  run?: RunOptions,
): Promise<DebateResult<AnswerOf<K>>>;
export function debate<A = string>(
  question: Question,
  config: DebateConfig<A>,
  run?: RunOptions,
): Promise<DebateResult<A>>;
export async function debate(
  question: Question,
  config: DebateConfig<unknown>,
  run: RunOptions = {},
): Promise<DebateResult<unknown>> {
  return new Panel(config).run(question, run);
}

/** The answer kind made the answer, so its type is the config's. */
function typed<A>(result: DebateResult<unknown>): DebateResult<A> {
  return result as DebateResult<A>;
}
