import type { ModelFunction } from "rostrum";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { called, refusal } from "./support/call.ts";
import { listening, sent } from "./support/socket.ts";

type Schema = Record<string, unknown>;

/** `levels` definitions, each twice the next: 2 to the power of `levels` ways through. */
function doubling(levels: number, keyword: "anyOf" | "allOf" | "oneOf"): Schema {
  const $defs: Schema = { [`d${levels}`]: { type: "string" } };
  for (let level = 0; level < levels; level++) {
    const next = { $ref: `#/$defs/d${level + 1}` };
    $defs[`d${level}`] = { [keyword]: [next, next] };
  }
  return { $defs, $ref: "#/$defs/d0" };
}

function nested(levels: number, make: (inner: unknown) => unknown): unknown {
  let whole: unknown = { type: "string" };
  for (let level = 0; level < levels; level++) whole = make(whole);
  return whole;
}

const REFUSED: [string, Schema, RegExp][] = [
  ["a pattern", { type: "string", pattern: "^(a+)+$" }, /no pattern.*enum, format/],
  [
    "a pattern far inside",
    { type: "object", properties: { a: { items: { anyOf: [{ pattern: "(a*)*b" }] } } } },
    /no pattern/,
  ],
  ["patternProperties", { type: "object", patternProperties: { "(a+)+$": {} } }, /properties/],
  ["a pattern for names", { type: "object", propertyNames: { pattern: "(a+)+$" } }, /no pattern/],
  ["anyOf that doubles", doubling(16, "anyOf"), /5000 subschemas/],
  ["oneOf that doubles", doubling(16, "oneOf"), /5000 subschemas/],
  ["allOf that doubles", doubling(16, "allOf"), /5000 subschemas/],
  ["a reference to itself", { $ref: "#" }, /leads to itself/],
  [
    "a reference to itself among others",
    { $defs: { a: { anyOf: [{ $ref: "#/$defs/a" }, { type: "null" }] } }, $ref: "#/$defs/a" },
    /leads to itself/,
  ],
  ["many levels", nested(60, (items) => ({ items })) as Schema, /levels|deep/],
  [
    "many values in an enum",
    { enum: Array.from({ length: 1001 }, (_, index) => `${index}`) },
    /enum/,
  ],
  [
    "many properties",
    {
      type: "object",
      properties: Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`p${index}`, {}])),
    },
    /subschemas|characters/,
  ],
  ["many characters", { description: "x".repeat(100_001) }, /100000 characters/],
  ["an address", { $ref: "https://evil.example/schema.json" }, /local refs/],
];

describe("a schema from a request", () => {
  test.each(REFUSED)(
    "%s is refused with a message by /debates, /plan and chat",
    async (_name, schema, says) => {
      const { post } = called();
      const answer = { type: "json", schema };
      const messages = [{ role: "user", content: "Q?" }];
      const format = { type: "json_schema", json_schema: { name: "x", schema } };
      for (const [path, body] of [
        ["/debates", { question: "Q?", answer }],
        ["/plan", { question: "Q?", answer }],
        ["/v1/chat/completions", { model: "agreeing", messages, response_format: format }],
      ] as const) {
        const { status, message } = await refusal(post(path, body));
        expect([path, status]).toEqual([path, 400]);
        expect(message).toMatch(says);
      }
    },
  );

  const held = async (schema: Schema, answer: unknown): Promise<unknown> => {
    const model: ModelFunction = () => JSON.stringify({ reasoning: "r", answer, confidence: 1 });
    const { start, finished } = called({ panels: { two: { debaters: [model, model] } } });
    const id = await start({ question: "Q?", answer: { type: "json", schema } });
    return finished(id);
  };

  test("schemas of common zod types are accepted", async () => {
    const person = z.object({
      email: z.email(),
      id: z.uuid(),
      born: z.iso.date(),
      seen: z.iso.datetime(),
      pattern: z.string(),
    });
    const answer = {
      email: "ada@example.com",
      id: "7d444840-9dc0-11d1-b245-5ffdce74fad2",
      born: "1815-12-10",
      seen: "2020-01-01T00:00:00Z",
      pattern: "(a+)+$",
    };
    expect(await held(z.toJSONSchema(person) as Schema, answer)).toMatchObject({
      status: "completed",
      result: { answer },
    });
    const Tree = z.object({
      name: z.string(),
      get children() {
        return z.array(Tree);
      },
    });
    const tree = { name: "a", children: [{ name: "b", children: [] }] };
    expect(await held(z.toJSONSchema(Tree) as Schema, tree)).toMatchObject({
      result: { answer: tree },
    });
  });

  test("a reply can't make a recursive schema cost without bound", async () => {
    const self = { $ref: "#/$defs/node" };
    const either = {
      anyOf: [
        { properties: { n: self }, required: ["n"] },
        { properties: { n: self }, required: ["x"] },
      ],
    };
    const schema = { $defs: { node: { type: "object", ...either } }, $ref: "#/$defs/node" };
    const shallow = { n: { n: { x: 1 } } };
    const deep = nested(40, (n) => ({ n }));
    expect(await held(schema, deep)).toMatchObject({
      status: "failed",
      error: { code: "panel_failed" },
    });
    expect(await held({ type: "object" }, shallow)).toMatchObject({ result: { answer: shallow } });
    const wide = {
      type: "array",
      items: { anyOf: Array.from({ length: 900 }, (_, n) => ({ const: n })) },
    };
    const many = Array.from({ length: 5000 }, () => 899);
    expect(await held(wide, many)).toMatchObject({ status: "failed" });
  });
});

