import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Option, type Command } from "commander";
import { EMBEDDED_PURPOSE } from "../config/choose-panel.ts";
import { formatCount } from "@rostrum/core/export";
import { toOneLine } from "@rostrum/core/support";
import { newCommand, type Context } from "./new-command.ts";
import { CONFIG_NAMES } from "../config/load.ts";
import { makeConfigSchema } from "../config/schema.ts";
import { listWaysToAModel } from "../discovery/find-panel.ts";
import {
  suggestProgramPanel,
  suggestPanels,
  type SuggestedPanel,
} from "../discovery/suggest-panels.ts";
import { findAvailableModels, type KeyedProvider } from "../discovery/available-models.ts";
import { askOne, askSome } from "../config/ask-first-settings.ts";
import {
  CARES,
  choosePanelSize,
  KINDS,
  listSettings,
  PURPOSES,
  type Care,
  type Kind,
  type Setting,
} from "../config/first-settings.ts";
import type { Output } from "../terminal/output.ts";
import { isInteractive } from "../terminal/prompt.ts";
import { replaceFile } from "../files.ts";
import { isCi } from "../trust/require-trust.ts";
import { identifyFile, rememberTrust } from "../trust/trust-store.ts";
import { describeFileError, UserError } from "../user-error.ts";
import { listInstalledPrograms, type KnownProgram } from "../discovery/known-programs.ts";
import type { LocalServer } from "../discovery/local-servers.ts";

interface Flags {
  yaml?: boolean;
  json?: boolean;
  force?: boolean;
  for?: Kind;
  with?: string[];
  care?: Care;
}

export function command(context: Context): Command {
  return newCommand("init", context)
    .description(
      "Write a config with panels from the keys, local servers and known programs found here. In a terminal it asks what the panel is for, which models to use, and how careful it should be.",
    )
    .addOption(new Option("--for <kind>", "the kind of question").choices(Object.keys(KINDS)))
    .option("--with <name...>", "only these of the providers, servers and programs found here")
    .addOption(new Option("--care <much>", "how careful to be").choices(Object.keys(CARES)))
    .option("--yaml", "rostrum.config.yaml (this is the default)")
    .option("--json", "rostrum.config.json")
    .option("--force", "overwrite an existing config")
    .action(async (flags: Flags) => writeFirstConfig(flags, context.output));
}

async function writeFirstConfig(flags: Flags, output: Output): Promise<void> {
  const { say } = output;
  const format = flags.json ? "json" : "yaml";
  refuseOther(format, flags.force === true);
  const found = await findSources(say);
  const asks = isInteractive(output.io) && found.length > 0;
  const kind = flags.for ?? (asks ? await askOne(FOR, KINDS, "any", output) : "any");
  const names = found.map(({ name }) => name);
  const chosen =
    flags.with ?? (asks && names.length > 1 ? await askSome(WITH, names, output) : names);
  const care = flags.care ?? (asks ? await askOne(CARE, CARES, "normal", output) : "normal");
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new UserError(`--with: expected one of ${names.join(", ")}, got "${unknown}"`);
  const size = choosePanelSize(care);
  const sources = found.filter(({ name }) => chosen.includes(name));
  const suggested = [
    ...suggestPanels(
      {
        keyed: sources.flatMap(({ keyed }) => keyed ?? []),
        servers: sources.flatMap(({ server }) => server ?? []),
      },
      size,
    ),
    ...suggestProgramPanel(
      sources.flatMap(({ program }) => program ?? []),
      size,
    ),
  ];
  for (const { config } of suggested)
    config.purpose = config.purpose.replace(PURPOSES.any, PURPOSES[kind]);
  const panels = suggested.length > 0 ? suggested : [EMBEDDED];
  const settings = suggested.length > 0 ? listSettings(kind, care) : [];
  if (suggested.length === 0)
    say(
      `found no key that works, no local server and no known program, so the config has only the embedded debaters: ${EMBEDDED_PURPOSE}`,
    );
  const file = await writeConfig(format, panels, settings);
  say(`wrote ${file} and ${SCHEMA_NAME}`);
  for (const { name, config } of panels)
    say(`  ${name}: ${config.debaters.map((id) => toOneLine(id)).join(", ")}`);
  if (suggested.length > 0) {
    const next = kind === "review" ? "rostrum review file" : 'rostrum "question"';
    say(`next: rostrum doctor --live, then ${next}`);
    return;
  }
  say("for questions that are not sums:");
  for (const way of listWaysToAModel()) say(`  ${way}`);
  say("  then: rostrum init --force");
}

