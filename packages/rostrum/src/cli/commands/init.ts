import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { EMBEDDED_PURPOSE } from "../config/choose-panel.ts";
import { listInstalledPrograms } from "../../models/command/known-programs.ts";
import { formatCount } from "../../export/index.ts";
import { toOneLine } from "../../visible.ts";
import { newCommand, type Context } from "./new-command.ts";
import { CONFIG_NAMES } from "../config/load.ts";
import { makeConfigSchema } from "../config/schema.ts";
import { listWaysToAModel } from "../discovery/find-panel.ts";
import {
  suggestProgramPanel,
  suggestPanels,
  type SuggestedPanel,
} from "../discovery/suggest-panels.ts";
import { findAvailableModels } from "../discovery/available-models.ts";
import { replaceFile } from "../files.ts";
import { isCi } from "../trust/require-trust.ts";
import { identifyFile, rememberTrust } from "../trust/trust-store.ts";
import { describeFileError, UserError } from "../user-error.ts";

interface Flags {
  yaml?: boolean;
  json?: boolean;
  force?: boolean;
}

export function command(context: Context): Command {
  return newCommand("init", context)
    .description(
      "Write a config with panels from the keys, local servers and known programs found here.",
    )
    .option("--yaml", "rostrum.config.yaml (this is the default)")
    .option("--json", "rostrum.config.json")
    .option("--force", "overwrite an existing config")
    .action(async ({ json, force }: Flags) => {
      const { say } = context.output;
      const around = await findAvailableModels();
      for (const { title, listing } of around.keyed) {
        const found =
          "models" in listing ? formatCount(listing.models.length, "model") : listing.problem;
        say(`${title}: key found, ${found}`);
      }
      for (const { name, url, models } of around.servers)
        say(`${name} at ${url}: ${formatCount(models.length, "model")}`);
      const programs = listInstalledPrograms();
      for (const { name } of programs) say(`${name}: installed`);
      const found = [...suggestPanels(around), ...suggestProgramPanel(programs)];
      const panels = found.length > 0 ? found : [EMBEDDED];
      if (found.length === 0)
        say(
          `found no key, no local server and no known program, so the config has only the embedded debaters: ${EMBEDDED_PURPOSE}`,
        );
      const file = await writeConfig(json ? "json" : "yaml", panels, force === true);
      say(`wrote ${file} and ${SCHEMA_NAME}`);
      for (const { name, config } of panels)
        say(`  ${name}: ${config.debaters.map((id) => toOneLine(id)).join(", ")}`);
      if (found.length > 0) {
        say('next: rostrum doctor, then rostrum "question"');
        return;
      }
      say("for questions that are not sums:");
      for (const way of listWaysToAModel()) say(`  ${way}`);
      say("  then: rostrum init --force");
    });
}

const EMBEDDED: SuggestedPanel = {
  name: "arithmetic",
  config: {
    purpose: "Sums and other arithmetic, to try rostrum without a key.",
    debaters: ["embedded*3"],
  },
  note: "three tiny networks inside the package; replace them with your own models",
};

const SCHEMA_NAME = "rostrum.schema.json";

/** Writes the config into this folder and, next to it, the schema that editors check it with. */
async function writeConfig(
  format: "yaml" | "json",
  panels: readonly SuggestedPanel[],
  force: boolean,
): Promise<string> {
  const name = `rostrum.config.${format}`;
  const others = CONFIG_NAMES.filter((each) => existsSync(each) && !(force && each === name));
  if (others.length > 0) {
    throw new UserError(`${others.join(" and ")} already exists`, [
      "--force overwrites it; remove a config with another extension yourself",
    ]);
  }
  const text = format === "json" ? formatJson(panels) : formatYaml(panels);
  await writeOwn(name, text);
  await writeOwn(SCHEMA_NAME, `${JSON.stringify(makeConfigSchema(), null, 2)}\n`);
  // The user asked for this file, and every word of it is ours.
  if (!isCi()) rememberTrust(identifyFile(resolve(name)), text);
  return name;
}

async function writeOwn(name: string, text: string): Promise<void> {
  await replaceFile(name, text).catch((error: unknown) => {
    throw new UserError(`can't write: ${describeFileError(error, name)}`);
  });
}

function formatJson(panels: readonly SuggestedPanel[]): string {
  const [first] = panels;
  const config = {
    $schema: `./${SCHEMA_NAME}`,
    default: first?.name,
    panels: Object.fromEntries(panels.map(({ name, config: panel }) => [name, panel])),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

function formatYaml(panels: readonly SuggestedPanel[]): string {
  const [first] = panels;
  const lines = [
    `# yaml-language-server: $schema=./${SCHEMA_NAME}`,
    '# Panels for rostrum: rostrum --panel <name> "question". "embedded" is built in.',
    `default: ${first?.name ?? ""}`,
    "panels:",
    ...panels.flatMap(({ name, config, note }) => [
      `  # ${note}`,
      `  ${name}:`,
      `    purpose: ${JSON.stringify(config.purpose)}`,
      "    debaters:",
      // JSON strings are YAML strings, whatever a model is called.
      ...config.debaters.map((id) => `      - ${JSON.stringify(id)}`),
      "    # rounds: 2",
      "    # budget: { usd: 0.50 }",
    ]),
  ];
  return `${lines.join("\n")}\n`;
}
