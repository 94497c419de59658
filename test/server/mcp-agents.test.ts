import {
  Client,
  StreamableHTTPClientTransport,
  type ClientOptions,
} from "@modelcontextprotocol/client";
import { memoryJournal, type ModelFunction, type RunStore } from "rostrum";
import { localHost } from "rostrum/mcp";
import { hashToken, newToken, serve } from "rostrum/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { createGitFolder } from "../support/git-folder.ts";
import { call, newHost, overHttp, overMemory, type Outcome, type Panels } from "./support/mcp.ts";
import { gate, says } from "./support/models.ts";

/** The tools as a coding agent uses them: in the background, with the person in front of it. */

const REVISIONS: [string, ClientOptions["versionNegotiation"]][] = [
  ["2025", { mode: "legacy" }],
  ["2026", { mode: "auto" }],
];

test("a debate goes on in the background, and is watched, awaited and followed up by its id", async () => {
  const slow = gate("42");
  const client = await overMemory(
    newHost({ slow: { debaters: [slow.model, slow.model], rounds: 0 } }),
  );
  const started = await client.callTool({ name: "ask", arguments: { question: "Q?" } });
  const begun = started.structuredContent as Outcome;
  expect(begun).toMatchObject({
    status: "running",
    answer: null,
    next: expect.stringContaining(begun.id),
  });
  await slow.asked(2);
  const status = await client.callTool({ name: "status", arguments: { id: begun.id } });
  expect(status.content).toMatchObject([{ text: expect.stringContaining(`${begun.id}: running`) }]);
  const early = await call(client, "result", { id: begun.id, wait: 0 });
  expect(early.status).toBe("running");
  const awaited = call(client, "result", { id: begun.id });
  slow.open();
  expect(await awaited).toMatchObject({ status: "completed", answer: "42" });
  const next = await call(client, "follow", { id: begun.id, question: "And then?" });
  expect(next).toMatchObject({ status: "completed", answer: "42" });
  expect(
    slow.requests
      .at(-1)
      ?.messages.map(({ content }) => content)
      .join("\n"),
  ).toContain("Q?");
  const listed = await client.callTool({ name: "status", arguments: {} });
  expect(listed.content).toMatchObject([{ text: expect.stringContaining(next.id) }]);
});

test("a follow-up by the beginning of an id asks the same panel as by the whole id", async () => {
  const panels = {
    first: { debaters: [says("1"), says("1")], rounds: 0 },
    second: { debaters: [says("2"), says("2")], rounds: 0 },
  };
  const client = await overMemory(newHost(panels));
  const { id } = await call(client, "ask", { question: "Q?", panel: "second" });
  for (const earlier of [id, id.slice(0, 6)])
    expect(await call(client, "follow", { id: earlier, question: "Why?" })).toMatchObject({
      answer: "2",
    });
});

test("a debate in the background can be cancelled, and what was said is kept", async () => {
  const slow = gate("42");
  const client = await overMemory(newHost({ slow: { debaters: [says("1"), slow.model] } }));
  const { id } = await call(client, "ask", { question: "Q?", wait: 0 });
  await slow.asked(1);
  const cancelled = await client.callTool({ name: "cancel", arguments: { id } });
  expect(cancelled.isError ?? false).toBe(false);
  expect(cancelled.structuredContent).toMatchObject({
    ...{ id, status: "cancelled", error: null, degraded: false, notices: [] },
  });
  const again = await client.callTool({ name: "cancel", arguments: { id } });
  expect(again.content).toMatchObject([{ text: "already cancelled; nothing to cancel" }, {}, {}]);
  const result = await client.callTool({ name: "result", arguments: { id } });
  expect([result.isError ?? false, result.structuredContent]).toMatchObject([
    false,
    { status: "cancelled" },
  ]);
  const status = await client.callTool({ name: "status", arguments: { id } });
  expect(status.content).toMatchObject([
    { text: expect.stringMatching(/^\w+: cancelled; .*tokens unknown$/) },
  ]);
});

