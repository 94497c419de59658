import { copyFile, readFile, rename, writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { fileTrouble } from "../file-trouble.ts";
import { UserError } from "../user-error.ts";

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
