import { expect, test, vi } from "vitest";

/** The package as one of two dependencies brings it. */
async function newCopy(): Promise<{
  root: typeof import("../../packages/rostrum/src/index.ts");
  langgraph: typeof import("../../packages/server/src/integrations/langgraph/index.ts");
}> {
  vi.resetModules();
  const root = await import("../../packages/rostrum/src/index.ts");
  return {
    root,
    langgraph: await import("../../packages/server/src/integrations/langgraph/index.ts"),
  };
}

const one = await newCopy();
const other = await newCopy();
const says = (): string => "Answer: 42";

test("the test loads two different copies of rostrum", () => {
  expect(one.root.ModelError).not.toBe(other.root.ModelError);
});

test("an error that another copy's model throws is retried or not, as the error says", async () => {
  let calls = 0;
  const fails = (): never => {
    calls++;
    throw new other.root.ModelError("no such model", { permanent: true });
  };
  const result = await one.root.debate("What is 6 times 7?", {
    debaters: [fails, says, says],
    limits: { quorum: 2 },
  });
  expect(result.answer).toBe("42");
  expect(calls).toBe(1);
});

test("a debate of another copy is a debate and not a config", async () => {
  const panel = new other.root.Debate({ debaters: [says, says] });
  const node = one.langgraph.debateNode(panel, { question: "question" });
  expect(await node({ question: "What is 6 times 7?" })).toMatchObject({ answer: "42" });
});

test("a journal, an answer kind and rules of another copy work", async () => {
  const { memoryJournal, number, majority } = other.root;
  const panel = new one.root.Debate({
    debaters: [says, says],
    journal: memoryJournal(),
    answer: number(),
    decide: majority(),
  });
  await panel.run("What is 6 times 7?", { id: "kept" });
  expect((await panel.replay("kept")).answer).toBe(42);
});

test("an error as JSON has its message", async () => {
  const { debate, ConfigError } = one.root;
  const error = await debate("What?", { debaters: [] }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({
    name: "ConfigError",
    code: "config",
    field: "debaters",
    message: (error as Error).message,
    partial: { answer: null },
  });
});
