import {
  Client,
  StreamableHTTPClientTransport,
  type ClientOptions,
} from "@modelcontextprotocol/client";
import { memoryJournal, type DebateConfig, type ModelFunction } from "rostrum";
import { localHost, type McpHost } from "rostrum/mcp";
import { hashToken, newToken, serve } from "rostrum/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { overMemory } from "./support/mcp.ts";
import { gate, says } from "./support/models.ts";

/** The tools as a coding agent uses them: in the background, with the person in front of it. */

type Panels = Record<string, DebateConfig<unknown>>;

function newHost(panels: Panels): McpHost {
  const host = localHost({ panels, journal: memoryJournal() });
  onTestFinished(() => host.close());
  return host;
}

interface Outcome {
  id: string;
  status: string;
  answer: string | null;
}

async function call(
  client: Client,
  name: string,
  args: object,
): Promise<Outcome & Record<string, unknown>> {
  const { structuredContent, content } = await client.callTool({ name, arguments: { ...args } });
  if (structuredContent === undefined) throw new Error(JSON.stringify(content));
  return structuredContent as unknown as Outcome & Record<string, unknown>;
}

const REVISIONS: [string, ClientOptions["versionNegotiation"]][] = [
  ["2025", { mode: "legacy" }],
  ["2026", { mode: "auto" }],
];

/** A client over HTTP of either revision, with what it offers. */
async function overHttp(
  panels: Panels,
  versionNegotiation: ClientOptions["versionNegotiation"],
  capabilities: NonNullable<ClientOptions["capabilities"]> = {},
  prepare: (client: Client) => void = () => undefined,
): Promise<Client> {
  const serving = await serve({ port: 0, journal: memoryJournal(), panels });
  onTestFinished(() => serving.close());
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation, capabilities });
  prepare(client);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${serving.url}/mcp`)));
  onTestFinished(() => client.close());
  return client;
}

test("a debate goes on in the background, and is watched, awaited and followed up by its id", async () => {
  const slow = gate("42");
  const client = await overMemory(
    newHost({ slow: { debaters: [slow.model, slow.model], rounds: 0 } }),
  );
  const begun = await call(client, "ask", { question: "Q?", wait: 0 });
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

test("a debate in the background can be cancelled, and what was said is kept", async () => {
  const slow = gate("42");
  const client = await overMemory(newHost({ slow: { debaters: [says("1"), slow.model] } }));
  const { id } = await call(client, "ask", { question: "Q?", wait: 0 });
  await slow.asked(1);
  expect(await call(client, "cancel", { id })).toMatchObject({ id, status: "failed" });
  expect(await call(client, "cancel", { id })).toMatchObject({ status: "failed" });
});

test("a client that gives up on its question ends the debate, and one that gives up waiting doesn't", async () => {
  const slow = gate("42");
  const client = await overMemory(
    newHost({ slow: { debaters: [slow.model, slow.model], rounds: 0 } }),
  );
  const { id } = await call(client, "ask", { question: "Q?", wait: 0 });
  const waiting = new AbortController();
  const result = client.callTool({ name: "result", arguments: { id } }, { signal: waiting.signal });
  waiting.abort();
  await expect(result).rejects.toThrow();
  expect((await call(client, "result", { id, wait: 0 })).status).toBe("running");
  const asking = new AbortController();
  const asked = client.callTool(
    { name: "ask", arguments: { question: "Other?" } },
    { signal: asking.signal },
  );
  await slow.asked(4);
  asking.abort();
  await expect(asked).rejects.toThrow();
  await expect
    .poll(async () =>
      JSON.stringify((await client.callTool({ name: "status", arguments: {} })).content),
    )
    .toContain("failed; Other?");
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
  const documents = [{ name: "a.ts", text: "let x = 1;\n" }];
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
  const result = await client.callTool({ name: "ask", arguments: { question: `Q? ${long}` } });
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

test("nobody is asked to speak in another user's debate", async () => {
  const [ada, bob] = [newToken(), newToken()];
  const tokens = [
    { user: "ada", hash: hashToken(ada) },
    { user: "bob", hash: hashToken(bob) },
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
  await expect(owner.callTool({ name: "ask", arguments: { question: "Q?" } })).rejects.toThrow();
  const other = await connect(bob);
  const headers = { authorization: `Bearer ${ada}` };
  const { runs } = (await (await fetch(`${serving.url}/debates`, { headers })).json()) as {
    runs: { id: string }[];
  };
  const id = runs[0]?.id ?? "";
  const seen = await other.callTool({ name: "result", arguments: { id, wait: 0 } });
  expect(seen.structuredContent).toMatchObject({ status: "waiting" });
  expect(asked).toBe(0);
});
