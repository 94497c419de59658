import { describe, expect, it } from "vitest";
import {
  chain,
  ConfigError,
  Debate,
  debate,
  human,
  memoryJournal,
  RostrumError,
  type DebateConfig,
  type DebateEvent,
} from "../../packages/rostrum/src/index.ts";
import { panelSaying } from "../support/panel.ts";

const QUESTION = "What is the answer?";

/** A value whose every use throws. */
const hostile = new Proxy(
  {},
  {
    get() {
      throw new Error("hostile get");
    },
    ownKeys() {
      throw new Error("hostile keys");
    },
    getPrototypeOf() {
      throw new Error("hostile prototype");
    },
  },
);

const throwing = {
  get verdict(): string {
    throw new Error("hostile verdict");
  },
  get note(): string {
    throw new Error("hostile note");
  },
};

type Act = (id: never) => unknown;

type Acts = Pick<Debate, "proceed" | "say" | "speak" | "review">;

const VALID: Record<keyof Acts, (on: Acts) => Act> = {
  proceed: (on) => (id) => on.proceed(id),
  say: (on) => (id) => on.say(id, { note: "x" }),
  speak: (on) => (id) => on.speak(id, "grace", "Answer: blue"),
  review: (on) => (id) => on.review(id, { verdict: "confirm" }),
};

const NAMES = Object.keys(VALID) as (keyof Acts)[];

/** What a call rejects with. Fails where it throws or resolves. */
async function rejected(act: () => unknown): Promise<unknown> {
  const returned = act();
  expect(returned).toBeInstanceOf(Promise);
  return (returned as Promise<unknown>).then(
    () => expect.unreachable("it resolved"),
    (error: unknown) => error,
  );
}

const WAITING: Record<keyof Acts, () => DebateConfig> = {
  proceed: () => ({ debaters: panelSaying("red", "blue"), onRound: "wait" }),
  say: () => ({ debaters: panelSaying("red", "blue"), onRound: "wait" }),
  speak: () => ({ debaters: [...panelSaying("red"), human({ name: "grace" })], rounds: 0 }),
  review: () => ({ debaters: panelSaying("red", "blue"), rounds: 0, onEscalate: "wait" }),
};

/** Starts a run and resolves when it waits for a person. */
async function waitingRun(panel: Debate, id: string) {
  const stop = new AbortController();
  const waits = Promise.withResolvers<void>();
  const onEvent = ({ type }: DebateEvent): void => {
    if (type === "debate.waiting" || type === "debate.escalated") setTimeout(waits.resolve, 0);
  };
  const running = panel.run(QUESTION, { id, signal: stop.signal, onEvent });
  running.catch(() => undefined);
  await waits.promise;
  return {
    async end(): Promise<void> {
      stop.abort();
      await running.catch(() => undefined);
    },
  };
}

describe.each(NAMES)("%s", (name) => {
  const act = VALID[name];
  const panels = (): Acts[] => [
    new Debate(WAITING[name]()),
    new Debate({ ...WAITING[name](), journal: memoryJournal() }),
  ];

  it("rejects for an unknown run", async () => {
    for (const on of panels()) {
      expect(await rejected(() => act(on)("nobody" as never))).toBeInstanceOf(ConfigError);
    }
  });

  it("rejects for a run that is over", async () => {
    for (const journal of [undefined, memoryJournal()]) {
      const config = { debaters: panelSaying("red", "red"), ...(journal ? { journal } : {}) };
      const panel = new Debate(config);
      await panel.run(QUESTION, { id: "over" });
      // A completed run of a journal can be reviewed once.
      if (journal && name === "review") await panel.review("over", { verdict: "confirm" });
      expect(await rejected(() => act(panel)("over" as never))).toBeInstanceOf(ConfigError);
    }
  });

  it("rejects for another panel's run, which keeps waiting for its own panel", async () => {
    for (const journal of [undefined, memoryJournal()]) {
      const config = { ...WAITING[name](), ...(journal ? { journal } : {}) };
      const id = `of-another-${name}-${journal === undefined}`;
      const owner = new Debate(config);
      const { end } = await waitingRun(owner, id);
      const error = await rejected(() => act(new Debate(config))(id as never));
      expect(error).toBeInstanceOf(ConfigError);
      expect((error as Error).message).toMatch(/^id: run "of-another/);
      if (journal === undefined || name !== "review") {
        expect((error as Error).message).toContain("another panel");
      }
      await act(owner)(id as never);
      await end();
    }
  });

  it("rejects for arguments of wrong types and for hostile values", async () => {
    const values = [undefined, null, 5, Symbol("x"), {}, [], () => "x", 10n, hostile];
    for (const on of panels()) {
      for (const value of values) {
        expect(await rejected(() => act(on)(value as never))).toBeInstanceOf(RostrumError);
      }
      for (const value of [...values, throwing]) {
        const calls: (() => unknown)[] = [
          () => on.say("nobody", value as never),
          () => on.speak("nobody", value as never, "x"),
          () => on.speak("nobody", "grace", value as never),
          () => on.review("nobody", value as never),
        ];
        for (const call of calls) expect(await rejected(call)).toBeInstanceOf(Error);
      }
    }
  });
});

it("a panel acts on the runs of its forks, follow-ups and chains", async () => {
  const panel: Debate = new Debate({
    debaters: panelSaying("red", "red"),
    onRound: "wait",
    stop: "never",
    journal: memoryJournal(),
  });
  const onEvent = (event: DebateEvent): void => {
    if (event.type === "debate.waiting") void panel.proceed(event.debateId);
  };
  await panel.run(QUESTION, { id: "first", onEvent });
  const fork = await panel.fork("first", { fromRound: 1, rounds: 2 }, { id: "forked", onEvent });
  expect(fork.rounds).toHaveLength(3);
  const next = await panel.follow("first", "And then?", { id: "next", onEvent });
  expect(next.rounds).toHaveLength(2);
  const timer = setInterval(() => void panel.proceed("linked:0").catch(() => undefined), 5);
  const linked = chain(
    { panel, start: 0, step: (done: number) => (done > 0 ? null : QUESTION), next: () => 1 },
    { id: "linked", retries: 0 },
  ).finally(() => clearInterval(timer));
  // The run went on to its end, which is no decision under `never`.
  await expect(linked).rejects.toThrow("max_rounds");
});

it("every other function and method that returns a promise rejects too", async () => {
  const panel = new Debate({ debaters: panelSaying("red", "blue"), journal: memoryJournal() });
  const empty = {};
  const values = [undefined, empty, null, 5, Symbol("x"), [], () => "x", 10n, hostile];
  for (const value of values as never[]) {
    // Options that are left out are no mistake.
    const options = value === undefined || value === empty ? (5 as never) : value;
    for (const call of [
      () => panel.run(QUESTION, options),
      () => debate(value, value, value),
      () => debate(QUESTION, value),
      () => panel.run(value),
      () => panel.stream(value).result,
      () => panel.replay(value),
      () => panel.replay("nobody", value),
      () => panel.fork(value, value),
      () => panel.fork("nobody", { fromRound: 0 }, value),
      () => panel.follow(value, value),
      () => panel.follow("nobody", QUESTION, value),
      () => chain(value),
      () => chain(value, value),
    ]) {
      const error = await rejected(call);
      if (value !== hostile) expect(error).toBeInstanceOf(RostrumError);
    }
  }
});
