import type {
  AnswerOf,
  DataKind,
  DebateConfig,
  DebateEvent,
  DebatePlan,
  Debater,
  DebateResult,
  Note,
  Outcome,
  Question,
  Review,
  RunOptions,
} from "@rostrum/core/protocol";
import type { Member, ResolvedConfig } from "@rostrum/core/debate";
import { ConfigError } from "@rostrum/core/support";
import { readQuestion } from "./config/question.ts";
import { checkBudget, resolveConfig } from "./config/resolve-config.ts";
import type { ForkChanges, ReplayChanges } from "./replay-and-fork.ts";
import type { Carry, FollowedRun } from "./follow-up.ts";
import { openWaits } from "./run/waiting-runs.ts";
import type { Run } from "./run/run.ts";
import { readRunId, readRunOptions } from "./run/run-options.ts";
import { createStream, type DebateStream } from "./stream.ts";

/** A panel with its rules, ready to be asked any number of questions. */
export interface Debate<A = string> {
  readonly config: DebateConfig<A>;
  /** Asks the panel. With a journal and the id of an earlier run, resumes it. */
  run(question: Question, run?: RunOptions): Promise<DebateResult<A>>;
  /** Asks the panel and yields every event as it happens. Starts at once; leaving the loop aborts the run. */
  stream(question: Question, run?: RunOptions): DebateStream<DebateResult<A>>;
  /** Estimates the typical and the maximum cost of a debate on this question. Calls no model. */
  plan(question?: Question, options?: PlanOptions): Promise<DebatePlan>;
  /** Rebuilds a recorded run without calling any model, optionally with another rule or answer kind. */
  replay(id: string, changes?: ReplayChanges<A>): Promise<DebateResult<A>>;
  /** Starts a new run from the rounds of a recorded one. Rounds before `fromRound` are not paid for again. */
  fork(id: string, from: ForkChanges<A>, options?: RunOptions): Promise<DebateResult<A>>;
  /** Asks the panel a question that follows up a finished run of the journal, which it reads about first. */
  follow(id: string, question: Question, options?: FollowOptions): Promise<DebateResult<A>>;
  /**
   * Lets a run go on that is paused after a round (`onRound: "wait"`). `proceed`, `say`, `speak` and `review` resolve
   * when the journal has what they did. The first three act only on runs that this panel started in this process.
   */
  proceed(id: string): Promise<void>;
  /** Gives every debater of a run a moderator's note before the next round. */
  say(id: string, note: Note): Promise<void>;
  /** Says something for a person at the table of a run that waits for their words. */
  speak(id: string, name: string, text: string): Promise<void>;
  /**
   * Settles an escalated run that waits for a person (`onEscalate: "wait"`), or adds a review to a
   * completed run of the panel's journal. A run takes one review.
   */
  review(id: string, review: Review): Promise<void>;
  /**
   * Records whether the answer of a completed run in the panel's journal turned out right. The result stays as it is;
   * `rostrum calibrate --from-runs` learns from it. A later outcome replaces an earlier one.
   */
  outcome(id: string, outcome: Outcome): Promise<void>;
  /** The participants of this debate: `debater_0`, `debater_1`, …, and `judge` if there is one. */
  workers(): Record<string, Debater>;
}

/** Options of `panel.plan()`. */
export interface PlanOptions {
  /** Plans `panel.follow()` with this run, whose question and material cost something, too. */
  follow?: FollowedRun | undefined;
}

/** Options of `panel.follow()`. */
export interface FollowOptions extends RunOptions {
  /**
   * Parts of the earlier debate that the panel reads: its question and answer, also a short version of every
   * debater's last position, or every reply.
   */
  carry?: Carry;
}

/** A config whose answer kind is written as data, so that the type of the answer follows from it. */
export type KindConfig<K extends DataKind> = Omit<DebateConfig<AnswerOf<K>>, "answer"> & {
  answer: K;
};

/** Constructor of a panel. The answer's type follows from the config. */
export interface DebateConstructor {
  new <const K extends DataKind>(config: KindConfig<K>): Debate<AnswerOf<K>>;
  new <A = string>(config: DebateConfig<A>): Debate<A>;
  readonly prototype: Debate<unknown>;
}

class ConfiguredDebate<A> implements Debate<A> {
  readonly #config: DebateConfig<A>;
  readonly #resolved: ResolvedConfig;

  constructor(config: DebateConfig<A>, resolved: ResolvedConfig = resolveConfig(config)) {
    this.#resolved = resolved;
    this.#config = config;
  }

  get config(): DebateConfig<A> {
    return this.#config;
  }

  run(question: Question, run: RunOptions = {}): Promise<DebateResult<A>> {
    return this.#start(question, run);
  }

