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
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text);
  if (document.errors.length > 0 || !document.hasIn(["panels", panel])) {
    throw new UserError(`panel "${panel}" can't be changed in place: write it in block style`);
  }
  for (const [name, value] of Object.entries(options)) {
    document.setIn(["panels", panel, name], document.createNode(value));
  }
  // Stakes decide by the calibration; another rule would be refused.
  document.deleteIn(["panels", panel, "decide"]);
  return document.toString();
}
