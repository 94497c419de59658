import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { SCHEMA_NAME } from "@rostrum/runtime/repository";
import { resolveModel } from "@rostrum/runtime/models";
import type { SuggestedMember, SuggestedPanel } from "./suggest-panels.ts";
import { replaceFile } from "../files.ts";
import type { ConfigPatch } from "../options/flags.ts";
import { isCi } from "../trust/require-trust.ts";
import { identifyFile, rememberTrust } from "../trust/trust-store.ts";
import { describeFileError, UserError } from "../user-error.ts";
import type { Setting } from "../config/first-settings.ts";
import { CONFIG_NAMES } from "../config/load.ts";
import { makeConfigSchema } from "../config/schema.ts";

/** Throws if a config exists that would not be overwritten. Called before the user is asked anything. */
export function refuseExistingConfig(format: Format, force: boolean): void {
  const name = nameConfig(format);
  const conflicts = CONFIG_NAMES.filter((each) => existsSync(each) && !(force && each === name));
  if (conflicts.length === 0) return;
  throw new UserError(`${conflicts.join(" and ")} already exists.`, [
    conflicts.every((each) => each === name)
      ? "To overwrite it, add --force."
      : `A folder may have only one config: remove that file to write ${name}.`,
  ]);
}

export type Format = "yaml" | "json";
const nameConfig = (format: Format): string => `rostrum.config.${format}`;

/** Content of a new config. */
export interface FirstConfig {
  panels: readonly SuggestedPanel[];
  settings: readonly Setting[];
  /** Settings that users often want next, written as comments. */
  hints: readonly Setting[];
}

/** Writes the config into this folder, with the schema that editors check it with. */
export async function writeConfig(format: Format, config: FirstConfig): Promise<string> {
  const name = nameConfig(format);
  const text = format === "json" ? formatJson(config) : formatYaml(config);
  await writeHere(name, text);
  // Next to the config, and not where rostrum is installed: other machines open this folder too.
  await writeHere(SCHEMA_NAME, `${JSON.stringify(makeConfigSchema())}\n`);
  // Trusted at once: the user asked for this file, and rostrum wrote all of it.
  if (!isCi()) rememberTrust(identifyFile(resolve(name)), text, "init");
  return name;
}

async function writeHere(name: string, text: string): Promise<void> {
  await replaceFile(name, text).catch((error: unknown) => {
    throw new UserError(`can't write: ${describeFileError(error, name)}`);
  });
}

function formatJson({ panels, settings }: FirstConfig): string {
  const extraOptions = toPatch(settings);
  const config = {
    $schema: `./${SCHEMA_NAME}`,
    panels: Object.fromEntries(
      panels.map(({ name, config: panel }) => [name, { ...panel, ...extraOptions }]),
    ),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

function formatYaml({ panels, settings, hints }: FirstConfig): string {
  const setNames = new Set(settings.map(({ name }) => name));
  const format = ({ name, value, comment }: Setting): string =>
    `${name}: ${String(value)} # ${comment}`;
  const lines = [
    `# yaml-language-server: $schema=./${SCHEMA_NAME}`,
    '# Panels for rostrum: rostrum --panel <name> "question". "embedded" is built in.',
    ...(setNames.has("rounds") || hints.length === 0
      ? []
      : ["# Without other settings: one revision, by those who differ from the majority."]),
    "panels:",
    ...panels.flatMap(({ name, config, note }) => [
      `  # ${note}`,
      `  ${name}:`,
      `    purpose: ${JSON.stringify(config.purpose)}`,
      "    debaters:",
      ...config.debaters.map((member) => `      - ${formatMember(member)}`),
      ...(config.limits ? [`    limits: ${JSON.stringify(config.limits)}`] : []),
      ...(config.budget
        ? [`    budget: { usd: ${config.budget.usd} } # spending limit per question or review`]
        : []),
      ...settings.map((setting) => `    ${format(setting)}`),
      ...hints.filter((hint) => !setNames.has(hint.name)).map((hint) => `    # ${format(hint)}`),
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

/** JSON is valid YAML, whatever characters an id contains. */
function formatMember({ name, model }: SuggestedMember): string {
  const member = `{ name: ${JSON.stringify(name)}, model: ${JSON.stringify(model)} }`;
  return resolveModel(model, "debaters").pricing === null
    ? `${member} # price unknown: --max-cost needs price: { input: …, output: … }, US dollars per million tokens`
    : member;
}

/** Settings that users often want next. */
export const HINTS: readonly Setting[] = [
  { name: "rounds", value: 0, comment: "a vote; 1 is the default" },
];

/** Settings as fields of a panel. */
export function toPatch(settings: readonly Setting[]): ConfigPatch {
  return Object.fromEntries(settings.map(({ name, value }) => [name, value]));
}
