import { writeFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import {
  createLimiter,
  Debate,
  limitProvider,
  type DebateConfig,
  type Limiter,
} from "../../packages/rostrum/src/index.ts";
import { newHome } from "../cli/support/home.ts";
import { rostrum } from "../cli/support/rostrum.ts";
import { openAiServer, type OpenAiServer } from "../support/openai-server.ts";

let server: OpenAiServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

const panel = (id: string, more: Partial<DebateConfig> = {}): Debate =>
  new Debate({ debaters: `${id}*3`, rounds: 0, ...more });

interface Holding {
  id: string;
  /** What its limits go by. */
  name: string;
  /** Requests it has held at once, at most. */
  most(): number;
  /** Resolves when it holds so many. */
  holds(count: number): Promise<void>;
  /** Answers so many requests, waiting for those that have yet to come. */
  letGo(count: number): Promise<void>;
}

/** A server that answers when the test says so. */
async function holding(): Promise<Holding> {
  const held: (() => void)[] = [];
  let most = 0;
  let arrived = (): void => undefined;
  server = await openAiServer(() => {
    const until = new Promise<void>((resolve) => held.push(resolve));
    most = Math.max(most, held.length);
    arrived();
    return { reply: "Answer: 4", until };
  });
  const holds = async (count: number): Promise<void> => {
    while (held.length < count) await new Promise<void>((resolve) => (arrived = resolve));
  };
  return {
    id: `compat:tiny@${server.url}`,
    name: `compat:${new URL(server.url).host}`,
    most: () => most,
    holds,
    async letGo(count) {
      for (let done = 0; done < count; done++) {
        await holds(1);
        held.shift()?.();
      }
    },
  };
}

test("debates of one process share a provider's limit, and all of them end", async () => {
  const { id, name, most, holds, letGo } = await holding();
  limitProvider(name, { concurrency: 2 });
  const debates = [panel(id).run("a"), panel(id).run("b"), panel(id).run("c")];
  await holds(2);
  await letGo(9);
  const results = await Promise.all(debates);
  expect(results.map(({ answer }) => answer)).toEqual(["4", "4", "4"]);
  expect(most()).toBe(2);
});

test("debates that share a limiter share its limits, and not those of the process", async () => {
  const { id, name, most, holds, letGo } = await holding();
  limitProvider(name, { concurrency: 1 });
  const limiter = createLimiter({ [name]: { concurrency: 2 } });
  const debates = [panel(id, { limiter }).run("a"), panel(id, { limiter }).run("b")];
  await holds(2);
  await letGo(6);
  expect((await Promise.all(debates)).map(({ answer }) => answer)).toEqual(["4", "4"]);
  expect(most()).toBe(2);
});

test("only a limiter is taken for one", () => {
  const limiter = { limit: () => undefined } as Limiter;
  expect(() => panel("embedded/xs", { limiter })).toThrow(
    "limiter: expected a limiter from createLimiter()",
  );
});

test("an aborted debate leaves its place in line, and calls nobody", async () => {
  const { id, name, letGo } = await holding();
  limitProvider(name, { concurrency: 1 });
  const first = panel(id).run("a");
  const leave = new AbortController();
  const second = panel(id).run("b", { signal: leave.signal });
  const third = panel(id).run("c");
  await letGo(1);
  leave.abort();
  await expect(second).rejects.toMatchObject({ name: "AbortError" });
  await letGo(5);
  await Promise.all([first, third]);
  const questions = server?.received.map(
    ({ body }) => /\b([abc])\\n\\n/.exec(JSON.stringify(body))?.[1],
  );
  expect(questions?.filter((asked) => asked === "b")).toEqual([]);
});

test("a time budget isn't waited away in line", async () => {
  const { id, name, holds, letGo } = await holding();
  limitProvider(name, { concurrency: 1 });
  const first = panel(id).run("a");
  // A test that fails before it is awaited must not leave an unhandled rejection.
  first.catch(() => undefined);
  await holds(1);
  // Its first call is in line behind three others, none of which ends before the time is up.
  const late = panel(id, { budget: { ms: 300 } }).run("b");
  await expect(late).rejects.toMatchObject({
    name: "BudgetExceededError",
    partial: {
      usage: { calls: 0 },
      integrity: {
        dropped: [
          { error: `budget.ms was used up while waiting for the limits of ${name}` },
          {},
          {},
        ],
      },
    },
  });
  await letGo(3);
  expect((await first).answer).toBe("4");
});

test("a config file sets limits for the process", async () => {
  using home = newHome();
  const { id, name, most, letGo } = await holding();
  const config = {
    panels: { one: { debaters: [`${id}*3`], rounds: 0 } },
    providers: { [name]: { concurrency: 1 } },
  };
  writeFileSync(home.file("rostrum.config.json"), JSON.stringify(config));
  const [ended] = await Promise.all([
    rostrum(home, ["--trust", "--quiet", "What is 2+2?"]),
    letGo(3),
  ]);
  expect(ended).toMatchObject({ code: 0, stdout: "4\n" });
  expect(most()).toBe(1);
});
