import { stat } from "node:fs/promises";
import { omitUndefined } from "@rostrum/core/support";
import {
  EXPECTED_USER_NAME,
  hashToken,
  newToken,
  USER_NAME,
  type TokenEntry,
} from "@rostrum/server/tokens";
import { readJsonFile, replaceFile } from "../files.ts";
import { describeFileError, formatPath, UserError } from "../user-error.ts";

export interface NewTokenFlags {
  newToken: string;
  role: NonNullable<TokenEntry["role"]>;
  /** Absent: the server's `policy.sees`. */
  sees?: TokenEntry["sees"] | undefined;
  tokens?: string;
}

/** Output of the command: the entry goes to stdout unless it was written to a file, the rest to stderr. */
export interface NewTokenOutput {
  print(text: string): void;
  say(line: string): void;
}

/** Creates a user's token, and adds its entry to the tokens file if one is named. */
export async function makeToken(flags: NewTokenFlags, output: NewTokenOutput): Promise<void> {
  const { newToken: user, role, sees, tokens: path } = flags;
  if (!USER_NAME.test(user))
    throw new UserError(`--new-token: ${EXPECTED_USER_NAME}, got "${user}"`);
  const token = newToken();
  // The role is written out, so that nobody may do more than the file shows.
  const entry: TokenEntry = { user, hash: hashToken(token), role, ...omitUndefined({ sees }) };
  if (path === undefined) output.print(`${JSON.stringify(entry)}\n`);
  else await addEntry(path, entry);
  output.say(`the token of ${user}, which is not stored anywhere: ${token}`);
  output.say(
    path === undefined
      ? `the entry of ${user} on standard output belongs into the --tokens file, which is a list of entries`
      : `added ${user} to ${formatPath(path)}`,
  );
  for (const line of describeEntry(entry)) output.say(line);
}

function describeEntry({ user, role, sees }: TokenEntry): string[] {
  const access =
    role === "admin"
      ? "may do everything"
      : `is ${role === "asker" ? "an" : "a"} ${role} and sees ${sees === undefined ? DEFAULT_VIEW : WHOSE[sees]}`;
  return [
    `${user} ${access}. The entry has no spending limit: the limits in the server's config for ${user} and for everybody apply; without any there is none.`,
    "To change the entry:",
    '  "role": "viewer", "asker", "reviewer" or "admin"; "sees": "own", "team" or "all" debates',
    '  "perMonth": { "usd": 20 }, "perDay": { "usd": 2 }: a limit per month or day, instead of everybody\'s for the same period; models without a known price are then refused',
    '  "budget": { "usd": 50 }: a total limit',
    '  "team", "project": who pays',
  ];
}

const DEFAULT_VIEW = "their own debates, unless policy.sees in the server's config says otherwise";
const WHOSE: Readonly<Record<NonNullable<TokenEntry["sees"]>, string>> = {
  own: "their own debates",
  team: "the debates of their team",
  all: "all debates",
};

/** Adds an entry to a tokens file. A new file is readable by its owner only. */
async function addEntry(path: string, entry: TokenEntry): Promise<void> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  const entries = exists ? await readTokensFile(path) : [];
  const lines = [...entries, entry].map((each) => `  ${JSON.stringify(each)}`);
  await replaceFile(path, `[\n${lines.join(",\n")}\n]\n`, 0o600).catch((error: unknown) => {
    throw new UserError(`--tokens: ${describeFileError(error, path)}`);
  });
}

export async function readTokensFile(path: string): Promise<TokenEntry[]> {
  const expected = 'a list such as [{ "user": "ada", "hash": "sha256:…" }]';
  return (await readJsonFile(path, "--tokens", expected, Array.isArray)) as TokenEntry[];
}

/** Warns about a tokens file that other users of the machine can read. Null where only its owner can. */
export async function warnOfReadableTokens(path: string): Promise<string | null> {
  const { mode } = await stat(path);
  // Windows has no such modes.
  if (process.platform === "win32" || (mode & 0o077) === 0) return null;
  const name = formatPath(path);
  return `warning: ${name} can be read by other users of this machine: chmod 600 ${name}`;
}
