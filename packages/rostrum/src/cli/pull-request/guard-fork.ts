import { isAbsolute, relative, resolve } from "node:path";
import { getEnvFileOutcome } from "../env-file.ts";
import type { ConfigPatch } from "../options/flags.ts";
import { listPermissions } from "../../api/config/list-permissions.ts";
import { UserError } from "../user-error.ts";

/*
 * Anybody can open a pull request from a fork. A workflow may have checked it out here, so nothing in this folder is taken
 * for the project's own.
 */

/** Forgets what came from this folder, and refuses a config in it. */
export function guardFolder(config: string | undefined): void {
  for (const name of getEnvFileOutcome().taken) delete process.env[name];
  if (config === undefined) return;
  const path = relative(process.cwd(), resolve(config));
  if (path.startsWith("..") || isAbsolute(path)) return;
  throw new UserError(
    `--config: ${config} is in the folder that this runs in, which may be the fork's own`,
    ["leave --config out: the config of the base branch is used", "or name a file elsewhere"],
  );
}

/** Refuses programs: they would run in this folder, and many read settings from it. */
export function refusePrograms(config: ConfigPatch): void {
  const found = listPermissions(config, "").find(({ need }) => need === "program");
  if (found === undefined) return;
  throw new UserError(`a pull request from a fork can't be reviewed by a program: ${found.what}`, [
    "name members with -d, or a panel without programs with --panel",
  ]);
}
