import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { debate, type DebateConfig } from "../../packages/rostrum/src/index.ts";
import type { ScriptedReply } from "../../packages/runtime/src/testing/index.ts";
import { rejection } from "../support/outcomes.ts";
import { panelSaying, says } from "../support/panel.ts";

interface GoldenCase {
  name: string;
  config: Partial<DebateConfig> & { names?: string[]; weights?: number[] };
  replies: ScriptedReply[][];
  judge?: ScriptedReply;
  router?: ScriptedReply;
  expect: Record<string, unknown>;
}

interface GoldenFile {
  cases: GoldenCase[];
}

function casesIn(file: URL): GoldenCase[] {
  return (JSON.parse(readFileSync(file, "utf8")) as GoldenFile).cases;
}

const cases = casesIn(new URL("cases.json", import.meta.url));
/** The contract's own copy, which not every clone has next to it. */
const contract = new URL("../../../shared/golden.json", import.meta.url);

describe("golden cases", () => {
  test.each(cases)("$name", async (golden) => {
    const outcome = debate("What is the answer?", configOf(golden));
    const { throws, ...paths } = golden.expect;
    if (throws !== undefined) {
      expect((await rejection(outcome)).name).toBe(throws);
      return;
    }
    const result = await outcome;
    const got = Object.fromEntries(Object.keys(paths).map((path) => [path, valueAt(result, path)]));
    expect(got).toEqual(paths);
  });

  const found = existsSync(contract);
  if (!found) console.log("skipped: the contract's golden.json is not here to compare with");
  test.skipIf(!found)("our cases are those of the contract", () => {
    expect(cases).toEqual(casesIn(contract));
  });
});

function configOf({ config, replies, judge, router }: GoldenCase): DebateConfig {
  const { names, weights, route, ...rest } = config;
  const debaters = panelSaying(...replies).map((model, index) => ({
    model,
    ...(names ? { name: names[index] } : {}),
    ...(weights ? { weight: weights[index] } : {}),
  }));
  return {
    ...rest,
    debaters,
    ...(judge === undefined ? {} : { judge: says(judge) }),
    ...(router === undefined
      ? {}
      : { route: { ...(route as object), type: "confident", model: says(router) } }),
    limits: { retries: 0 },
  };
}

/** Numbers to 4 places, as the file has them. */
function valueAt(result: unknown, path: string): unknown {
  let value = result;
  for (const key of path.split(".")) value = (value as Record<string, unknown> | undefined)?.[key];
  return typeof value === "number" ? Math.round(value * 1e4) / 1e4 : value;
}
