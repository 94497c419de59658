import type { DebateConfig, Debater, RunOptions } from "../protocol/options.ts";
import type { ResolvedConfig } from "../debate/resolved-config.ts";
import type { DebatePlan } from "../protocol/config.ts";
import type { Journal } from "../protocol/journal.ts";
import type { DebateEvent } from "../protocol/events.ts";
import type { Question } from "../protocol/question.ts";
import type { AnswerOf, DataKind } from "../protocol/answer.ts";
import type { Note, Review } from "../protocol/settings.ts";
import type { DebateResult } from "../protocol/result.ts";
import { taskOf } from "./config/question.ts";
import { resolveConfig } from "./config/resolve-config.ts";
import { planOf } from "./plan.ts";
import type { Leaving } from "./leaving.ts";
import { loadedEngine, loadEngine } from "./load-engine.ts";
import type { ForkChanges, ReplayChanges } from "./replay-and-fork.ts";
import type { Carry } from "./follow/carried.ts";
import { openWaits, proceed, review, say, speak } from "./run/acts.ts";
import type { Run } from "./run/run.ts";
import { runOf } from "./run-of.ts";
import { streamOf, type DebateStream } from "./stream.ts";
import { workersOf } from "./workers.ts";

/** A panel with its rules, ready to be asked any number of questions. */
export interface Debate<A = string> {
  /** What it was made from. */
  readonly config: DebateConfig<A>;
  /** Asks the panel. With a journal and the id of an earlier run, resumes it. */
  run(question: Question, run?: RunOptions): Promise<DebateResult<A>>;
  /** The same, with every event as it happens. Starts at once; leaving the loop aborts. */
  stream(question: Question, run?: RunOptions): DebateStream<DebateResult<A>>;
  /** The most that a debate on this question may use. Calls no model. */
  plan(question?: Question): DebatePlan;
  /** Rebuilds a recorded run without calling any model, optionally with another rule or answer kind. */
  replay(id: string, changes?: ReplayChanges<A>): Promise<DebateResult<A>>;
  /** Starts a new run from the rounds of a recorded one. Rounds before `fromRound` are not paid for again. */
  fork(id: string, from: ForkChanges<A>, options?: RunOptions): Promise<DebateResult<A>>;
  /** Asks the panel a question that follows up a finished run of the journal, which it reads about first. */
  follow(id: string, question: Question, options?: FollowOptions): Promise<DebateResult<A>>;
  /**
   * Lets a run of this process go on that is paused after a round (`onRound: "wait"`). It resolves when the
   * journal has it, as `say` and `speak` do.
   */
  proceed(id: string): Promise<void>;
  /** Gives every debater of a run of this process a moderator's note before the next round. */
  say(id: string, note: Note): Promise<void>;
  /** Says something for a person at the table of a run of this process that waits for their words. */
  speak(id: string, name: string, text: string): Promise<void>;
  /**
   * Settles an escalated run of this process that waits for a person (`onEscalate: "wait"`), or adds a review to a
   * completed run of the panel's journal. It resolves when the run has the review. A run takes one review.
   */
  review(id: string, review: Review): Promise<void>;
  /** The participants of this debate: `debater_0`, `debater_1`, …, and `judge` if there is one. */
  workers(): Record<string, Debater>;
}

/** Options of `panel.follow()`. */
export interface FollowOptions extends RunOptions {
  /**
   * What the panel reads of the earlier debate: its question and answer, also every debater's last position
   * in short, or every reply.
   *
   * @default "digest"
   */
  carry?: Carry;
}

/** A config whose answer kind is written as data, so that the type of the answer follows from it. */
export type KindConfig<K extends DataKind> = Omit<DebateConfig<AnswerOf<K>>, "answer"> & {
  answer: K;
};

/** What `new Debate(config)` accepts. The answer's type follows from the config. */
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

  run(question: Question, run: RunOptions = {}): Promise<DebateResult<A>> {
    return this.#start(question, run);
  }

  stream(question: Question, run: RunOptions = {}): DebateStream<DebateResult<A>> {
    return streamOf((listener, leaving) => this.#start(question, run, { listener, leaving }));
  }

  plan(question: Question = ""): DebatePlan {
    return planOf(this.#resolved, question);
  }

  async replay(id: string, changes: ReplayChanges<A> = {}): Promise<DebateResult<A>> {
    const { replayed } = await loadEngine();
    return typed(replayed(this.#config, id, changes));
  }

  async fork(id: string, from: ForkChanges<A>, options: RunOptions = {}): Promise<DebateResult<A>> {
    const { forked } = await loadEngine();
    return typed(forked(this.#config, id, from, options));
  }

  async follow(
    id: string,
    question: Question,
    options: FollowOptions = {},
  ): Promise<DebateResult<A>> {
    const { carry, ...run } = options;
    taskOf(question, run.id);
    const { execute, followUp } = await loadEngine();
    const asked = await followUp(this.#config.journal, id, question, carry);
    const following = runOf(this.#config, this.#resolved, taskOf(asked, run.id), run);
    following.started.parent = id;
    return typed(execute(following));
  }

  proceed(id: string): Promise<void> {
    return proceed(id);
  }

  say(id: string, note: Note): Promise<void> {
    return say(id, note);
  }

  speak(id: string, name: string, text: string): Promise<void> {
    return speak(id, name, text);
  }

  review(id: string, said: Review): Promise<void> {
    const { journal } = this.#config;
    if (journal === undefined || openWaits(id).some((wait) => wait.for === "review")) {
      review(id, said);
      return Promise.resolve();
    }
    return this.#reviewCompleted(journal, id, said);
  }

  async #reviewCompleted(journal: Journal, id: string, said: Review): Promise<void> {
    const { reviewCompleted } = await loadEngine();
    await reviewCompleted(journal, id, said, { answer: this.#resolved.answer });
  }

  workers(): Record<string, Debater> {
    return workersOf(this.#resolved);
  }

  #start(
    question: Question,
    options: RunOptions,
    reader?: { listener: (event: DebateEvent) => void; leaving: Leaving },
  ): Promise<DebateResult<A>> {
    try {
      const task = taskOf(question, (options as RunOptions | null)?.id);
      const run = runOf(this.#config, this.#resolved, task, options);
      if (reader) addReader(run, reader, options.onEvent);
      return typed(executed(run));
    } catch (thrown) {
      return Promise.reject(thrown);
    }
  }
}

/** Without an async function once the engine is there: it would be kept as long as the run. */
function executed(run: Run): Promise<DebateResult<unknown>> {
  const engine = loadedEngine();
  return engine ? engine.execute(run) : loadEngine().then(({ execute }) => execute(run));
}

function addReader(
  run: Run,
  { listener, leaving }: { listener: (event: DebateEvent) => void; leaving: Leaving },
  onEvent: RunOptions["onEvent"],
): void {
  run.leaving = leaving;
  run.listener = onEvent
    ? (event) => {
        listener(event);
        return onEvent(event);
      }
    : listener;
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

/** The answer kind made the answer, so it has the config's answer type. */
function typed<A>(result: Promise<DebateResult<unknown>>): Promise<DebateResult<A>> {
  return result as Promise<DebateResult<A>>;
}
