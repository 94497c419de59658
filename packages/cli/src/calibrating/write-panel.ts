import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join, relative } from "node:path";
import { estimateCallCost, type ResolvedConfig } from "@rostrum/core/debate";
import { resolveConfig } from "@rostrum/runtime/api";
import type { Calibration } from "@rostrum/core/protocol";
import { toOneLine } from "@rostrum/core/support";
import { choosePanel, type ChosenPanel } from "../config/choose-panel.ts";
import { findConfig, type ConfigFlags } from "../config/load.ts";
import { replaceFile } from "../files.ts";
import { writeVersioned } from "./versions.ts";
import type { Output } from "../terminal/output.ts";
import { findTrustState } from "../trust/require-trust.ts";
import { identifyFile, rememberTrust } from "../trust/trust-store.ts";
import { describeFileError, UserError } from "../user-error.ts";

/** Rough token count of the instructions around a question. */
export const PROMPT_TOKENS = 200;

export interface WriteFlags extends ConfigFlags {
  panel?: string;
  dryRun?: boolean;
}

/**
 * Finds the panel that a command is about to change. Throws if its config can't be rewritten, before any model is
 * called.
 */
export async function findPanelToWrite(flags: WriteFlags): Promise<ChosenPanel> {
  const panel = choosePanel(flags.panel, await findConfig(flags));
  if (panel === null) throw new UserError("there is no panel", ['"rostrum init" writes a config']);
  const { name, file } = panel;
  const dryRunHint = "add --dry-run to see what would be written";
  if (file === null && !flags.dryRun)
    throw new UserError(`expected a panel of a config, got the built-in panel "${name}"`, [
      `${dryRunHint}, or name a panel of a config`,
    ]);
  if (file?.code && !flags.dryRun)
    throw new UserError(
      `expected a config in YAML or JSON, got ${file.path}, which is code and is not rewritten`,
      [`${dryRunHint}, or use a .yaml or .json config`],
    );
  return panel;
}

/** Resolves a panel's members without its learned rules, so that earlier results don't influence new ones. */
export function resolveMembers(
  config: Readonly<Record<string, unknown>>,
): ResolvedConfig["members"] {
  const { poll: _, stakes: __, decide: ___, ...rest } = config;
  return resolveConfig(rest).members;
}

/** Cost of one call to each member, in US dollars. 0 where the price is unknown. */
export function computeCallCosts(
  { config }: ChosenPanel,
  { replyTokens = {} }: Calibration,
  inputTokens: number,
): Record<string, number> {
  return Object.fromEntries(
    resolveMembers(config).map((member) => [
      member.name,
      estimateCallCost(member, replyTokens, inputTokens) ?? 0,
    ]),
  );
}

/** A calibration or certificate file. Written if `value` is set; otherwise it exists already. */
export interface LearnedFile {
  /** Default: next to the config, named after it and the panel. */
  path?: string | undefined;
  value?: object;
}

/** Writes the learned files, then their paths and other options into the panel's config. */
export async function writeLearnedPanel(
  { file, name }: ChosenPanel,
  learned: { calibration: LearnedFile; certificate?: LearnedFile },
  options: Readonly<Record<string, unknown>>,
  output: Output,
): Promise<void> {
  if (file === null) return;
  const paths: Record<string, string> = {};
  for (const [what, { path, value }] of Object.entries(learned)) {
    const learnedPath = path ?? makeFileName(file.path, name, what);
    if (value !== undefined)
      await writeVersioned(learnedPath, `${JSON.stringify(value)}\n`, "--out");
    paths[what] = learnedPath;
  }
  const folder = dirname(file.path);
  const relativePaths = Object.entries(paths).map(([what, path]) => [what, relative(folder, path)]);
  const poll = { type: "sequential", ...(Object.fromEntries(relativePaths) as object) };
  const backup = await writePanel(file.path, name, { poll, ...options });
  output.say(
    `panel "${toOneLine(name)}" is written to ${file.path}; the previous file is ${backup}`,
  );
  for (const [what, path] of Object.entries(paths)) output.say(`its ${what} is ${path}`);
}

