import { stat } from "node:fs/promises";
import { omitUndefined } from "@rostrum/core/support";
import {
  combineEntries,
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
  /** Absent: that of the user's other entries, or `reviewer`. */
  role?: TokenEntry["role"];
  /** Absent: that of the user's other entries, or the server's `policy.sees`. */
  sees?: TokenEntry["sees"] | undefined;
  tokens?: string;
}

/** Output of the command: the entry goes to stdout unless it was written to a file, the rest to stderr. */
export interface NewTokenOutput {
  print(text: string): void;
  say(line: string): void;
}

/**
 * Creates a user's token, and adds its entry to the tokens file if one is named. What the file grants the user already,
 * the new entry grants too, so that the old one can be removed.
 */
export async function makeToken(flags: NewTokenFlags, output: NewTokenOutput): Promise<void> {
  const { newToken: user, role, sees, tokens: path } = flags;
  if (!USER_NAME.test(user))
    throw new UserError(`--new-token: ${EXPECTED_USER_NAME}, got "${user}"`);
  const token = newToken();
  const entries = path === undefined ? [] : await readEntries(path);
  const earlier = entries.filter((entry) => entry.user === user);
  // The role is written out, so that nobody may do more than the file shows.
  const entry: NewEntry = {
    user,
    hash: hashToken(token),
    ...listGrants(earlier),
    ...(role === undefined ? {} : { role }),
    ...omitUndefined({ sees }),
  };
  if (path === undefined) output.print(`${JSON.stringify(entry)}\n`);
  else await writeEntries(path, [...entries, entry]);
  output.say(`the token of ${user}, which is not stored anywhere: ${token}`);
  output.say(
    path === undefined
      ? `the entry of ${user} on standard output belongs into the --tokens file, which is a list of entries`
      : `added ${user} to ${formatPath(path)}`,
  );
  for (const line of describeEntry(entry, earlier)) output.say(line);
  const warning = path === undefined ? null : await warnOfReadableTokens(path);
  if (warning !== null) output.say(warning);
}

type NewEntry = TokenEntry & Required<Pick<TokenEntry, "role">>;

/** Combines the rights that a user's entries grant. Omits rights that no entry sets. */
function listGrants(entries: readonly TokenEntry[]): Omit<NewEntry, "user" | "hash"> {
  const { role, sees, team, project, ...limits } = combineEntries(entries);
  const isSaid = ([, value]: [string, object | string | null]): boolean =>
    value !== null && Object.keys(value).length > 0;
  const others = Object.entries({ sees, team, project, ...limits }).filter(isSaid);
  return { role, ...Object.fromEntries(others) };
}

function describeEntry(entry: NewEntry, earlier: readonly TokenEntry[]): string[] {
  const { user, hash: _hash, role, sees, ...copied } = entry;
  const before = combineEntries(earlier);
  const isSame = before.role === role && (role === "admin" || before.sees === (sees ?? null));
  const access =
    role === "admin"
      ? "is an admin and may do everything"
      : `is ${role === "asker" ? "an" : "a"} ${role} and sees ${sees === undefined ? DEFAULT_VIEW : WHOSE[sees]}`;
  const isLimited = LIMITS.some((period) => entry[period] !== undefined);
  return [
    `${user} ${access}${earlier.length > 0 && isSame ? ", as before" : ""}.`,
    ...(earlier.length > 0 && !isSame
      ? [
          `Until the earlier entries of ${user} are removed, the highest role and the widest "sees" of all count.`,
        ]
      : []),
    ...(Object.keys(copied).length > 0
      ? [`Copied from the earlier entries of ${user}: ${JSON.stringify(copied).slice(1, -1)}.`]
      : []),
    ...(isLimited
      ? []
      : [
          `The entry has no spending limit: the limits in the server's config for ${user} and for everybody apply; without any there is none.`,
        ]),
    "To change the entry:",
    '  "role": "viewer", "asker", "reviewer" or "admin"; "sees": "own", "team" or "all" debates',
    '  "perMonth": { "usd": 20 }, "perDay": { "usd": 2 }: a limit per month or day, instead of everybody\'s for the same period; models without a known price are then refused',
    '  "budget": { "usd": 50 }: a total limit',
    '  "team", "project": who pays',
  ];
}

const LIMITS = ["budget", "perDay", "perMonth"] as const;
const DEFAULT_VIEW = "their own debates, unless policy.sees in the server's config says otherwise";
const WHOSE: Readonly<Record<NonNullable<TokenEntry["sees"]>, string>> = {
  own: "their own debates",
  team: "the debates of their team",
  all: "all debates",
};

/** Reads a tokens file. One that doesn't exist yet has no entries. */
async function readEntries(path: string): Promise<TokenEntry[]> {
  return (await findMode(path)) === null ? [] : readTokensFile(path);
}

/** Null where there is no such file. */
function findMode(path: string): Promise<number | null> {
  return stat(path).then(
    ({ mode }) => mode,
    () => null,
  );
}

/** Writes a tokens file. A new one is readable by its owner only. */
async function writeEntries(path: string, entries: readonly TokenEntry[]): Promise<void> {
  const lines = entries.map((each) => `  ${JSON.stringify(each)}`);
  await replaceFile(path, `[\n${lines.join(",\n")}\n]\n`, 0o600).catch((error: unknown) => {
    throw new UserError(`--tokens: ${describeFileError(error, path)}`);
  });
}

export async function readTokensFile(path: string): Promise<TokenEntry[]> {
  const expected = 'a list such as [{ "user": "ada", "hash": "sha256:…" }]';
  const isList = (value: unknown): boolean =>
    Array.isArray(value) && value.every((each) => typeof each === "object" && each !== null);
  return (await readJsonFile(path, "--tokens", expected, isList)) as TokenEntry[];
}

/** Warns about a tokens file that other users of the machine can read. Null where only its owner can. */
export async function warnOfReadableTokens(path: string): Promise<string | null> {
  // Windows has no such modes. A file that is gone by now is reported by the next reload.
  const mode = process.platform === "win32" ? 0 : ((await findMode(path)) ?? 0);
  if ((mode & 0o077) === 0) return null;
  const name = formatPath(path);
  return `warning: ${name} can be read by other users of this machine: chmod 600 ${name}`;
}