const FOR = "What kind of question is the panel for?";
const WITH = "Which of these should it use?";
const CARE = "How careful should it be?";

/** Where models were found: a provider with its key, a server or a program. */
interface Source {
  name: string;
  keyed?: KeyedProvider;
  server?: LocalServer;
  program?: KnownProgram;
}

async function findSources(say: (line: string) => void): Promise<Source[]> {
  const { keyed, servers } = await findAvailableModels();
  const programs = listInstalledPrograms();
  for (const { title, listing } of keyed) {
    const found =
      "models" in listing ? formatCount(listing.models.length, "model") : listing.problem;
    say(`${title}: key found, ${found}`);
  }
  for (const { name, url, models } of servers)
    say(`${name} at ${url}: ${formatCount(models.length, "model")}`);
  for (const { name } of programs) say(`${name}: installed`);
  return [
    ...keyed.map((each) => ({ name: each.name, keyed: each })),
    ...servers.map((server) => ({ name: server.name.toLowerCase(), server })),
    ...programs.map((program) => ({ name: program.name, program })),
  ];
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

/** Before anybody is asked anything: a config that is there is not overwritten. */
function refuseOther(format: Format, force: boolean): void {
  const name = nameConfig(format);
  const others = CONFIG_NAMES.filter((each) => existsSync(each) && !(force && each === name));
  if (others.length === 0) return;
  throw new UserError(`${others.join(" and ")} already exists`, [
    "--force overwrites it; remove a config with another extension yourself",
  ]);
}

type Format = "yaml" | "json";
const nameConfig = (format: Format): string => `rostrum.config.${format}`;

/** Writes the config into this folder and, next to it, the schema that editors check it with. */
async function writeConfig(
  format: Format,
  panels: readonly SuggestedPanel[],
  settings: readonly Setting[],
): Promise<string> {
  const name = nameConfig(format);
  const text = format === "json" ? formatJson(panels, settings) : formatYaml(panels, settings);
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

function formatJson(panels: readonly SuggestedPanel[], settings: readonly Setting[]): string {
  const [first] = panels;
  const more = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
  const config = {
    $schema: `./${SCHEMA_NAME}`,
    default: first?.name,
    panels: Object.fromEntries(
      panels.map(({ name, config: panel }) => [name, { ...panel, ...more }]),
    ),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

function formatYaml(panels: readonly SuggestedPanel[], settings: readonly Setting[]): string {
  const [first] = panels;
  const set = new Set(settings.map(({ name }) => name));
  const hints = HINTS.filter(([name]) => !set.has(name));
  const lines = [
    `# yaml-language-server: $schema=./${SCHEMA_NAME}`,
    '# Panels for rostrum: rostrum --panel <name> "question". "embedded" is built in.',
    "# Without other settings: one revision, by those who differ from the majority.",
    `default: ${first?.name ?? ""}`,
    "panels:",
    ...panels.flatMap(({ name, config, note }) => [
      `  # ${note}`,
      `  ${name}:`,
      `    purpose: ${JSON.stringify(config.purpose)}`,
      "    debaters:",
      // JSON strings are YAML strings, whatever a model is called.
      ...config.debaters.map((id) => `      - ${JSON.stringify(id)}`),
      ...settings.map(
        ({ name: key, value, comment }) => `    ${key}: ${String(value)} # ${comment}`,
      ),
      ...hints.map(([key, value, comment]) => `    # ${key}: ${value} # ${comment}`),
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

/** Settings that a person may want next. */
const HINTS: readonly (readonly [name: string, value: string, comment: string])[] = [
  ["rounds", "0", "a vote; 1 is the default"],
  ["budget", "{ usd: 0.50 }", "the most that one question may cost"],
];
