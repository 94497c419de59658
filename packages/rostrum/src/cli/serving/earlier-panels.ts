import { readFile, rename } from "node:fs/promises";
import type { RunStore } from "../../protocol/journal.ts";
import { UserError } from "../user-error.ts";

interface Kept {
  panels: Record<string, { purpose?: string; request: object; by: string | null }>;
}

/**
 * Moves panels from the file in which an earlier version saved them into the journal, and renames the file. A panel
 * that the journal has already stays as it is there. Returns how many were moved.
 */
export async function takeOverPanels(path: string, journal: RunStore): Promise<number> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch {
    return 0;
  }
  const { service } = journal;
  let moved = 0;
  for (const [name, { purpose, request, by }] of panelsIn(text, path)) {
    if (!service || (await service.findPanel(name))) continue;
    const body = JSON.stringify({ purpose, request });
    await service.savePanel({ name, by, body }, Infinity);
    moved += 1;
  }
  await rename(path, `${path}.taken-over`);
  return moved;
}

function panelsIn(text: string, path: string): [string, Kept["panels"][string]][] {
  try {
    const { panels } = JSON.parse(text) as Kept;
    return Object.entries(panels).map(([name, { purpose, request, by }]) => {
      if (typeof request !== "object" || request === null) throw new TypeError(name);
      return [name, { ...(purpose === undefined ? {} : { purpose }), request, by: by ?? null }];
    });
  } catch {
    throw new UserError(
      `--save-panels: expected the panels that a server saved as JSON in ${path}, got something else: repair or remove the file`,
    );
  }
}
