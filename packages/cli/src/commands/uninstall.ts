import type { Command } from "commander";
import { planUninstall } from "../installing/install.ts";
import {
  addInstallFlags,
  confirmAndWrite,
  findProgramOrList,
  type InstallFlags,
} from "./install.ts";
import { type Context, newCommand } from "./new-command.ts";

export function command(context: Context): Command {
  return addInstallFlags(newCommand("uninstall", context))
    .description("Remove rostrum from a coding agent or an editor.")
    .action(async (name: string | undefined, flags: InstallFlags) => {
      const program = findProgramOrList(name, context);
      if (name === undefined || program === null) return;
      const change = planUninstall(name, program);
      if (change === null) context.output.say(`rostrum is not installed in ${program.title}`);
      else await confirmAndWrite(change, flags, context);
    });
}
