import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { UserError } from "../user-error.ts";
import { loadConfig, type ConfigFile } from "./load.ts";

function load(config: object): Promise<ConfigFile> {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-config-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "rostrum.config.json");
  writeFileSync(path, JSON.stringify(config));
  return loadConfig(path);
}

const panels = { one: { debaters: "embedded" } };

test("limits of providers are taken, and are no part of the panels", async () => {
  const { panels: loaded } = await load({ panels, providers: { nobody: { concurrency: 2 } } });
  expect(loaded).toEqual(panels);
});

test.each([
  [{ openai: { concurency: 2 } }, "limits.openai.concurency: there is no such limit"],
  [{ openai: { concurrency: 0 } }, "limits.openai.concurrency: expected a whole number above 0"],
  [{ openai: 2 }, 'expected "providers" to be'],
  [[], 'expected "providers" to be'],
])("providers %j are refused", async (providers, words) => {
  await expect(load({ panels, providers })).rejects.toThrow(UserError);
  await expect(load({ panels, providers })).rejects.toThrow(words);
});
