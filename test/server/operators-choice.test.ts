import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CONFIG } from "../../packages/core/src/options/config.ts";
import { DEBATER } from "../../packages/core/src/options/debater.ts";
import type { OptionField, OptionFields } from "../../packages/core/src/options/field.ts";
import { fieldSchema } from "../../packages/core/src/options/json-schema.ts";
import { called } from "./support/call.ts";

/** Options that name programs, addresses, folders or unchecked settings, by their path; groups and rules are opened. */
function listGuarded(fields: OptionFields, path: string[] = []): string[][] {
  return Object.entries(fields).flatMap(([name, field]): string[][] => {
    const own = [...path, name];
    if (field.needsTrust !== undefined || field.kind === "mcp_server") return [own];
    if (field.kind === "group") return listGuarded(field.fields, own);
    if (field.kind !== "rule") return [];
    return Object.entries(field.rules).flatMap(([rule, { fields: settings = {} }]) =>
      listGuarded(settings, [...own, rule]),
    );
  });
}

/** Whether a request may set what a path leads to: its schema mentions every part of the way. */
function mayRequest(fields: OptionFields, [name = "", ...rest]: readonly string[]): boolean {
  const schema = JSON.stringify(fieldSchema(fields[name] as OptionField, "anyone"));
  return (fields[name]?.reach ?? "anyone") === "anyone" && schema.includes(`"${rest.at(-1)}":`);
}

test("no option that needs trust can be set by a request", () => {
  const inConfig = listGuarded(CONFIG);
  const inDebaters = listGuarded(DEBATER);
  expect(inConfig.map((path) => path.join("."))).toEqual(
    expect.arrayContaining(["verify.command", "verify.tests", "answer.code.tests", "tools.mcp"]),
  );
  expect(inDebaters.map((path) => path.join("."))).toContain("tools.files");
  expect(inConfig.filter((path) => mayRequest(CONFIG, path))).toEqual([]);
  expect(inDebaters.filter((path) => mayRequest(DEBATER, path))).toEqual([]);
});

/** Every option that takes a model, as a request would set it; a rule's name becomes its type. */
function listModelPaths(fields: OptionFields, path: string[] = []): string[][] {
  return Object.entries(fields).flatMap(([name, field]): string[][] => {
    const own = [...path, name];
    if (MODELS.has(field.kind)) return [own];
    if (field.kind === "group") return listModelPaths(field.fields, own);
    if (field.kind !== "rule") return [];
    return Object.entries(field.rules).flatMap(([rule, { fields: settings = {} }]) =>
      listModelPaths(settings, [...own, rule]),
    );
  });
}
const MODELS: ReadonlySet<string> = new Set(["model", "debater", "fallback", "compare", "crux"]);

const EVIL = ["command:touch x", { model: "command:touch x" }, { command: ["touch", "x"] }];
const inRequest = ([name = "", ...rest]: string[], value: unknown): object => {
  if (name === "debaters") return { debaters: [value, value] };
  const [type, field = ""] = rest;
  return { panel: "agreeing", [name]: type === undefined ? value : { type, [field]: value } };
};

test.each(listModelPaths(CONFIG).map((path) => [path.join("."), path] as const))(
  "a request can't name a program as %s",
  async (_name, path) => {
    const { post } = called();
    for (const value of EVIL) {
      const response = await post("/debates", { question: "?", ...inRequest(path, value) });
      expect(response.status, JSON.stringify(value)).toBe(400);
    }
  },
);

const mark = join(tmpdir(), `rostrum-ran-${process.pid}`);
const touch = ["touch", mark];
const seat = { model: "embedded/xs-1" };

test.each<[string, object]>([
  ["a checker that is a program", { verify: { command: touch } }],
  ["tests", { verify: { tests: touch.join(" ") } }],
  ["the folder of tests", { verify: { calc: true, folder: "/" } }],
  ["variables for a checker", { verify: { calc: true, env: ["OPENAI_API_KEY"] } }],
  ["tests after a program", { answer: { type: "code", language: "bash", tests: "touch x" } }],
  ["a server of tools", { tools: { mcp: { command: touch } } }],
  ["a server of tools elsewhere", { tools: { mcp: { url: "http://192.0.2.1/" } } }],
  ["pages", { tools: { fetch: "http://169.254.169.254/" } }],
  ["files", { tools: { files: "/" } }],
  ["a calculator", { tools: { calc: true } }],
  ["a debater's tools", { debaters: [{ ...seat, tools: { files: "/" } }, seat] }],
  ["tools in revisions", { debaters: [{ ...seat, toolsInRevisions: true }, seat] }],
  ["more tool steps", { debaters: [{ ...seat, maxToolSteps: 99 }, seat] }],
  ["a fallback", { debaters: [{ ...seat, fallback: { model: "command:touch x" } }, seat] }],
])("a request that names %s is refused, and nothing is run", async (_what, more) => {
  const { post } = called();
  const panel = "debaters" in more ? {} : { panel: "agreeing" };
  const response = await post("/debates", { question: "What is 6*7?", ...panel, ...more });
  expect(response.status).toBe(400);
  expect(existsSync(mark)).toBe(false);
});
