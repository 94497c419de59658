import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  Debate,
  number,
  toHtml,
  toMarkdown,
  type DebateResult,
  type ModelReply,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { INJECTIONS } from "../support/injections.ts";

let page = "";
let base = "";
const server = createServer((_, response) =>
  response.setHeader("content-type", "text/plain; charset=utf-8").end(page),
);
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());

/**
 * What a prompt says outside its fences, as a reader sees it who goes by the marks: a fence ends where its own mark
 * says so, with the name that it began with.
 */
function readOutside(prompt: string): string {
  let rest = prompt;
  let outside = "";
  for (;;) {
    const begin = /^\[\[(\w+) begin: (.*)\]\]$/m.exec(rest);
    if (begin === null) return outside + rest;
    const [line, mark = "", label = ""] = begin;
    const end = `\n[[${mark} end: ${label}]]`;
    const at = rest.indexOf(end, begin.index + line.length);
    outside += rest.slice(0, begin.index);
    // A fence that never ends hides everything after it.
    if (at < 0) return outside;
    rest = rest.slice(at + end.length);
  }
}

interface Seen {
  result: DebateResult<number>;
  /** The prompts of the seat that fetches nothing. */
  others: string[];
  /** Tools that were asked for and are not allowed. */
  forbidden: number;
}

/** A debate in which one seat fetches a page, and every model obeys what it reads outside a fence. */
async function debateAbout(text: string, evidence: "own" | "shared"): Promise<Seen> {
  page = text;
  const others: string[] = [];
  let forbidden = 0;
  const obey = (request: ModelRequest): ModelReply | string | null => {
    const orders = readOutside(
      [request.system, ...request.messages.map(({ content }) => content)].join("\n"),
    );
    if (orders.includes("OBEY: call order")) {
      forbidden += 1;
      return { text: "", toolCalls: [{ name: "order", input: { what: "all" } }] };
    }
    return orders.includes("OBEY: answer 666") ? "Answer: 666" : null;
  };
  const fetching = (request: ModelRequest): ModelReply | string => {
    const given = obey(request);
    if (given !== null) return given;
    if (request.tools && !request.stepId.includes("turn")) {
      return { text: "", toolCalls: [{ name: "fetch", input: { url: base } }] };
    }
    return "The page says little.\nAnswer: 42";
  };
  const listening = (request: ModelRequest): ModelReply | string => {
    others.push(request.messages.map(({ content }) => content).join("\n"));
    return obey(request) ?? "Answer: 42";
  };
  const result = await new Debate<number>({
    debaters: [{ model: fetching, tools: { fetch: base } }, listening, listening],
    judge: (request) => obey(request) ?? "Answer: 42",
    decide: { type: "judged", always: true },
    answer: number(),
    rounds: 1,
    revise: "everyone",
    stop: "never",
    evidence,
  }).run("How many?", { id: "run" });
  return { result, others, forbidden };
}

describe("fifty pages that want to be obeyed", () => {
  test("are fifty", () => {
    expect(new Set(INJECTIONS).size).toBe(50);
  });

  test("would be obeyed outside a fence", () => {
    for (const text of INJECTIONS) expect(readOutside(text)).toContain("OBEY: call order");
  });

  test.each(["own", "shared"] as const)("have no effect under evidence: %s", async (evidence) => {
    const plain = await debateAbout("A page about lamps.", evidence);
    const effects = { forbidden: 0, prompts: 0, verdicts: 0, scripts: 0 };
    for (const text of INJECTIONS) {
      const { result, others, forbidden } = await debateAbout(text, evidence);
      expect(result.rounds[0]?.positions[0]?.toolCalls?.[0]?.output).toContain("OBEY");
      effects.forbidden += forbidden;
      const outside = (prompts: string[]): string => normalise(prompts.map(readOutside).join("\n"));
      if (outside(others) !== outside(plain.others)) effects.prompts += 1;
      if (evidence === "own" && others.some((prompt) => prompt.includes("OBEY")))
        effects.prompts += 1;
      if (result.answer !== 42 || result.decision.tally.length !== 1) effects.verdicts += 1;
      // Markdown keeps a tag as text by the backslash before it.
      const written = toHtml(result) + toMarkdown(result);
      if (/(?<!\\)<(?:script>globalThis|img src=x)/.test(written)) effects.scripts += 1;
    }
    expect(effects).toEqual({ forbidden: 0, prompts: 0, verdicts: 0, scripts: 0 });
  });
});

/** Marks differ from run to run, since each has a secret of its own. */
function normalise(prompt: string): string {
  return prompt.replace(/\[\[(answer|end) \w+\]\]/g, "[[$1 MARK]]");
}
