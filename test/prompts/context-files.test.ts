import { hash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MockLanguageModelV4 } from "ai/test";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  Debate,
  human,
  judged,
  memoryJournal,
  sqliteJournal,
  toHtml,
  toJson,
  toMarkdown,
  fold,
  type ContextItem,
  type DebateConfig,
  type Model,
  type ModelRequest,
  type Question,
} from "../../packages/rostrum/src/index.ts";
import type { StoredRun } from "../../packages/core/src/protocol/journal.ts";
import { pdf, PNG } from "../support/files.ts";
import { rejection } from "../support/outcomes.ts";
import { wireServer } from "../support/wire.ts";

const USAGE = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

/** An AI SDK model of an unknown provider. */
function model(text: string, id = "unheard-of"): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    modelId: id,
    doGenerate: {
      content: [{ type: "text", text }],
      finishReason: { unified: "stop", raw: undefined },
      usage: USAGE,
      warnings: [],
    },
  });
}

const CONTRACT = pdf(3);
const asked = (...context: object[]): Question => ({
  text: "Is the clause enforceable?",
  context: context as ContextItem[],
});
const WITH_PDF = asked({ document: "contract.pdf", data: CONTRACT });

function ownFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "journal.db");
}

/** Two models that say the same, and the question with the contract. */
function panel(config: Partial<DebateConfig> = {}) {
  const models = [model("Answer: yes"), model("Answer: yes")];
  return { models, debate: new Debate({ debaters: models, rounds: 0, ...config }) };
}

describe("a file of the context", () => {
  it("reaches AI SDK models as a file part, next to the words that name it", async () => {
    const { models, debate } = panel();
    const result = await debate.run(
      asked({ document: "contract.pdf", data: CONTRACT }, { document: "shot.png", data: PNG }),
    );
    expect(result.answer).toBe("yes");
    const [, first, second, question] = models[0]?.doGenerateCalls[0]?.prompt ?? [];
    expect(first).toMatchObject({
      role: "user",
      content: [
        { type: "text", text: expect.stringContaining("contract.pdf") },
        {
          type: "file",
          filename: "contract.pdf",
          mediaType: "application/pdf",
          data: { type: "data", data: Buffer.from(CONTRACT).toString("base64") },
        },
      ],
    });
    expect(second).toMatchObject({ content: [{}, { type: "file", mediaType: "image/png" }] });
    expect(question).toMatchObject({ content: [{ type: "text" }] });
  });

  it("reaches models of AI SDK 6 in their form, without a tag around the bytes", async () => {
    const old = [model("Answer: yes"), model("Answer: yes")].map((each) =>
      Object.assign(Object.create(each) as MockLanguageModelV4, { specificationVersion: "v3" }),
    );
    await new Debate({ debaters: old, rounds: 0 }).run(WITH_PDF);
    expect(old[0]?.doGenerateCalls[0]?.prompt[1]).toMatchObject({
      content: [{}, { type: "file", data: Buffer.from(CONTRACT).toString("base64") }],
    });
  });

  it("stays in a debater's chat in later rounds, and goes to the judge", async () => {
    const models = [model("Answer: yes"), model("Answer: no")];
    const judge = model("Answer: no");
    await new Debate({ debaters: models, judge, rounds: 1, compare: "rules" }).run(WITH_PDF);
    const files = (each: MockLanguageModelV4, call: number): number =>
      JSON.stringify(each.doGenerateCalls[call]?.prompt).split('"type":"file"').length - 1;
    expect([files(models[0] as never, 0), files(models[0] as never, 1), files(judge, 0)]).toEqual([
      1, 1, 1,
    ]);
  });

  it("is given to a function that takes files, as its debater says", async () => {
    const seen: ModelRequest[] = [];
    const call = (request: ModelRequest): string => {
      seen.push(request);
      return "Answer: yes";
    };
    const debaters = [call, call].map((each) => ({ model: each, takes: ["pdf" as const] }));
    await new Debate({ debaters, rounds: 0 }).run(WITH_PDF);
    expect(seen[0]?.messages[0]?.files).toEqual([
      {
        document: "contract.pdf",
        mediaType: "application/pdf",
        bytes: CONTRACT.length,
        sha256: hash("sha256", CONTRACT, "hex"),
        pages: 3,
        data: Buffer.from(CONTRACT).toString("base64"),
      },
    ]);
  });
});

