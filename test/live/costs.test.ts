import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  council,
  Debate,
  editorial,
  memoryJournal,
  type Citation,
  type DebateConfig,
  type DebateResult,
  type ModelReply,
  type ModelRequest,
  type Position,
} from "../../packages/rostrum/src/index.ts";

const LIVE = new URL("../../../shared/live/", import.meta.url);
const here = existsSync(LIVE);
if (!here) console.log("skipped: debates of live models are not here (../shared/live)");

/** Dollars per million tokens. */
const PRICE = { input: 3, output: 15 };
const MAX_FACTOR = 3;
const MIN_SHARE = 0.9;
/** Usual for English prose and Markdown. */
const CHARS_PER_TOKEN = 4;

type Recorded = DebateResult<unknown>;

function readResults(): [string, Recorded][] {
  return readdirSync(LIVE)
    .filter((file) => file.endsWith(".json"))
    .map((file): [string, Recorded] => [
      file.replace(".json", ""),
      JSON.parse(readFileSync(new URL(file, LIVE), "utf8")) as Recorded,
    ])
    .filter(([, { rounds }]) => Array.isArray(rounds));
}

const anyObject = (fields: readonly string[]) => ({
  type: "json",
  schema: {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field, {}])),
    required: fields,
  },
});

/** How each debate was held, where it wasn't with one revision by everybody and nothing else. */
const CONFIGS: Record<string, Record<string, unknown>> = {
  "4-d-council": { ...council, judge: true },
  "4-d-monolith": { report: "memo" },
  "4-j-extract": { answer: anyObject(["vendor", "total", "due", "discount"]) },
  "4-o-haiku": { rounds: 0, decide: { type: "ranked", always: true } },
  "4-t-calc": { answer: "number", tools: { calc: true } },
  council: { ...council, judge: true },
  critique: { rounds: 2, prompts: "critique" },
  diff: { answer: "findings" },
  judgepick: { rounds: 0, judge: true, decide: { type: "judged", mode: "pick" } },
  keeper: {
    answer: { type: "choice", options: ["yes", "no"] },
    sides: ["yes", "no"],
    judge: { sees: "quotes" },
  },
  notice: { ...editorial, judge: true },
  pick: { answer: anyObject(["pick", "why"]) },
  ranked: { rounds: 0, decide: "ranked" },
  review: { answer: "findings" },
  split: { report: "memo" },
  version: { judge: true, crux: true, report: "memo" },
};

/** Follows up `split`. */
const FOLLOW_UP = "split-2";

/** A panel that says what was said then, and counts tokens as providers do. */
function restorePanel(name: string, recorded: Recorded): DebateConfig<unknown> {
  const model = (request: ModelRequest): ModelReply => {
    const text = findReply(recorded, request);
    const prompt = [request.system, ...request.messages.map(({ content }) => content)].join("\n");
    const usage = { inputTokens: countTokens(prompt), outputTokens: countTokens(text) };
    return { text, usage };
  };
  const member = { model, price: PRICE };
  const members = recorded.rounds[0]?.positions.map(({ debater }) => ({
    ...member,
    name: debater,
  }));
  const { judge, ...options } = CONFIGS[name] ?? {};
  const { crux, report } = options;
  return {
    debaters: members ?? [],
    revise: "everyone",
    compare: member,
    ...options,
    ...(crux === undefined ? {} : { crux: member }),
    ...(report === undefined ? {} : { report: { type: report, ...member } }),
    ...(judge === undefined ? {} : { judge: { ...member, ...(judge === true ? {} : judge) } }),
  } as DebateConfig<unknown>;
}

function countTokens(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN);
}

/** What was replied, or as much of it as the result has kept. */
function findReply(recorded: Recorded, request: ModelRequest): string {
  const { role, items = [] } = request;
  switch (role) {
    case "debater":
      return markAnswer(findPosition(recorded, request), request);
    case "comparer":
      return JSON.stringify({ groups: regroup(recorded, request) });
    case "crux":
      return JSON.stringify(recorded.cruxes[0]);
    case "ballot":
      return JSON.stringify({ ranking: items.map((_, at) => at + 1) });
    case "judge":
      return recorded.decision.judgment ?? "";
    case "claims":
      return JSON.stringify({ claims: recorded.claims });
    case "memo":
      return JSON.stringify(recorded.memo);
    default:
      throw new Error(`nobody was asked for ${request.stepId} then`);
  }
}

