import { readFile } from "node:fs/promises";
import { hashToken, newToken, type TokenEntry } from "../../server/index.ts";
import { fileTrouble } from "../file-trouble.ts";
import { UserError } from "../user-error.ts";

export interface TokenFlags {
  token?: string;
  tokens?: string;
}

/** Who may call: the owner of the one token given, and everybody in the file. */
export async function tokensFrom({
  token = process.env["ROSTRUM_TOKEN"],
  tokens,
}: TokenFlags): Promise<TokenEntry[]> {
  const own =
    token === undefined || token === ""
      ? []
      : [{ user: "owner", hash: hashToken(token), admin: true }];
  return [...own, ...(tokens === undefined ? [] : await entriesIn(tokens))];
}

async function entriesIn(path: string): Promise<TokenEntry[]> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    // The parser's message may quote the file's content, so it isn't shown.
    const unread = (error as NodeJS.ErrnoException).code !== undefined;
    throw new UserError(
      `--tokens: ${unread ? fileTrouble(error, path) : `${path} can't be read as JSON`}`,
    );
  }
  if (Array.isArray(value)) return value as TokenEntry[];
  throw new UserError(`${path}: expected a list such as [{ "user": "ada", "hash": "sha256:…" }]`);
}

/** A new token for a user, and its entry for the file. */
export function tokenFor(user: string): { token: string; entry: TokenEntry } {
  const token = newToken();
  return { token, entry: { user, hash: hashToken(token), budget: { usd: 5 } } };
}