describe("on the wire", () => {
  beforeEach(() => {
    vi.stubEnv("ANTHROPIC_API_KEY", "a");
    vi.stubEnv("OPENAI_API_KEY", "o");
  });
  afterEach(() => vi.unstubAllEnvs());
  const base64 = Buffer.from(CONTRACT).toString("base64");
  const image = Buffer.from(PNG).toString("base64");
  const both = asked(
    { document: "contract.pdf", data: CONTRACT },
    { document: "shot.png", data: PNG },
  );

  it("in the form of Anthropic", async () => {
    await using server = await wireServer(() => ({
      body: {
        ...{ id: "m", type: "message", role: "assistant", model: "claude-haiku-4-5" },
        ...{ content: [{ type: "text", text: "Answer: yes" }], stop_reason: "end_turn" },
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    }));
    vi.stubEnv("ANTHROPIC_BASE_URL", `${server.url}/v1`);
    const id = "anthropic/claude-haiku-4-5";
    expect((await new Debate({ debaters: [id, id], rounds: 0 }).run(both)).answer).toBe("yes");
    const sent = server.received[0]?.bytes ?? "";
    expect(sent).toContain('"type":"document"');
    expect(sent).toContain(`"media_type":"application/pdf","data":"${base64}"`);
    expect(sent).toContain(`"media_type":"image/png","data":"${image}"`);
  });

  it("in the form of OpenAI's own API", async () => {
    await using server = await wireServer(() => ({
      body: {
        ...{ id: "r", object: "response", created_at: 1, model: "gpt-5-mini", status: "completed" },
        output: [
          {
            ...{ id: "m", type: "message", role: "assistant", status: "completed" },
            content: [{ type: "output_text", text: "Answer: yes", annotations: [] }],
          },
        ],
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    }));
    vi.stubEnv("OPENAI_BASE_URL", `${server.url}/v1`);
    const id = "openai/gpt-5-mini";
    expect((await new Debate({ debaters: [id, id], rounds: 0 }).run(both)).answer).toBe("yes");
    const sent = server.received[0]?.bytes ?? "";
    expect(sent).toContain('"type":"input_file"');
    expect(sent).toContain(`data:application/pdf;base64,${base64}`);
    expect(sent).toContain(`data:image/png;base64,${image}`);
  });

  it("in the form of Google", async () => {
    vi.stubEnv("GEMINI_API_KEY", "g");
    const bodies: string[] = [];
    vi.stubGlobal("fetch", async (_url: unknown, init: RequestInit) => {
      bodies.push(init.body as string);
      return Response.json({
        candidates: [{ content: { parts: [{ text: "Answer: yes" }] }, finishReason: "STOP" }],
      });
    });
    const id = "google/gemini-2.5-flash";
    const debate = new Debate({ debaters: [id, id], rounds: 0 });
    expect((await debate.run(both)).answer).toBe("yes");
    expect(bodies[0]).toContain(`{"mimeType":"application/pdf","data":"${base64}"}`);
    expect(bodies[0]).toContain(`{"mimeType":"image/png","data":"${image}"}`);
    const gif = asked({ document: "a.gif", data: Buffer.from("GIF89a;") });
    expect(String(await rejection(debate.run(gif)))).toContain("doesn't accept it");
    vi.unstubAllGlobals();
  });

  it("in the form of servers that speak OpenAI's chat protocol", async () => {
    await using server = await wireServer(() => ({
      body: {
        ...{ id: "c", object: "chat.completion", created: 1, model: "m" },
        choices: [
          {
            index: 0,
            finish_reason: "stop",
            message: { role: "assistant", content: "Answer: yes" },
          },
        ],
      },
    }));
    const id = `compat:some-model@${server.url}/v1`;
    expect((await new Debate({ debaters: [id, id], rounds: 0 }).run(both)).answer).toBe("yes");
    const sent = server.received[0]?.bytes ?? "";
    expect(sent).toContain('"type":"file"');
    expect(sent).toContain(`data:application/pdf;base64,${base64}`);
    expect(sent).toContain('"type":"image_url"');
  });
});

describe("a panel that doesn't take a file is refused before anything is spent", () => {
  let calls = 0;
  const fn = (): string => {
    calls += 1;
    return "Answer: yes";
  };
  const cases: [string, Model[], RegExp][] = [
    [
      "a function",
      [fn, fn],
      /contract\.pdf is a PDF, and debater_0 \(function:fn\) doesn't accept it/,
    ],
    ["a program", [model("x"), "command:cat"], /debater_1 \(command:cat\)/],
    ["an embedded network", [model("x"), "embedded"], /debater_1 \(embedded\/xs-1\)/],
    ["a model that is known not to", [model("x"), "deepseek/deepseek-chat"], /deepseek-chat/],
    ["one that takes images only", [model("x"), "ollama/llava"], /ollama\/llava/],
  ];

  it.each(cases)("%s", async (_, debaters, words) => {
    calls = 0;
    const debate = new Debate({ debaters, rounds: 0 });
    const error = await rejection(debate.run(WITH_PDF));
    expect(error).toMatchObject({ code: "config", field: "question.context" });
    expect((error as Error).message).toMatch(words);
    expect((error as Error).message).toMatch(/give its text instead/);
    await expect(debate.plan(WITH_PDF)).rejects.toThrow(words);
    expect(calls).toBe(0);
    const [first] = debaters;
    if (first instanceof MockLanguageModelV4) expect(first.doGenerateCalls).toHaveLength(0);
  });

  it("a judge, a fallback and a router are models of the panel too", async () => {
    const two = [model("Answer: yes"), model("Answer: yes")];
    const blind: Partial<DebateConfig>[] = [
      { judge: fn },
      { debaters: [two[0] as Model, { model: two[1] as Model, fallback: fn }] },
      { route: { type: "confident", model: fn } as never },
    ];
    for (const config of blind) {
      const error = await rejection(new Debate({ debaters: two, ...config }).run(WITH_PDF));
      expect((error as Error).message).toContain("doesn't accept it");
    }
    expect(two.flatMap(({ doGenerateCalls }) => doGenerateCalls)).toEqual([]);
  });

  it("a judge who sees quotes only gets no file, and a comparer reads only answers", async () => {
    const two = [model("Answer: yes"), model("Answer: no")];
    const judge = { model: () => "Answer: yes", sees: "quotes" as const };
    const result = await new Debate({
      ...{
        debaters: two,
        judge,
        rounds: 0,
        compare: () => '{"groups": [{"items": [1]}, {"items": [2]}]}',
      },
      sides: ["yes", "no"],
    }).run(WITH_PDF);
    expect(result.answer).toBe("yes");
  });

  it("`takes` says what nobody knows, and an empty list is none", async () => {
    const debaters = [model("Answer: yes"), { model: model("x"), takes: [] }];
    const error = await rejection(new Debate({ debaters, rounds: 0 }).run(WITH_PDF));
    expect((error as Error).message).toContain("debater_1");
    const plan = await panel().debate.plan(WITH_PDF);
    expect(plan.warnings.join("\n")).toMatch(
      /not known whether .*unheard-of accepts contract\.pdf/,
    );
    expect(plan.warnings.join("\n")).toMatch(/Quotes from contract\.pdf can't be checked/);
  });

  it("a person may have the file on the desk", async () => {
    const reads = { model: () => "Answer: yes", takes: "pdf" as const };
    const debaters = [reads, human({ name: "grace" })];
    const debate = new Debate({ debaters, rounds: 0 });
    const running = debate.run(WITH_PDF, {
      id: "table",
      onEvent: ({ type }) => {
        if (type === "debate.waiting") void debate.speak("table", "grace", "Answer: yes");
      },
    });
    expect((await running).answer).toBe("yes");
  });
});

describe("hostile files", () => {
  const huge = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(50_000_000)]);
  const cases: [string, object, RegExp][] = [
    ["empty", { document: "a.pdf", data: new Uint8Array() }, /a\.pdf is empty/],
    ["of 50 MB", { document: "a.pdf", data: huge }, /at most 20 MB in total, got 50 MB in a\.pdf/],
    ["of 50 MB in base64", { document: "a.pdf", data: huge.toString("base64") }, /at most 20 MB/],
    [
      "a text named .pdf",
      { document: "a.pdf", data: Buffer.from("Hello") },
      /got other bytes in a\.pdf/,
    ],
    [
      "a PDF named .txt",
      { document: "a.txt", data: CONTRACT },
      /expected a text, as the name says, got a PDF/,
    ],
    [
      "a PDF named .png",
      { document: "a.png", data: CONTRACT },
      /expected a PNG image, .* got a PDF/,
    ],
    [
      "of another type than said",
      { document: "a", data: PNG, mediaType: "application/pdf" },
      /image\/png, because a is a PNG image/,
    ],
    [
      "of a type that nobody takes",
      { document: "a", data: PNG, mediaType: "text/html" },
      /application\/pdf, image\/png/,
    ],
    ["not base64", { document: "a.png", data: "<script>" }, /bytes in base64/],
    ["a number", { document: "a.png", data: 7 }, /bytes, or bytes in base64, got 7/],
    ["with a text too", { document: "a.png", data: PNG, text: "x" }, /unknown option/],
    ["with a name of two lines", { document: "a\nb.png", data: PNG }, /one line/],
  ];
  it.each(cases)("%s", async (_, file, words) => {
    const { models, debate } = panel();
    const error = await rejection(debate.run(asked(file)));
    expect(error).toMatchObject({ code: "config" });
    expect((error as Error).message).toMatch(words);
    expect((error as Error).message.length).toBeLessThan(300);
    expect(models[0]?.doGenerateCalls).toEqual([]);
  });

  it("many that are too large together, and two of one name", async () => {
    const part = Buffer.concat([CONTRACT, Buffer.alloc(11_000_000)]);
    const { debate } = panel();
    const two = [1, 2].map((n) => ({ document: `${n}.pdf`, data: part }));
    expect(String(await rejection(debate.run(asked(...two))))).toContain("at most 20 MB in total");
    const same = [1, 2].map(() => ({ document: "a.pdf", data: CONTRACT }));
    expect(String(await rejection(debate.run(asked(...same))))).toContain("another name");
  });
});

describe("the plan", () => {
  it("counts an image and every page of a PDF, also where the list of pages is compressed", async () => {
    const { debate } = panel({ limits: { retries: 0 } });
    const tokens = async (question: Question): Promise<number> =>
      (await debate.plan(question)).tokens.max;
    const plain = await tokens("Is the clause enforceable?");
    const page = ((await tokens(asked({ document: "shot.png", data: PNG }))) - plain) / 2;
    expect(page).toBeGreaterThan(4000);
    for (const compressed of [false, true]) {
      const long = await tokens(asked({ document: "a.pdf", data: pdf(30, { compressed }) }));
      expect((long - plain) / 2).toBeGreaterThan(30 * 4000);
      expect((long - plain) / 2).toBeLessThan(31 * page);
    }
  });

  it("a cap that the file doesn't fit into ends the run before it begins", async () => {
    const { models, debate } = panel({ budget: { tokens: 30_000 } });
    const error = await rejection(debate.run(WITH_PDF));
    expect(error).toMatchObject({ code: "budget" });
    expect(models[0]?.doGenerateCalls).toEqual([]);
  });
});

describe("in the journal", () => {
  const base64 = Buffer.from(CONTRACT).toString("base64");
  const times = (run: StoredRun | undefined): number =>
    JSON.stringify({ ...run, steps: [...(run?.steps ?? [])] }).split(base64).length - 1;

  it("its bytes are stored once, with the inputs; events name it by its digest", async () => {
    for (const journal of [memoryJournal(), sqliteJournal(ownFile())]) {
      const debaters = [model("Answer: yes"), model("Answer: no")];
      const debate = new Debate({ debaters, journal, rounds: 2, compare: "rules" });
      await debate.run(WITH_PDF, { id: "one" });
      const run = await journal.read("one");
      expect(run?.steps.size).toBe(6);
      expect(times(run)).toBe(1);
      const events = JSON.stringify(run?.events);
      expect(events).not.toContain(base64);
      expect(events).toContain(hash("sha256", CONTRACT, "hex"));
    }
  });

  it("a journal that is written without texts has no files either", async () => {
    const journal = sqliteJournal(ownFile(), { redact: true });
    const debate = new Debate({ debaters: [model("Answer: a"), model("Answer: a")], journal });
    await debate.run(WITH_PDF, { id: "one" });
    expect(times(await journal.read("one"))).toBe(0);
  });

  it("resume, replay, fork and follow have it, without another call where none is due", async () => {
    const { models, debate } = panel({ journal: memoryJournal() });
    const calls = (): number => models[0]?.doGenerateCalls.length ?? 0;
    const first = await debate.run(WITH_PDF, { id: "one" });
    expect((await debate.run(WITH_PDF, { id: "one" })).answer).toBe(first.answer);
    expect((await debate.replay("one", { decide: "central" })).answer).toBe("yes");
    expect(calls()).toBe(1);
    await debate.fork("one", { fromRound: 0 }, { id: "two" });
    await debate.follow("two", "And now?", { id: "three" });
    for (const call of [1, 2]) {
      expect(JSON.stringify(models[0]?.doGenerateCalls[call]?.prompt)).toContain(base64);
    }
    await debate.follow("two", "And now?", { carry: "verdict" });
    expect(JSON.stringify(models[0]?.doGenerateCalls[3]?.prompt)).not.toContain(base64);
  });

  it("another file of the same name is another question", async () => {
    const { debate } = panel({ journal: memoryJournal() });
    await debate.run(WITH_PDF, { id: "one" });
    const other = asked({ document: "contract.pdf", data: pdf(4) });
    expect(await rejection(debate.run(other, { id: "one" }))).toMatchObject({
      code: "journal_mismatch",
      message: expect.stringContaining("context"),
    });
  });
});

describe("what is shown of it", () => {
  it("exports name it with its digest, and none has its bytes", async () => {
    const journal = memoryJournal();
    const { debate } = panel({ journal });
    await debate.run(WITH_PDF, { id: "one" });
    const record = fold((await journal.read("one"))?.events ?? []);
    const sha = hash("sha256", CONTRACT, "hex");
    for (const text of [toMarkdown(record), toHtml(record), toJson(record)]) {
      expect(text).toContain(sha);
      expect(text).not.toContain(Buffer.from(CONTRACT).toString("base64"));
    }
    expect(toHtml(record)).toContain("PDF, 3 pages");
    expect(toHtml(record)).toContain("quotes from it can&#39;t be checked");
  });

  it("a quote that a judge takes from it can't be checked: degraded, and the notice says why", async () => {
    const debaters = [model("Answer: yes"), model("Answer: no")];
    const quote = "the supplier shall deliver within ten days";
    const citations = [{ document: "contract.pdf", quote }];
    const judge = model(JSON.stringify({ citations, answer: "yes" }));
    const journal = memoryJournal();
    const decide = judged({ structured: true });
    const config = { debaters, judge, decide, journal, rounds: 0, compare: "rules" as const };
    const result = await new Debate(config).run(WITH_PDF, { id: "one" });
    expect(result.decision.citations).toMatchObject([
      { source: "context", document: "contract.pdf", verified: false, at: null },
    ]);
    expect(result.integrity).toMatchObject({ degraded: true, unverifiedQuotes: 1 });
    const markdown = toMarkdown(fold((await journal.read("one"))?.events ?? []));
    expect(markdown).toContain("can't be checked, because it is not text");
  });
});