test.each(["ask", "result"])(
  "a client that gives up on %s ends its own wait, and not the debate",
  async (tool) => {
    const slow = gate("42");
    const client = await overMemory(
      newHost({ slow: { debaters: [slow.model, slow.model], rounds: 0 } }),
    );
    const { id } =
      tool === "ask" ? { id: null } : await call(client, "ask", { question: "Q?", wait: 0 });
    const controller = new AbortController();
    const given = id === null ? { question: "Q?", wait: 45 } : { id };
    const waiting = client.callTool(
      { name: tool, arguments: given },
      { signal: controller.signal },
    );
    await slow.asked(2);
    controller.abort();
    await expect(waiting).rejects.toThrow();
    slow.open();
    const listed = await client.callTool({ name: "status", arguments: {} });
    const [, found = ""] = /"(\w{10}): /.exec(JSON.stringify(listed.content)) ?? [];
    expect(await call(client, "result", { id: found })).toMatchObject({
      status: "completed",
      answer: "42",
    });
  },
);

test("a debate that fails begins with what the host has to say about its panels", async () => {
  const broken: ModelFunction = () => Promise.reject(new Error("no arithmetic"));
  const notice = "No models available: set a key.";
  const host = localHost({
    panels: { a: { debaters: [broken, broken] } },
    journal: memoryJournal(),
    notice,
  });
  const { notices } = await call(await overMemory(host), "ask", { question: "Q?" });
  expect((notices as string[])[0]).toBe(notice);
});

test("documents have the same form as in REST", async () => {
  const seen: string[] = [];
  const reader: ModelFunction = ({ messages }) => {
    seen.push(messages.map(({ content }) => content).join("\n"));
    return "Answer: 42";
  };
  const panels = { readers: { debaters: [reader, reader], rounds: 0 } };
  const context = [{ document: "six.md", text: "Six times seven." }];
  const serving = await serve({ port: 0, journal: memoryJournal(), panels });
  onTestFinished(() => serving.close());
  const posted = await fetch(`${serving.url}/debates`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question: "Q?", context }),
  });
  expect(posted.ok).toBe(true);
  await call(await overMemory(newHost(panels)), "ask", { question: "Q?", context });
  await expect.poll(() => seen.length).toBe(4);
  for (const prompt of seen) {
    expect(prompt).toContain("six.md");
    expect(prompt).toContain("Six times seven.");
  }
});

test("review returns checked findings, and memo a memo", async () => {
  const reviewer: ModelFunction = ({ round }) =>
    round === 0
      ? '{"findings": [{"claim": "x is never read", "severity": "high", "quote": "let x = 1;"}]}'
      : '{"votes": []}';
  const writer: ModelFunction = ({ role }) =>
    role === "memo"
      ? '{"recommendation": "Stay.", "because": ["It works."], "unless": [], "contested": [], "dissent": [], "nextSteps": []}'
      : "Answer: stay\nConfidence: 0.9";
  const client = await overMemory(
    newHost({
      reviewers: { debaters: [reviewer, reviewer] },
      writers: { debaters: [writer, writer], rounds: 0, report: { type: "claims", model: writer } },
    }),
  );
  const documents = [{ document: "a.ts", text: "let x = 1;\n" }];
  const review = await call(client, "review", { documents, about: "unused code" });
  expect(review).toMatchObject({
    answer: null,
    findings: [
      { claim: "x is never read", document: "a.ts", quote: "let x = 1;", status: "upheld" },
    ],
  });
  const memo = await call(client, "memo", { question: "Stay or go?", panel: "writers" });
  expect(memo).toMatchObject({
    memo: expect.stringContaining("Recommendation\n- Stay."),
    findings: null,
  });
  const plain = await call(client, "ask", { question: "Q?", panel: "writers" });
  expect(plain.memo).toBe(null);
});

/** A debate that is decided and waits for a person, with an answer of several lines. */
async function startWaiting(): Promise<{ journal: RunStore; panels: Panels; client: Client }> {
  const model =
    (answer: string): ModelFunction =>
    () => ({
      text: `<answer>\n${answer}\n\nBecause of the rest.\n</answer>`,
      usage: { inputTokens: 10, outputTokens: 5 },
    });
  const debaters = [model("Stay here."), model("Go away.")];
  const torn = { debaters, rounds: 0, compare: "rules", onEscalate: "wait" } as const;
  const panels = { torn };
  const journal = memoryJournal();
  const host = localHost({ panels, journal });
  onTestFinished(() => host.close());
  return { journal, panels, client: await overMemory(host) };
}