/** The last one where the debate goes on today, because a refusal doesn't count as an answer any more. */
function findPosition(
  { rounds }: Recorded,
  { debater, round }: ModelRequest,
): Position | undefined {
  const { positions } = rounds[round] ?? rounds.at(-1) ?? {};
  return positions?.find((position) => position.debater === debater);
}

/** Results keep replies without the marks around their answers. */
function markAnswer(position: Position | undefined, { system, messages }: ModelRequest): string {
  const { text = "", answer } = position ?? {};
  const prompt = [system, ...messages.map(({ content }) => content)].join("\n");
  const mark = [...prompt.matchAll(/\[\[answer (\S+)\]\]/g)].at(-1)?.[1];
  if (mark === undefined || typeof answer !== "string") return text;
  const at = text.lastIndexOf(answer);
  const isJson = at === -1 && /\{\s*"/.test(text);
  if (isJson) return text;
  const [before, after] =
    at === -1 ? [`${text}\n`, ""] : [text.slice(0, at), text.slice(at + answer.length)];
  return `${before}[[answer ${mark}]]\n${answer}\n[[end ${mark}]]${after}`;
}

/** The groups of then: one answer per member is compared, or each finding. */
function regroup({ rounds }: Recorded, { round, items = [] }: ModelRequest): object[] {
  const { positions = [], compared = [] } = rounds[round] ?? {};
  const voting = positions.filter(({ cluster }) => cluster !== null);
  const findGroup = (at: number): unknown =>
    voting.length === items.length
      ? voting[at]?.cluster
      : (compared.find((group) => group.items.some((each) => items[at]?.startsWith(each))) ?? at);
  return [...Map.groupBy(items.keys(), findGroup).values()].map((places) => ({
    items: places.map((at) => at + 1),
    label: items[places[0] ?? 0]?.trim().split("\n")[0]?.slice(0, 100),
  }));
}

/** What was quoted from the material, which wasn't kept, or the debate that was followed up. */
function restoreContext(name: string, recorded: Recorded): { context?: string } {
  if (name === FOLLOW_UP) {
    const [, { question, text }] = readResults().find(([other]) => other === "split") ?? fail();
    return { context: `${question}\n\n${text}` };
  }
  const quotes: Citation[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("source" in value && value.source !== "position" && "text" in value)
      quotes.push(value as unknown as Citation);
    for (const inner of Object.values(value)) collect(inner);
  };
  collect(recorded);
  const texts = new Set(quotes.map(({ text }) => text));
  return texts.size === 0 ? {} : { context: [...texts].join("\n\n") };
}

function fail(): never {
  throw new Error("there is no such result");
}

/** What the tokens of then cost, where they were counted; else those of the debate held again. */
function findCost({ usage }: Recorded, again: Recorded): number {
  const { inputTokens, outputTokens } = usage;
  if (inputTokens === null || outputTokens === null) return again.costUsd ?? NaN;
  return (inputTokens * PRICE.input + outputTokens * PRICE.output) / 1e6;
}

const isNear = (planned: number, real: number): boolean =>
  planned <= MAX_FACTOR * real && real <= MAX_FACTOR * planned;

describe.skipIf(!here)("what debates by a large model cost", () => {
  test("is about what the others let expect, and never more than the most", async () => {
    const journal = memoryJournal();
    const debates = readResults().map(([name, recorded]) => {
      const panel = new Debate({ ...restorePanel(name, recorded), journal });
      const question = { text: recorded.question, ...restoreContext(name, recorded) };
      return {
        name,
        recorded,
        plan: async () => (await panel.plan(question)).usd,
        hold: () => panel.run(question, { id: name }),
      };
    });
    const unlearned = new Map<string, number | null>();
    for (const { name, plan } of debates) unlearned.set(name, (await plan()).typical);
    for (const { hold } of debates) await hold();
    const rows = [];
    for (const { name, recorded, plan, hold } of debates) {
      await journal.remove(name);
      const { typical, max } = await plan();
      const real = findCost(recorded, await hold());
      if (typical === null || max === null) throw new Error(`${name} has no price`);
      rows.push({ name, real, typical, max, unlearned: unlearned.get(name) ?? 0 });
    }
    const near = rows.filter(({ typical, real }) => isNear(typical, real));
    const nearUnlearned = rows.filter((row) => isNear(row.unlearned, row.real));
    console.log(
      `within a factor of ${MAX_FACTOR}: ${near.length} of ${rows.length} debates; ` +
        `${nearUnlearned.length} before any run is in the journal`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(30);
    expect(rows.filter(({ real, max }) => real > max)).toEqual([]);
    expect(near.length / rows.length).toBeGreaterThanOrEqual(MIN_SHARE);
  });
});
