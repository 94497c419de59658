import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import {
  resolveLimits,
  resolveConfig,
} from "../../packages/runtime/src/api/config/resolve-config.ts";
import { computeInputs } from "../../packages/runtime/src/api/run/fingerprint.ts";
import { newCommand } from "../../packages/cli/src/commands/new-command.ts";
import { loadConfig } from "../../packages/cli/src/config/load.ts";
import { addConfigFlags, mergeConfig, readPatch } from "../../packages/cli/src/options/flags.ts";
import { processIo } from "../../packages/cli/src/io.ts";
import { createOutput } from "../../packages/cli/src/terminal/output.ts";
import { createConfigFor } from "../../packages/server/src/panels/request-config.ts";
import { createAllowedModels } from "../../packages/server/src/panels/panel-models.ts";
import { createPanelBook } from "../../packages/server/src/panels/panel-book.ts";
import { debateRequest } from "../../packages/server/src/schemas/debate-request.ts";
import { parse } from "../../packages/server/src/schemas/parse.ts";
import { CONFIG } from "../../packages/core/src/options/config.ts";
import { mayBeSetBy } from "../../packages/core/src/options/json-schema.ts";
import { getReach, type OptionField } from "../../packages/core/src/options/field.ts";
import { ConfigError } from "../../packages/core/src/errors.ts";
import type { DebateConfig } from "rostrum";
import { valuesOf } from "../support/vocabulary-values.ts";

/*
 * An option means the same wherever it is given: in code, in YAML, as a flag and in a request. The
 * options and their values come from the vocabulary itself, so a new one is covered when it is defined.
 */

const folder = mkdtempSync(join(tmpdir(), "rostrum-parity-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MEMBERS = ["embedded/xs", "embedded/m"];
const base = { debaters: MEMBERS, judge: "embedded/m" };

/** Everything that a config comes to. */
function meaning(config: Record<string, unknown>): unknown {
  const resolved = resolveConfig(config);
  const task = { id: "x", question: "?", context: [], material: [], secret: () => "" };
  return {
    inputs: computeInputs(resolved, task, null),
    limits: resolveLimits(config["limits"]),
    quorum: resolved.quorum,
    budget: config["budget"],
  };
}

async function inYaml(config: Record<string, unknown>): Promise<Record<string, unknown>> {
  const path = join(folder, "rostrum.config.yaml");
  // What is JSON is YAML too.
  writeFileSync(path, JSON.stringify({ panels: { panel: config } }));
  return (await loadConfig(path)).panels["panel"] ?? {};
}

function asFlags(config: Record<string, unknown>): Record<string, unknown> {
  const command = addConfigFlags(newCommand("ask", { output: createOutput(processIo()) }));
  command.parse(
    Object.entries(config).flatMap(([name, value]) => flagsFor(optionOf(name), value)),
    { from: "user" },
  );
  return mergeConfig({}, readPatch(command.opts()));
}

function flagsFor(field: OptionField, value: unknown): string[] {
  if (field.kind === "group") {
    return Object.entries(value as object).flatMap(([key, each]: [string, unknown]) =>
      flagsFor(field.fields[key] as OptionField, each),
    );
  }
  const name = field.flag?.name ?? "";
  if (field.many && Array.isArray(value)) return value.flatMap((each) => flagsFor(field, each));
  if (typeof value === "boolean") return [value ? name : name.replace("--", "--no-")];
  if (field.kind === "milliseconds") return [name, `${String(value)}ms`];
  return [name, typeof value === "object" ? JSON.stringify(value) : String(value)];
}

const inRequest = createConfigFor(
  createPanelBook({ panel: base }, undefined),
  createAllowedModels([base], MEMBERS),
  { seats: 50, rounds: 100 },
  () => [],
);

function overHttp(config: Record<string, unknown>): Record<string, unknown> {
  const body = JSON.parse(JSON.stringify({ question: "?", ...config })) as unknown;
  const { question: _question, ...request } = parse(debateRequest, body, "body");
  return { ...inRequest(request) };
}

/** What a config comes to, or the option that is refused. */
async function outcome(config: () => unknown): Promise<unknown> {
  try {
    return meaning((await config()) as Record<string, unknown>);
  } catch (error) {
    if (error instanceof ConfigError) return { refused: error.field };
    throw error;
  }
}

function optionOf(name: string): OptionField {
  return CONFIG[name as keyof DebateConfig];
}

/** What names models is the same for every value: the ids that the server knows. */
const NAMED: Record<string, fc.Arbitrary<unknown>> = {
  debaters: fc.constant(MEMBERS),
  judge: fc.constantFrom("embedded/m", { model: "embedded/xs", temperature: 0.5, name: "chair" }),
  model: fc.constant("embedded/xs"),
  compare: fc.constantFrom("auto", "rules", "embedded/xs", {
    bothOrders: true,
    model: "embedded/m",
  }),
  tools: fc.constantFrom(
    { calc: true, fetch: ["https://a.example/", "https://b.example/docs/"] },
    {
      files: "docs",
      mcp: [{ url: "https://tools.example/mcp" }, { command: ["node", "server.js"] }],
    },
  ),
  // One way to check, and only what a request may ask for.
  verify: fc.constantFrom(
    { calc: true },
    { citations: true, select: true },
    { calc: true, select: false },
  ),
  sides: fc.constantFrom(
    "leaders",
    ["yes, at once", "no"],
    { answers: "leaders", turns: "alternate" },
    { answers: ["yes", "no"], swap: true, consultancy: true },
  ),
  crux: fc.boolean(),
  audit: fc.boolean(),
  report: fc.constantFrom("none", "claims", "memo", "memo:3", "claims:100", {
    type: "memo",
    model: "embedded/m",
    max: 5,
  }),
  panelSize: fc.constant(2),
};

const data = Object.entries(CONFIG).filter(([, field]) => mayBeSetBy("operator", field));

describe.each(data)("%s", (name, field) => {
  const open = mayBeSetBy("anyone", field);
  const values = NAMED[name] ?? valuesOf(field, open ? "anyone" : "operator");

  // What describes a panel belongs in its file.
  const flagged = name !== "purpose";

  test(`means the same in code, YAML${flagged ? ", flags" : ""}${open ? " and requests" : ""}`, async () => {
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        const config: Record<string, unknown> = { ...base, [name]: value };
        if (name === "limits")
          Object.assign(config, { limits: { ...(value as object), quorum: 2 } });
        const wanted = await outcome(() => config);
        expect(await outcome(() => inYaml(config))).toEqual(wanted);
        if (flagged) expect(await outcome(() => asFlags(config))).toEqual(wanted);
        if (open) expect(await outcome(() => overHttp(config))).toEqual(wanted);
      }),
      { numRuns: 25 },
    );
  });

  if (!open) {
    test("is refused in a request, by name", () => {
      const [value] = fc.sample(values, 1);
      expect(() => overHttp({ [name]: value })).toThrow(name);
    });
  }
});

const code = Object.entries(CONFIG).filter(([, field]) => getReach(field) === "code");

test.each(code)("%s is for programs only: no flag, refused in a request", (name, field) => {
  expect(field.flag).toBeUndefined();
  expect(() => overHttp({ [name]: {} })).toThrow(name);
});