test("a debate that waits for a person says its headline, and why its cost is unknown", async () => {
  const { client } = await startWaiting();
  const args = { question: "Stay or go?", wait: 45 };
  const { structuredContent, content } = await client.callTool({ name: "ask", arguments: args });
  const { id, headline } = structuredContent as { id: string; headline: string };
  expect(structuredContent).toMatchObject({ status: "waiting" });
  expect(JSON.stringify(content)).toContain(`Headline: ${headline}`);
  const cancelled = await client.callTool({ name: "cancel", arguments: { id } });
  expect(cancelled.structuredContent).toMatchObject({ status: "cancelled" });
  // All tokens are known, and functions have no price.
  expect(JSON.stringify(cancelled.content)).toContain("Cost: price unknown for 2 calls");
  const status = await client.callTool({ name: "status", arguments: { id } });
  expect(JSON.stringify(status.content)).toContain("2 calls, price unknown");
});

test("a debate that waits and whose process is gone is interrupted, in the list and alone", async () => {
  const { client, journal, panels } = await startWaiting();
  const { id } = await call(client, "ask", { question: "Stay or go?" });
  const abandoned = { ...journal, listUnowned: () => Promise.resolve([id]) };
  const next = await overMemory(localHost({ panels, journal: abandoned }));
  for (const args of [{}, { id }]) {
    const { content } = await next.callTool({ name: "status", arguments: args });
    expect(JSON.stringify(content)).toContain(`${id}: interrupted`);
  }
  const listed = await client.callTool({ name: "status", arguments: {} });
  expect(JSON.stringify(listed.content)).toContain(`${id}: waiting`);
});

test("a finding names who found it and who disputes it, and a result names the models", async () => {
  const reviewer =
    (vote: string): ModelFunction =>
    ({ round, items = [] }) =>
      round === 0
        ? `{"findings": ${vote === "find" ? '[{"claim": "x is never read", "severity": "high", "quote": "let x = 1;"}]' : "[]"}}`
        : JSON.stringify({
            votes: items.map((_, at) => ({ item: at + 1, vote, quote: "let x = 1;" })),
          });
  const debaters = [
    { name: "ann", model: reviewer("find") },
    { name: "bob", model: reviewer("uphold") },
    { name: "cyd", model: reviewer("refute") },
  ];
  const client = await overMemory(newHost({ reviewers: { debaters } }));
  const documents = [{ document: "a.ts", text: "let x = 1;\n" }];
  const { structuredContent, content } = await client.callTool({
    name: "review",
    arguments: { documents, wait: 45 },
  });
  expect(structuredContent).toMatchObject({
    members: debaters.map(({ name }) => ({ name, model: expect.any(String) })),
    reviewed: { what: "documents", files: ["a.ts"] },
    findings: [{ foundBy: ["ann"], upheldBy: ["bob"], disputedBy: ["cyd"] }],
  });
  const text = JSON.stringify(content);
  expect(text).toContain("(found by ann; upheld by bob; disputed by cyd)");
  expect(text).toMatch(/Members: ann \(.+\), bob/);
});

