import type { Command } from "commander";
import { CONFIG } from "../../options/index.ts";
import type { PanelFlags } from "../calibrating/panel.ts";
import { helpFor } from "../options/flags.ts";
import { readFlag } from "../options/read-flag.ts";
import type { Context } from "./context.ts";
import { newCommand } from "./new-command.ts";

/** `rostrum panel` */
export function command(context: Context): Command {
  const panel = newCommand(
    "panel",
    "Show what each member of a panel adds, and whether its calibration still holds.",
    context,
  )
    .argument("[report]", "a report.json of rostrum eval --out (reviewed runs of the journal)")
    .option("--members <a,b,c>", "only runs of exactly these debaters")
    .option("--answer <rule>", helpFor(CONFIG.answer), (text) =>
      readFlag(CONFIG.answer, "--answer", text),
    )
    .option("--json", "as JSON")
    .option("--journal <place>", "file or postgres:// address for runs (~/.rostrum/rostrum.db)");
  return panel.action(async (report: string | undefined) => {
    const { runPanel } = await import("../calibrating/panel.ts");
    context.exit(await runPanel(report, panel.opts<PanelFlags>(), context.output));
  });
}
