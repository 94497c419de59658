import type { Command } from "commander";
import { readWhole } from "../options/read-flag.ts";
import type { DemoFlags } from "../demo/run.ts";
import { newCommand } from "./new-command.ts";
import type { Context } from "./context.ts";

/** `rostrum demo` */
export function command(context: Context): Command {
  const demo = newCommand(
    "demo",
    "Watch three embedded debaters argue: no key, no network, no cost.",
    context,
  )
    .argument(
      "[question...]",
      "your own sum, such as 77*35*86+12-9*41 (default: one they disagree on)",
    )
    .option("--seed <n>", "draw other samples from the same debaters (0)", (text) =>
      readWhole("--seed", text, 0),
    )
    .option("--plain", "lines instead of the live view");
  return demo.action(async (words: string[]) => {
    const { runDemo } = await import("../demo/run.ts");
    const question = words.join(" ").trim();
    context.exit(await runDemo(question, demo.opts<DemoFlags>(), context.output));
  });
}
