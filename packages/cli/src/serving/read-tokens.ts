import { hashToken, type ServerOptions, type TokenEntry } from "@rostrum/server";
import { formatPath, UserError } from "../user-error.ts";
import { readTokensFile, warnOfReadableTokens } from "./new-token.ts";

/** User of the token that `--token` or ROSTRUM_TOKEN sets. */
const OWNER = "owner";

interface TokenFlags {
  token?: string;
  tokens?: string;
}

/** Tokens that may call: the one of `--token`, which is an admin's, and those of the file. */
export async function readTokens(
  { token = process.env["ROSTRUM_TOKEN"], tokens: path }: TokenFlags,
  log: NonNullable<ServerOptions["log"]>,
): Promise<TokenEntry[]> {
  const ownToken = token ? [{ user: OWNER, hash: hashToken(token), admin: true }] : [];
  if (path === undefined) return ownToken;
  const entries = await readTokensFile(path);
  // All tokens of a name have its highest role, so this one's would be an admin's.
  if (ownToken.length > 0 && entries.some(({ user }) => user === OWNER))
    throw new UserError(
      `--tokens: ${formatPath(path)} has a user "${OWNER}", the name under which the token of --token or ROSTRUM_TOKEN acts: rename the user, or remove that token`,
    );
  const warning = await warnOfReadableTokens(path);
  if (warning !== null) log(warning, { level: "warn" });
  return [...ownToken, ...entries];
}