test("a debate begins with an estimate, and its limit holds", async () => {
  const price = { input: 1, output: 1 };
  const slow = gate("42");
  const debaters = [1, 2, 3].map(() => ({ model: slow.model, price }));
  const client = await overMemory(
    newHost({ priced: { debaters, rounds: 0, budget: { usd: 1 }, compare: "rules" } }),
  );
  const started = await client.callTool({ name: "ask", arguments: { question: "Q?" } });
  const { estimate } = started.structuredContent as {
    estimate: { typicalUsd: number; maxUsd: number };
  };
  expect(estimate.typicalUsd).toBeGreaterThan(0);
  expect(estimate.maxUsd).toBeGreaterThanOrEqual(estimate.typicalUsd);
  expect(JSON.stringify(started.content)).toMatch(/Estimate: about \$.*, at most \$/);
  slow.open();
  const { id } = started.structuredContent as { id: string };
  const finished = await call(client, "result", { id });
  expect(finished).toMatchObject({ status: "completed", estimate });
  expect(String(finished["costUsd"]).length).toBeLessThan(9);
  const capped = { question: "Q?", budget: { usd: 0.000001 } };
  for (const name of ["ask", "memo"]) {
    const { isError, content } = await client.callTool({ name, arguments: capped });
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining("budget")]);
  }
  // A refused debate doesn't begin.
  const listed = await client.callTool({ name: "status", arguments: {} });
  expect(JSON.stringify(listed.content)).not.toContain("failed");
  // It lowers the panel's limit, and never raises it.
  const raised = await call(client, "ask", { question: "Q?", budget: { usd: 100 } });
  expect(raised).toMatchObject({ status: "completed", calls: 3 });
});

test("wrong arguments are named, with what is expected", async () => {
  using repository = createGitFolder();
  const host = newHost({ one: { debaters: [says("1")] } }, repository.folder);
  const client = await overMemory(host);
  const wrong: [tool: string, args: object, words: RegExp][] = [
    [
      "ask",
      { question: "Q?", max_cost: 1 },
      /unknown argument \\"max_cost\\"; expected: question, .*budget/,
    ],
    ["ask", { question: "Q?", budget: { dollars: 1 } }, /dollars\\"; expected: usd, tokens/],
    ["follow", { id: "none", question: "Q?" }, /there is no debate \\"none\\"/],
    ["review", { documents: [{ document: "a", text: "b" }], base: "x" }, /documents or base, got/],
    [
      "review",
      { documents: [{ document: "a", text: "b" }], staged: true, paths: ["a"] },
      /documents or staged, paths, got/,
    ],
    ["ask", { question: "Q?", context: [{ name: "a", content: "b" }] }, /\{ document, text \}/],
    ["review", { documents: [{ name: "a", content: "b" }] }, /\{ document, text \}/],
    ["review", { paths: ["missing.js"] }, /there is no \\"missing.js\\" in /],
    ["status", { debate: "x" }, /unknown argument \\"debate\\"; expected: id/],
  ];
  for (const [name, args, words] of wrong) {
    const { isError, content } = await client.callTool({ name, arguments: args as never });
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringMatching(words)]);
  }
  const nowhere = await overMemory(newHost({ one: { debaters: [says("1")] } }, "/"));
  const { content } = await nowhere.callTool({ name: "review", arguments: {} });
  expect(JSON.stringify(content)).toMatch(
    /\/ is in no git repository.*pass the texts as documents, or/,
  );
});

test("the list of debates says what each is about, those of this folder first", async () => {
  using repository = createGitFolder();
  const journal = memoryJournal();
  const reviewer: ModelFunction = ({ round }) =>
    round === 0 ? '{"findings": []}' : '{"votes": []}';
  const panels = { reviewers: { debaters: [reviewer, reviewer] } };
  const here = await overMemory(localHost({ panels, journal, folder: repository.folder }));
  const elsewhere = await overMemory(localHost({ panels, journal, folder: "/elsewhere" }));
  const documents = [{ document: "cart.js", text: "let x = 1;\n" }];
  await call(here, "review", { documents });
  await call(elsewhere, "review", { documents: [{ document: "order.js", text: "1" }] });
  const { content } = await here.callTool({ name: "status", arguments: {} });
  const [first, second] = (content as { text: string }[])[0]?.text.split("\n") ?? [];
  expect(first).toContain("completed; review of cart.js → no findings; 20");
  expect(first).toContain(repository.folder);
  expect(second).toContain("order.js");
});