  stream(question: Question, run: RunOptions = {}): DebateStream<DebateResult<A>> {
    return createStream((listener, signal) => this.#start(question, run, { listener, signal }));
  }

  async plan(question: Question = "", { follow }: PlanOptions = {}): Promise<DebatePlan> {
    const { completeQuestion, planDebate } = await loadEngine();
    const completed = await completeQuestion(this.#config.journal, question, follow);
    return planDebate(this.#config, this.#resolved, completed);
  }

  async replay(id: string, changes: ReplayChanges<A> = {}): Promise<DebateResult<A>> {
    const { replayRun } = await loadEngine();
    return withAnswerType(replayRun(this.#config, id, changes));
  }

  async fork(id: string, from: ForkChanges<A>, options: RunOptions = {}): Promise<DebateResult<A>> {
    const { forkRun } = await loadEngine();
    return withAnswerType(forkRun(this.#config, id, from, { options, panel: this }));
  }

  async follow(
    id: string,
    question: Question,
    options: FollowOptions = {},
  ): Promise<DebateResult<A>> {
    readQuestion(question, readRunId(options));
    const { carry, ...given } = options;
    const run = readRunOptions(given);
    const { execute, completeQuestion, createRun, createTask, readCarry } = await loadEngine();
    const completed = await completeQuestion(this.#config.journal, question, { id, carry }, run.id);
    const task = createTask(completed, run.id);
    const following: Run = { ...createRun(this.#config, this.#resolved, task, run), panel: this };
    following.started.parent = id;
    following.carry = readCarry(carry);
    return withAnswerType(execute(following));
  }

  proceed(id: string): Promise<void> {
    return act(({ proceedRun }) => proceedRun(id, this));
  }

  say(id: string, note: Note): Promise<void> {
    return act(({ sayInRun }) => sayInRun(id, note, this));
  }

  speak(id: string, name: string, text: string): Promise<void> {
    return act(({ speakInRun }) => speakInRun(id, name, text, this));
  }

  async review(id: string, said: Review): Promise<void> {
    const { journal } = this.#config;
    const { reviewCompleted, reviewRun } = await loadEngine();
    if (journal === undefined || openWaits(id, this).some((wait) => wait.for === "review")) {
      return reviewRun(id, said, this);
    }
    await reviewCompleted(journal, id, said, { answer: this.#resolved.answer });
  }

  async outcome(id: string, said: Outcome): Promise<void> {
    const { journal } = this.#config;
    if (journal === undefined) {
      throw new ConfigError("journal", "expected the journal that has the run, got none");
    }
    const { recordOutcome } = await loadEngine();
    await recordOutcome(journal, id, said);
  }

  workers(): Record<string, Debater> {
    const { members, judge } = this.#resolved;
    const debaters = members.map((member, index) => [`debater_${index}`, toDebater(member)]);
    return {
      ...(Object.fromEntries(debaters) as Record<string, Debater>),
      ...(judge ? { judge: toDebater(judge) } : {}),
    };
  }

  #start(
    question: Question,
    options: RunOptions,
    reader?: { listener: (event: DebateEvent) => void; signal: AbortSignal },
  ): Promise<DebateResult<A>> {
    try {
      // Both are copied at once: whoever asked may change theirs before the engine is loaded.
      const task = readQuestion(question, readRunId(options));
      const runOptions = readRunOptions(options);
      return withAnswerType(
        loadEngine().then(({ createAskedTask, createRun, execute }) => {
          const run = createRun(this.#config, this.#resolved, createAskedTask(task), runOptions);
          run.panel = this;
          if (reader) addReader(run, reader);
          return execute(run);
        }),
      );
    } catch (thrown) {
      return Promise.reject(thrown);
    }
  }
}

/** The reader of a stream gets every event first, and ends the run by leaving. */
function addReader(
  run: Run,
  { listener, signal }: { listener: (event: DebateEvent) => void; signal: AbortSignal },
): void {
  const onEvent = run.listener;
  run.signals = [...run.signals, signal];
  run.listener = (event) => {
    listener(event);
    return onEvent?.(event);
  };
}

/** A participant with its settings and defaults. */
function toDebater({ spec, weight, maxOutputTokens, instructions }: Member): Debater {
  return {
    ...spec,
    weight,
    maxOutputTokens,
    ...(instructions === "" ? {} : { instructions }),
  };
}

/**
 * The engine, loaded when the first run begins. Reading answers, prompts, rounds and records are most of the
 * library's code, and a page that only checks a config or shows a form should not wait for them.
 */
export async function loadEngine(): Promise<Engine> {
  return (engine ??= await import("./engine.ts"));
}

type Engine = typeof import("./engine.ts");

/** A run whose journal fails reports that itself, so whoever doesn't look here gets no unhandled rejection. */
function act(onRun: (engine: Engine) => Promise<void>): Promise<void> {
  const acted = loadEngine().then(onRun);
  acted.catch(() => undefined);
  return acted;
}

let engine: Engine | undefined;

export const Debate: DebateConstructor = ConfiguredDebate;

/** Checks a panel once for many runs, each with a journal and caps of its own. */
export function preparePanel<A>(
  config: DebateConfig<A>,
): (overrides: Pick<DebateConfig<A>, "journal" | "budget">) => Debate<A> {
  const resolved = resolveConfig(config);
  return (overrides) => {
    checkBudget(overrides.budget, resolved);
    return new ConfiguredDebate({ ...config, ...overrides }, resolved);
  };
}

/** Asks a panel one question: `new Debate(config).run(question)`. People act on runs through the panel's methods. */
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
  return new ConfiguredDebate(config).run(question, run);
}

/** The answer kind made the answer, so it has the config's answer type. */
function withAnswerType<A>(result: Promise<DebateResult<unknown>>): Promise<DebateResult<A>> {
  return result as Promise<DebateResult<A>>;
}
