import { ENV_FILE_PURPOSE, findEnvPath, listIgnoredVariables } from "../env-file.ts";
import { formatPath, UserError } from "../user-error.ts";

/**
 * Describes the variables of rostrum that its user has put into `.env`, where they have no effect; null if there are
 * none. Without its token, a server on loopback would have no users, and everyone on the machine would be an admin.
 */
export function describeIgnoredVariables({ token }: { token?: string }): string | null {
  const names = listIgnoredVariables().filter(
    (name) =>
      name.startsWith("ROSTRUM_") &&
      !name.startsWith("ROSTRUM_KEY_") &&
      !(name === "ROSTRUM_TOKEN" && token !== undefined),
  );
  if (names.length === 0) return null;
  return `${formatPath(findEnvPath())} sets ${names.join(" and ")}, but ${ENV_FILE_PURPOSE}`;
}

/** Refuses to start where settings of the server would be ignored. */
export function refuseIgnoredVariables(flags: { token?: string }): void {
  const problem = describeIgnoredVariables(flags);
  if (problem === null) return;
  throw new UserError(problem, [
    "To use all of the file: set -a; . ./.env; set +a   and start the server again",
    "Otherwise set the variable in the environment of the server, or remove it from the file",
  ]);
}