describe("options, depths and sizes", () => {
  const long = Array.from({ length: 100 }, (_, index) => `${"a ".repeat(240)}${index}`);
  const tooLong = Array.from({ length: 100 }, (_, index) => `${"a".repeat(500)}${index}`);

  test("a hundred long options are read at once, and longer ones refused", async () => {
    const model = (): string => `${"a ".repeat(5000)}\nAnswer: ${long[7]}`;
    const { post, start, finished } = called({ panels: { two: { debaters: [model, model] } } });
    const id = await start({ question: "Q?", answer: { type: "choice", options: long } });
    expect(await finished(id)).toMatchObject({ result: { answer: long[7] } });
    expect(
      await refusal(
        post("/debates", { question: "Q?", answer: { type: "choice", options: tooLong } }),
      ),
    ).toMatchObject({ status: 400, field: expect.stringMatching(/^answer\.options/) });
  });

  test("JSON of 5,000 levels is a 400 wherever it is sent", async () => {
    const lines: string[] = [];
    const serving = await listening({ log: (line) => lines.push(line) });
    const { paths } = JSON.parse((await sent(serving, "/openapi.json")).text) as {
      paths: Record<string, { post?: { requestBody?: object } }>;
    };
    const posts = Object.entries(paths).filter(([, { post }]) => post?.requestBody);
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    for (const levels of [101, 5000, 100_000]) {
      const deep = `${"[".repeat(levels)}${"]".repeat(levels)}`;
      const schema = `{"items":`.repeat(levels) + "{}" + "}".repeat(levels);
      for (const body of [
        deep,
        `{"question":"Q?","metadata":{"a":${deep}}}`,
        `{"question":"Q?","answer":{"type":"json","schema":${schema}}}`,
        `{"model":"agreeing","messages":[{"role":"user","content":"Q?"}],"metadata":${deep}}`,
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","arguments":${deep}}}`,
      ]) {
        for (const path of [...posts.map(([each]) => each.replace("{id}", "x")), "/mcp"]) {
          const { status } = await sent(serving, path, { method: "POST", headers, body });
          expect([path, levels, body.slice(0, 30), status]).toEqual([
            path,
            levels,
            body.slice(0, 30),
            body.length > 1024 * 1024 ? 413 : 400,
          ]);
        }
      }
    }
    expect(lines).toEqual([]);
  });

  test.each<[string, object, string]>([
    ["metadata", { metadata: { a: "x".repeat(16_001) } }, "metadata"],
    ["personas", { personas: Array.from({ length: 51 }, () => "x") }, "personas"],
    ["a name", { debaters: [{ name: "x".repeat(65), model: "m" }] }, "debaters[0].name"],
    ["debaters", { debaters: Array.from({ length: 51 }, () => "m") }, "debaters"],
    ["rounds", { rounds: 101 }, "rounds"],
  ])("too much %s is refused", async (_name, change, field) => {
    const { post } = called();
    expect(await refusal(post("/debates", { question: "Q?", ...change }))).toMatchObject({
      status: 400,
      field,
    });
  });
});