test("whatever a panel says, a result stays small, says what was shortened, and links to the rest", async () => {
  const long = "word ".repeat(20_000);
  const verbose =
    (own: number): ModelFunction =>
    () =>
      JSON.stringify({ reasoning: long, answer: `${own} ${long}`, confidence: 0.5 });
  const members = Array.from({ length: 12 }, (_, index) => verbose(index));
  const client = await overMemory(
    newHost({ many: { debaters: members, rounds: 0, compare: "rules" } }),
  );
  const result = await client.callTool({
    name: "ask",
    arguments: { question: `Q? ${long}`, wait: 45 },
  });
  expect(JSON.stringify(result).length).toBeLessThan(30_000);
  expect(result.structuredContent).toMatchObject({
    shortened: expect.arrayContaining(["question", "answer", "reasoning", "dissent"]),
  });
  const { transcript } = result.structuredContent as { transcript: string };
  const { contents } = await client.readResource({ uri: transcript });
  expect(JSON.stringify(contents).length).toBeGreaterThan(1_000_000);
});

describe.each(REVISIONS)("a client of the revision of %s", (_name, revision) => {
  test("is asked for the words of the person at the table", async () => {
    const seen: string[] = [];
    const panels = { table: { debaters: ["human:grace", says("41"), says("42")], rounds: 0 } };
    const client = await overHttp(panels, revision, { elicitation: {} }, (own) =>
      own.setRequestHandler("elicitation/create", ({ params }) => {
        seen.push(params.message);
        return { action: "accept", content: { words: "42" } };
      }),
    );
    const outcome = await call(client, "ask", { question: "What is 6*7?" });
    expect(outcome).toMatchObject({ status: "completed", answer: "42" });
    expect(seen).toEqual([expect.stringContaining("grace")]);
  });

  test("whose person declines, or that can't ask them, leaves the debate waiting", async () => {
    const panels = { table: { debaters: ["human:grace", says("41"), says("42")], rounds: 0 } };
    const declining = await overHttp(panels, revision, { elicitation: {} }, (own) =>
      own.setRequestHandler("elicitation/create", () => ({ action: "decline" })),
    );
    for (const client of [declining, await overHttp(panels, revision)]) {
      const outcome = await call(client, "ask", { question: "Q?" });
      expect(outcome).toMatchObject({ status: "waiting", waitsFor: ["the words of grace"] });
    }
  });
});

test("a list of people that is too long for a tool's answer is shortened, and says so", async () => {
  const people = Array.from({ length: 9 }, (_, at) => `human:person${at}`);
  const client = await overHttp({ table: { debaters: people, rounds: 0 } }, { mode: "auto" });
  const outcome = await call(client, "ask", { question: "Q?" });
  expect(outcome).toMatchObject({
    status: "waiting",
    shortened: expect.arrayContaining(["waitsFor"]),
  });
  expect(outcome["waitsFor"]).toHaveLength(8);
});

test("nobody is asked to speak in another user's debate", async () => {
  const [ada, bob] = [newToken(), newToken()];
  const tokens = [
    { user: "ada", hash: hashToken(ada) },
    { user: "bob", hash: hashToken(bob), sees: "all" as const },
  ];
  const panels = { table: { debaters: ["human:grace", says("41")], rounds: 0 } };
  const serving = await serve({ port: 0, journal: memoryJournal(), panels, auth: { tokens } });
  onTestFinished(() => serving.close());
  let asked = 0;
  const connect = async (token: string): Promise<Client> => {
    const client = new Client(
      { name: "test", version: "1" },
      {
        versionNegotiation: { mode: "auto" },
        capabilities: { elicitation: {} },
        inputRequired: { autoFulfill: false },
      },
    );
    client.setRequestHandler("elicitation/create", () => {
      asked += 1;
      throw new Error("not mine");
    });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${serving.url}/mcp`), { requestInit }),
    );
    onTestFinished(() => client.close());
    return client;
  };
  const owner = await connect(ada);
  await expect(
    owner.callTool({ name: "ask", arguments: { question: "Q?", wait: 45 } }),
  ).rejects.toThrow();
  const other = await connect(bob);
  const headers = { authorization: `Bearer ${ada}` };
  const { runs } = (await (await fetch(`${serving.url}/debates`, { headers })).json()) as {
    runs: { id: string }[];
  };
  const id = runs[0]?.id ?? "";
  const seen = await other.callTool({ name: "result", arguments: { id, wait: 0 } });
  expect(seen).toMatchObject({ structuredContent: { status: "waiting" } });
  expect(asked).toBe(0);
});
