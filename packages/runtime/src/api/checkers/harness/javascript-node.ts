import { findProgram } from "../../../models/command/find-program.ts";
import { chooseUser, isOpenToAll } from "../../../models/sandbox/sandbox-user.ts";

/**
 * The Node that checks JavaScript: that of this process, because another one on the PATH may be too old. From the PATH if
 * this process is no Node, or if the user that programs run as can't reach it.
 */
export function findNode(): string {
  if (!/[/\\]node(js)?(\.exe)?$/.test(process.execPath)) return "node";
  const isUsable = chooseUser() === undefined ? undefined : isOpenToAll;
  return findProgram(process.execPath, "/", isUsable) ?? "node";
}
