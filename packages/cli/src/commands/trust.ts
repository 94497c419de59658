import type { Command } from "commander";
import { readLocalConfig } from "../config/load.ts";
import { readEnvRequest } from "../env-file.ts";
import { explainTrust, formatPermission, isCi, type TrustRequest } from "../trust/require-trust.ts";
import { forgetTrust, identifyFile, rememberTrust } from "../trust/trust-store.ts";
import { UserError } from "../user-error.ts";
import { type Context, newCommand } from "./new-command.ts";

interface Flags {
  remove?: boolean;
}

export function command(context: Context): Command {
  return newCommand("trust", context)
    .description(
      "Let the config and .env of this folder, as they are now, run programs and choose addresses. " +
        "Trust ends when one of them changes. rostrum does not check the programs and addresses: read the files first.",
    )
    .option("--remove", "stop trusting the files of this folder")
    .action((flags: Flags) => (flags.remove ? removeTrust(context) : addTrust(context)));
}

/** Trusts exactly the text that it shows: each file is read only once. */
async function addTrust({ output }: Context): Promise<void> {
  if (isCi())
    throw new UserError(
      "Nothing is approved in CI (the variable CI is set), because a pull request may have changed the file.",
      explainTrust(),
    );
  const requests = (await readRequests()).filter(({ permissions }) => permissions.length > 0);
  for (const { path, text, permissions } of requests) {
    rememberTrust(identifyFile(path), text);
    output.say(`trusted as it is now: ${path}`);
    for (const permission of permissions) output.say(`  ${formatPermission(permission)}`);
  }
  if (requests.length === 0)
    output.say(
      "nothing here needs trust: no config or .env here runs a program or names an address",
    );
}

async function removeTrust({ output }: Context): Promise<void> {
  const { CONFIG_NAMES } = await import("../config/load.ts");
  const { ENV_FILE } = await import("../env-file.ts");
  const { resolve } = await import("node:path");
  const paths = [...CONFIG_NAMES, ENV_FILE].map((name) => identifyFile(resolve(name)));
  const forgotten = paths.filter((path) => forgetTrust(path));
  for (const path of forgotten) output.say(`no longer trusted: ${path}`);
  if (forgotten.length === 0) output.say("nothing in this folder was trusted");
}

async function readRequests(): Promise<TrustRequest[]> {
  return [await readLocalConfig(), await readEnvRequest()].filter((each) => each !== null);
}
