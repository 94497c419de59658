import { isAbsolute, relative, resolve, sep } from "node:path";
import { getEnvFileOutcome } from "../env-file.ts";
import type { TrustNeed } from "@rostrum/core/options";
import type { ConfigPatch } from "../options/flags.ts";
import { listPermissions } from "@rostrum/runtime/api";
import { UserError } from "../user-error.ts";

/*
 * Anybody can open a pull request from a fork. A workflow may have checked it out here, so nothing in this folder is
 * trusted.
 */

/** Removes keys that came from this folder, and refuses a config in it. */
export function guardFolder(config: string | undefined): void {
  for (const name of getEnvFileOutcome().loaded) delete process.env[name];
  if (config === undefined) return;
  const path = relative(process.cwd(), resolve(config));
  if (path.split(sep)[0] === ".." || isAbsolute(path)) return;
  throw new UserError(
    `--config: ${config} is in the folder that this runs in, which may be the fork's own`,
    ["leave --config out: the config of the base branch is used", "or name a file elsewhere"],
  );
}

/** A config that is safe for a fork, and notices about what was removed. */
interface GuardedConfig {
  config: ConfigPatch;
  notices: string[];
}

/**
 * Removes a verifier that runs programs, because it would run the fork's code. Throws if members or tools are
 * programs, which would run in this folder, or can read files: a fork could ask for them and get them in a comment.
 */
export function guardConfig({ verify, ...config }: ConfigPatch): GuardedConfig {
  const runsPrograms = listPermissions({ verify }, "").some(({ need }) => need === "program");
  const refused = listPermissions(config, "").find(({ need }) => REFUSED_NEEDS.has(need));
  if (refused !== undefined) {
    const method = refused.need === "program" ? "by a program" : "with files of this machine";
    throw new UserError(`a pull request from a fork can't be reviewed ${method}: ${refused.what}`, [
      "name members with -d, or a panel without programs and files with --panel",
    ]);
  }
  if (runsPrograms) return { config, notices: [NO_TESTS_NOTICE] };
  return { config: { ...config, ...(verify === undefined ? {} : { verify }) }, notices: [] };
}

const REFUSED_NEEDS: ReadonlySet<TrustNeed> = new Set(["program", "folder"]);

const NO_TESTS_NOTICE = "No tests were run, because the pull request comes from a fork.";