function makeFileName(config: string, panel: string, what: string): string {
  const name = `${basename(config, extname(config))}.${panel.replaceAll(/[^\w-]/g, "_")}.${what}.json`;
  return join(dirname(config), name);
}

/**
 * Sets options of one panel in a config file. Keeps everything else, in YAML including comments and order. Returns
 * the path of the backup.
 */
export async function writePanel(
  path: string,
  panel: string,
  options: Readonly<Record<string, unknown>>,
): Promise<string> {
  const backup = `${path}.bak`;
  try {
    const text = await readFile(path, "utf8");
    const changed =
      extname(path) === ".json"
        ? changeJson(text, panel, options)
        : await changeYaml(text, panel, options);
    await replaceFile(backup, text);
    await replaceFile(path, changed);
    // Only learned options were added, so a trusted file stays trusted.
    if (findTrustState({ path, text, permissions: [] }) === "trusted")
      rememberTrust(identifyFile(path), changed);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(describeFileError(error, path));
  }
  return backup;
}

type Options = Readonly<Record<string, unknown>>;

function changeJson(text: string, panel: string, options: Options): string {
  const config = JSON.parse(text) as { panels: Record<string, Record<string, unknown>> };
  const { decide: _, ...before } = config.panels[panel] ?? {};
  config.panels[panel] = { ...before, ...options };
  return `${JSON.stringify(config, null, 2)}\n`;
}

async function changeYaml(text: string, panel: string, options: Options): Promise<string> {
  const { isDeepStrictEqual } = await import("node:util");
  const { parse, parseDocument } = await import("yaml");
  const document = parseDocument(text);
  if (document.errors.length > 0 || !document.hasIn(["panels", panel])) {
    throw new UserError(`panel "${panel}" can't be changed in place: write it in block style`);
  }
  const spliced = await spliceYaml(text, panel, options);
  for (const [name, value] of Object.entries(options)) {
    document.setIn(["panels", panel, name], document.createNode(value));
  }
  // The engine refuses another decision rule next to stakes.
  document.deleteIn(["panels", panel, "decide"]);
  const rewritten = document.toString({ lineWidth: 0 });
  const isSame = spliced !== null && isDeepStrictEqual(tryParse(spliced), parse(rewritten));
  return isSame ? spliced : rewritten;

  function tryParse(yaml: string): unknown {
    try {
      return parse(yaml);
    } catch {
      return undefined;
    }
  }
}

/** Replaces only the lines of these options. Null when the panel isn't written in block style. */
async function spliceYaml(text: string, panel: string, options: Options): Promise<string | null> {
  const { isMap, isNode, isScalar, parseDocument, stringify } = await import("yaml");
  const map = parseDocument(text).getIn(["panels", panel], true);
  if (!isMap(map) || map.flow === true || map.items.length === 0) return null;
  const fields = map.items.map(({ key, value }) => {
    const name = isScalar(key) ? String(key.value) : "";
    const start = (isNode(key) && key.range?.[0]) || 0;
    const from = text.lastIndexOf("\n", start - 1) + 1;
    const last = (isNode(value) && value.range?.[1]) || start;
    const newline = text.indexOf("\n", last);
    const to = text[last - 1] === "\n" ? last : newline < 0 ? text.length : newline + 1;
    return { name, from, to, indent: text.slice(from, start) };
  });
  const [first] = fields;
  const end = fields.at(-1)?.to ?? text.length;
  const lines = stringify(options, { lineWidth: 0 }).replaceAll(/^(?=.)/gm, first?.indent ?? "");
  let changed = `${text.slice(0, end)}${text[end - 1] === "\n" ? "" : "\n"}${lines}${text.slice(end)}`;
  for (const { name, from, to } of fields.toReversed()) {
    if (name === "decide" || name in options) changed = changed.slice(0, from) + changed.slice(to);
  }
  return changed;
}
