import { choosePanel } from "../config/choose-panel.ts";
import { findConfig } from "../config/find.ts";
import { loadConfig } from "../config/load.ts";
import type { ConfigPatch } from "../options/flags.ts";
import type { Plan } from "./plan.ts";

export interface EvaluatedPanel {
  /** Its name and file, or "inline". */
  name: string;
  config: ConfigPatch;
}

/** The panel under test, chosen as `ask` chooses. */
export async function panelOf(
  wanted: Plan["panel"],
  configPath: string | undefined,
  say: (line: string) => void,
): Promise<EvaluatedPanel> {
  if (typeof wanted === "object") return { name: "inline", config: wanted };
  const path = configPath ?? findConfig(process.cwd());
  const file = path === null ? null : await loadConfig(path);
  const chosen = choosePanel(wanted, file);
  if (chosen !== null) {
    const from = chosen.file === null ? "" : ` of ${chosen.file.path}`;
    return { name: `${chosen.name}${from}`, config: chosen.config };
  }
  const { panelFromSurroundings } = await import("../discovery/default-panel.ts");
  const { name, config } = await panelFromSurroundings(say);
  return { name, config };
}
