import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { EMBEDDED_PURPOSE } from "../config/choose-panel.ts";
import { counted, oneLine } from "../../export/index.ts";
import { newCommand, type Context } from "./new-command.ts";
import { CONFIG_NAMES } from "../config/load.ts";
import { configSchema } from "../config/schema.ts";
import type { SuggestedPanel } from "../discovery/suggest-panels.ts";
import { fileTrouble, UserError } from "../user-error.ts";

interface Flags {
  yaml?: boolean;
  json?: boolean;
  force?: boolean;
}

/** `rostrum init` */
export function command(context: Context): Command {
  const init = newCommand(
    "init",
    "Write a config with panels from the keys, local servers and known programs found here.",
    context,
  )
    .option("--yaml", "rostrum.config.yaml (this is the default)")
    .option("--json", "rostrum.config.json")
    .option("--force", "overwrite an existing config");
  return init.action(async () => {
    const { json, force } = init.opts<Flags>();
    const { say } = context.output;
    const [
      { lookAround },
      { programPanels, suggestPanels },
      { writeConfig },
      { installedPrograms },
    ] = await Promise.all([
      import("../discovery/surroundings.ts"),
      import("../discovery/suggest-panels.ts"),
      import("../init/write.ts"),
      import("../../models/command/known-programs.ts"),
    ]);
    const around = await lookAround();
    for (const { title, listing } of around.keyed) {
      const found = "models" in listing ? counted(listing.models.length, "model") : listing.problem;
      say(`${title}: key found, ${found}`);
    }
    for (const { name, url, models } of around.servers)
      say(`${name} at ${url}: ${counted(models.length, "model")}`);
    const programs = installedPrograms();
    for (const { name } of programs) say(`${name}: installed`);
    const found = [...suggestPanels(around), ...programPanels(programs)];
    const panels = found.length > 0 ? found : [EMBEDDED];
    if (found.length === 0)
      say(
        `found no key, no local server and no known program, so the config has only the embedded debaters: ${EMBEDDED_PURPOSE}`,
      );
    const written = await writeConfig(
      process.cwd(),
      json ? "json" : "yaml",
      panels,
      force === true,
    );
    say(`wrote ${written.join(" and ")}`);
    for (const { name, config } of panels)
      say(`  ${name}: ${(config["debaters"] as string[]).map((id) => oneLine(id)).join(", ")}`);
    if (found.length > 0) {
      say('next: rostrum doctor, then rostrum "question"');
      return;
    }
    const { waysToAModel } = await import("../discovery/default-panel.ts");
    say("for questions that are not sums:");
    for (const way of waysToAModel()) say(`  ${way}`);
    say("  then: rostrum init --force");
  });
}

const EMBEDDED = {
  name: "arithmetic",
  config: {
    purpose: "Sums and other arithmetic, to try rostrum without a key.",
    debaters: ["embedded*3"],
  },
  note: "three tiny networks inside the package; replace them with your own models",
};

export type ConfigFormat = "yaml" | "json";

export const SCHEMA_NAME = "rostrum.schema.json";

/** Writes the config and, next to it, the schema that editors check it with. Returns what was written. */
export async function writeConfig(
  folder: string,
  format: ConfigFormat,
  panels: readonly SuggestedPanel[],
  force: boolean,
): Promise<string[]> {
  const name = `rostrum.config.${format}`;
  const others = CONFIG_NAMES.filter(
    (each) => existsSync(join(folder, each)) && !(force && each === name),
  );
  if (others.length > 0) {
    throw new UserError(`${others.join(" and ")} already exists`, [
      "--force overwrites it; remove a config with another extension yourself",
    ]);
  }
  const text = format === "json" ? jsonConfig(panels) : yamlConfig(panels);
  const schema = `${JSON.stringify(configSchema(), null, 2)}\n`;
  for (const [file, content] of [[name, text] as const, [SCHEMA_NAME, schema] as const]) {
    const path = join(folder, file);
    await writeFile(path, content).catch((error: unknown) => {
      throw new UserError(`can't write: ${fileTrouble(error, path)}`);
    });
  }
  return [name, SCHEMA_NAME];
}

function jsonConfig(panels: readonly SuggestedPanel[]): string {
  const [first] = panels;
  const config = {
    $schema: `./${SCHEMA_NAME}`,
    default: first?.name,
    panels: Object.fromEntries(panels.map(({ name, config: panel }) => [name, panel])),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

function yamlConfig(panels: readonly SuggestedPanel[]): string {
  const [first] = panels;
  const lines = [
    `# yaml-language-server: $schema=./${SCHEMA_NAME}`,
    '# Panels for rostrum: rostrum --panel <name> "question". "embedded" is built in.',
    `default: ${first?.name ?? ""}`,
    "panels:",
    ...panels.flatMap(({ name, config, note }) => [
      `  # ${note}`,
      `  ${name}:`,
      ...(typeof config.purpose === "string"
        ? [`    purpose: ${JSON.stringify(config.purpose)}`]
        : []),
      "    debaters:",
      // JSON strings are YAML strings, whatever a model is called.
      ...(config["debaters"] as string[]).map((id) => `      - ${JSON.stringify(id)}`),
      "    # rounds: 2",
      "    # budget: { usd: 0.50 }",
    ]),
  ];
  return `${lines.join("\n")}\n`;
}
