import { expect, test } from "vitest";
import { CONFIG, DEBATER, type OptionField, type OptionFields } from "@rostrum/core/options";
import { listPermissions } from "./list-permissions.ts";

/** Every option, setting of a debater and setting of a rule, by its path. */
function listFields(fields: OptionFields, path = ""): [string, OptionField][] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const own: [string, OptionField] = [`${path}${name}`, field];
    if (field.kind === "group") return [own, ...listFields(field.fields, `${path}${name}.`)];
    if (field.kind !== "rule") return [own];
    return [
      own,
      ...Object.entries(field.rules).flatMap(([rule, { fields: settings = {} }]) =>
        listFields(settings, `${path}${name}.${rule}.`),
      ),
    ];
  });
}

const ALL = [...listFields(CONFIG), ...listFields(DEBATER, "debaters.")];

/** Kinds whose ids are looked at, and kinds that need trust as a whole. */
const COVERED = new Set([
  "model",
  "debater",
  "fallback",
  "compare",
  "crux",
  "object",
  "code",
  "mcp_server",
]);
/** It says how tests are run, and those need trust. */
const HARMLESS = new Set(["answer.code.language"]);
const NAMES = /command|program|url|address|endpoint|host|cwd|exec|path|mcp|shell|hook|tool/i;
const WORDS = /\b(?:programs?|commands?|addresse?s?|URLs?|endpoint|MCP|shell|executables?)\b/i;

test("every option that names a program or an address needs trust", () => {
  const suspicious = ALL.filter(
    ([path, { kind, about, needsTrust }]) =>
      needsTrust === undefined &&
      !COVERED.has(kind) &&
      !HARMLESS.has(path) &&
      (NAMES.test(path.slice(path.lastIndexOf(".") + 1)) || WORDS.test(about)) &&
      // A text for people or models, a number or a switch runs nothing.
      !["group", "rule", "boolean", "whole", "number", "milliseconds", "one_of"].includes(kind),
  );
  expect(suspicious.map(([path]) => path)).toEqual([]);
});

test("a program in any option that takes a model is found", () => {
  const kinds = new Set(["model", "debater", "fallback", "compare", "crux"]);
  const paths = ALL.filter(([, { kind }]) => kinds.has(kind)).map(([path]) => path);
  expect(paths.length).toBeGreaterThan(6);
  for (const path of paths) {
    for (const model of ["command:x", " command:x*2", { command: ["x"] }, "compat:m@http://a"]) {
      const found = listPermissions(nest(path, model), "panel");
      expect(
        found.map(({ need }) => need),
        path,
      ).toEqual([typeof model === "string" && model.startsWith("compat") ? "address" : "program"]);
    }
  }
});

/** A config with a value at a path; a rule's name becomes its type. */
function nest(path: string, value: unknown): unknown {
  const [first = "", ...rest] = path.split(".");
  if (rest.length === 0) return { [first]: value };
  const field = (CONFIG as OptionFields)[first];
  if (field?.kind !== "rule") return { [first]: nest(rest.join("."), value) };
  const [type, ...inner] = rest;
  return { [first]: { type, ...(nest(inner.join("."), value) as object) } };
}

test.each<[unknown, string]>([
  [{ command: ["x"] }, "program"],
  [{ command: ["x"], url: "https://a/" }, "program"],
  [{ command: "x" }, "program"],
  [{ url: ["x"] }, "program"],
  ["x", "program"],
  [[["x"]], "program"],
  [{}, "program"],
  [{ url: "https://a/" }, "address"],
])("a server of tools is a program unless it is only an address: %j", (server, need) => {
  for (const tools of [{ mcp: server }, { mcp: [server] }])
    for (const config of [{ tools }, { debaters: [{ model: "a/b", tools }] }])
      expect(listPermissions(config, "panel").map((found) => found.need)).toEqual([need]);
});

test.each([
  ["a text", { purpose: "command:x", debaters: [{ model: "a/b", instructions: "command:x" }] }],
  ["a member's name", { debaters: [{ name: "command:x", model: "embedded" }] }],
  ["an option of a choice", { answer: { type: "choice", options: ["command:x", "http://y"] } }],
  ["what was learned", { poll: { type: "sequential", calibration: { a: "command:x" } } }],
])("%s needs no trust", (_name, config) => {
  expect(listPermissions(config, "panel")).toEqual([]);
});

test("hostile values are looked at without harm", () => {
  const odd = JSON.parse(
    '{"__proto__": {"command": ["x"]}, "debaters": {"__proto__": "command:x"}}',
  );
  expect(listPermissions(odd, "panel").map(({ need }) => need)).toEqual(["program", "program"]);
  for (const value of [null, 1, "x", [], [[["command:x"]]], { poll: "x:command:y" }])
    expect(() => listPermissions(value, "panel")).not.toThrow();
});
