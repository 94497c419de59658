import { defaultJournalPath } from "@rostrum/runtime/journal";
import type { ReloadableOptions } from "@rostrum/server";
import { isPageBuilt } from "@rostrum/server/page";

/** Lists warnings about the started server, such as settings that its operator may not expect. */
export async function listStartWarnings(
  flags: { journal?: string },
  { auth }: ReloadableOptions,
  url: string,
): Promise<string[]> {
  const warnings: (string | null)[] = [];
  const hasUsers = (auth?.tokens ?? []).length > 0 || auth?.oidc !== undefined;
  if (!hasUsers)
    warnings.push(
      `there are no users: everyone who can reach ${url} on this machine is an admin. To ask for a token, set ROSTRUM_TOKEN, or add users with --tokens`,
    );
  if (hasUsers && flags.journal === undefined)
    warnings.push(
      `the journal ${defaultJournalPath()} is also that of the command line: admins and users with "sees": "all" can read its runs. For another one, add --journal <file>`,
    );
  if (!(await isPageBuilt()))
    warnings.push("there is no page, because it was not built: in a clone, run npm run build");
  return warnings.filter((warning) => warning !== null);
}
