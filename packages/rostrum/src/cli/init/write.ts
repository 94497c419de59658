import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CONFIG_NAMES } from "../config/find.ts";
import { configSchema } from "../config/schema.ts";
import type { SuggestedPanel } from "../discovery/suggest-panels.ts";
import { fileTrouble } from "../file-trouble.ts";
import { UserError } from "../user-error.ts";

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
