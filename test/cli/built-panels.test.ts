import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Debate, type DebateConfig } from "../../packages/rostrum/src/index.ts";
import { loadConfig } from "../../packages/cli/src/config/load.ts";
import { serve } from "../../packages/server/src/index.ts";
import {
  EMPTY,
  formatYaml,
  type PanelDraft,
} from "../../packages/page/src/screens/panels/panel-draft.ts";

/** A config file with this text, as `rostrum serve` loads it. */
async function load(text: string) {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-built-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "rostrum.config.yaml");
  writeFileSync(path, text);
  const { panels } = await loadConfig(path);
  return panels as unknown as Record<string, DebateConfig>;
}

const SERVED = `panels:
  local:
    debaters:
      - "compat:ada@http://127.0.0.1:9/v1"
      - { model: "compat:boole@http://127.0.0.1:9/v1", price: { input: 1, output: 2 } }
      - "compat:ada@http://127.0.0.1:10/v1"
`;

const draft = (models: readonly string[], more: Partial<PanelDraft> = {}): PanelDraft => ({
  ...EMPTY,
  name: "built: here",
  purpose: "Contracts",
  members: models.map((model) => ({ model })),
  ...more,
});

test("a panel that was built on the page can be pasted below the panels of the server's config", async () => {
  const panels = await load(SERVED);
  const serving = await serve({ panels, port: 0 });
  onTestFinished(() => serving.close());
  const { models } = (await (await fetch(`${serving.url}/panels`)).json()) as { models: string[] };
  expect(models).toEqual(["compat:ada", "compat:ada#2", "compat:boole"]);

  const yaml = formatYaml(
    draft(models, { judge: "compat:boole", settings: { rounds: 1, budget: { calls: 20 } } }),
  );
  const pasted = await load(`${SERVED}${yaml.replace("panels:\n", "")}`);
  expect(pasted["built: here"]).toMatchObject({
    purpose: "Contracts",
    debaters: [
      "compat:ada@http://127.0.0.1:9/v1",
      "compat:ada@http://127.0.0.1:10/v1",
      "compat:boole@http://127.0.0.1:9/v1",
    ],
    judge: "compat:boole@http://127.0.0.1:9/v1",
    rounds: 1,
  });
  const again = await serve({ panels: pasted, port: 0 });
  onTestFinished(() => again.close());
  const { calls } = await new Debate(pasted["built: here"] as DebateConfig).plan("Why?");
  expect(calls.max).toBeLessThanOrEqual(20);
});

test("one whose models have no address is a config by itself", async () => {
  const panels = await load(formatYaml(draft(["embedded/xs-1", "embedded/xs-2"])));
  const { answer } = await new Debate(panels["built: here"] as DebateConfig).run("What is 3 + 4?");
  expect(answer).toBe("7");
});

test("a name that no panel has an address for is refused, and named", async () => {
  const panels = await load(formatYaml(draft(["compat:ada", "compat:ada"])));
  await expect(serve({ panels, port: 0 })).rejects.toThrow("compat:ada");
});
