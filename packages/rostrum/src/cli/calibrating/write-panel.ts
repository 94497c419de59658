import { copyFile, readFile, rename, writeFile } from "node:fs/promises";
import { extname, basename, dirname, join } from "node:path";
import { fileTrouble, UserError } from "../user-error.ts";
import { callCost, resolveConfig, type ResolvedConfig } from "../../api/index.ts";
import type { Calibration } from "../../protocol/calibration.ts";
import { choosePanel, type ChosenPanel } from "../config/choose-panel.ts";
import { findConfig, loadConfig } from "../config/load.ts";

/** Roughly how many tokens the instructions around a question take. */
export const PROMPT = 200;

/**
 * The panel that a command is about to change. Refuses one that can't be changed before anything is
 * paid for.
 */
export async function panelToWrite({
  config,
  panel,
  dryRun,
}: {
  config?: string;
  panel?: string;
  dryRun?: boolean;
}): Promise<ChosenPanel> {
  const path = config ?? findConfig(process.cwd());
  const chosen = choosePanel(panel, path === null ? null : await loadConfig(path));
  if (chosen === null) throw new UserError("there is no panel", ['"rostrum init" writes a config']);
  if (dryRun !== true) checkWritable(chosen);
  return chosen;
}

function checkWritable({ file, name }: ChosenPanel): void {
  if (file === null) {
    throw new UserError(`expected a panel of a config, got the built-in panel "${name}"`, [
      "add --dry-run to see what would be written, or name a panel of a config",
    ]);
  }
  if (file.code) {
    throw new UserError(
      `expected a config in YAML or JSON, got ${file.path}, which is code and is not rewritten`,
      ["add --dry-run to see what would be written, or use a .yaml or .json config"],
    );
  }
}

/** The panel without what it has learned, because earlier results must not count now. */
export function membersOf(config: Readonly<Record<string, unknown>>): ResolvedConfig["members"] {
  const tuned = new Set(["poll", "stakes", "decide"]);
  const rest = Object.entries(config).filter(([name]) => !tuned.has(name));
  return resolveConfig(Object.fromEntries(rest)).members;
}

/** The cost of a call to each member, in US dollars; 0 if the price is not known. */
export function costsOf(
  { config }: ChosenPanel,
  { replyTokens = {} }: Calibration,
  input: number,
): Record<string, number> {
  return Object.fromEntries(
    membersOf(config).map((member) => [member.name, callCost(member, replyTokens, input) ?? 0]),
  );
}

/** A file next to the config, named after it and the panel. */
export function fileBeside(config: string, panel: string, what: string): string {
  const name = `${basename(config, extname(config))}.${panel.replaceAll(/[^\w-]/g, "_")}.${what}.json`;
  return join(dirname(config), name);
}

/**
 * Sets options of one panel in a config file, and keeps everything else: comments and order too, where the
 * format has them. Returns where the file was copied to before.
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
      extname(path) === ".json" ? inJson(text, panel, options) : await inYaml(text, panel, options);
    await copyFile(path, backup);
    // A process that is stopped half way leaves the file as it was.
    await writeFile(`${path}.tmp`, changed);
    await rename(`${path}.tmp`, path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(fileTrouble(error, path));
  }
  return backup;
}

type Options = Readonly<Record<string, unknown>>;

function inJson(text: string, panel: string, options: Options): string {
  const config = JSON.parse(text) as { panels: Record<string, Record<string, unknown>> };
  const { decide: _, ...before } = config.panels[panel] ?? {};
  config.panels[panel] = { ...before, ...options };
  return `${JSON.stringify(config, null, 2)}\n`;
}

async function inYaml(text: string, panel: string, options: Options): Promise<string> {
  const { isDeepStrictEqual } = await import("node:util");
  const { parse, parseDocument } = await import("yaml");
  const document = parseDocument(text);
  if (document.errors.length > 0 || !document.hasIn(["panels", panel])) {
    throw new UserError(`panel "${panel}" can't be changed in place: write it in block style`);
  }
  const spliced = await splicedYaml(text, panel, options);
  for (const [name, value] of Object.entries(options)) {
    document.setIn(["panels", panel, name], document.createNode(value));
  }
  // Stakes decide by the calibration; another rule would be refused.
  document.deleteIn(["panels", panel, "decide"]);
  const whole = document.toString({ lineWidth: 0 });
  const isSame = spliced !== null && isDeepStrictEqual(readable(spliced), parse(whole));
  return isSame ? spliced : whole;

  function readable(yaml: string): unknown {
    try {
      return parse(yaml);
    } catch {
      return undefined;
    }
  }
}

/** The same text with only these lines changed; `null` where the panel is not a block of lines. */
async function splicedYaml(text: string, panel: string, options: Options): Promise<string | null> {
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
