import { shorten } from "@rostrum/core/support";
import type { AccessChange, FileAct } from "../access/audit.ts";
import type { ReloadableOptions } from "../options.ts";
import { combineEntries, type TokenEntry } from "../users/tokens.ts";

/** Settings by name, as text. */
type Grants = ReadonlyMap<string, string>;

/** An audit row is read as a line. */
const MAX_NOTE_CHARS = 400;

/** Lists what changed between the settings before and after a reload. */
export function listAccessChanges(
  before: ReloadableOptions,
  after: ReloadableOptions,
): AccessChange[] {
  const [oldUsers, newUsers] = [readUsers(before), readUsers(after)];
  const names = [...new Set([...oldUsers.keys(), ...newUsers.keys()])];
  const users = names.flatMap((user) => {
    const [old, current] = [oldUsers.get(user), newUsers.get(user)];
    const note = describeChanges(old?.grants, current?.grants);
    if (!old) return createChange("user_added", user, note);
    if (!current) return createChange("user_removed", user, note);
    if (note !== "") return createChange("user_changed", user, note);
    return old.hashes === current.hashes ? [] : createChange("user_changed", user, "another token");
  });
  const policy = describeChanges(readShared(before), readShared(after));
  return [...users, ...(policy === "" ? [] : createChange("policy_changed", null, policy))];
}

function createChange(act: FileAct, user: string | null, note: string): AccessChange[] {
  return [{ act, user, note: shorten(note, MAX_NOTE_CHARS) }];
}

/** Rights and limits of each user, from the tokens file and `policy.users`. */
function readUsers({
  auth,
  policy,
}: ReloadableOptions): Map<string, { grants: Grants; hashes: string }> {
  const entries = Map.groupBy(auth?.tokens ?? [], ({ user }) => user);
  const limits = policy?.users ?? {};
  const names = new Set([...entries.keys(), ...Object.keys(limits)]);
  return new Map(
    [...names].map((name) => {
      const ownEntries = entries.get(name) ?? [];
      const own = Object.hasOwn(limits, name) ? { "policy.users": limits[name] } : {};
      const grants = flatten({ ...readEntries(ownEntries), ...own });
      return [
        name,
        {
          grants,
          hashes: ownEntries
            .map(({ hash }) => hash)
            .sort()
            .join(),
        },
      ];
    }),
  );
}

function readEntries(entries: readonly TokenEntry[]): object {
  return entries.length === 0 ? {} : { tokens: entries.length, ...combineEntries(entries) };
}

/** Rights and limits that apply to more than one user. */
function readShared({ auth, policy = {} }: ReloadableOptions): Grants {
  const { users: _users, ...shared } = policy;
  return flatten({ policy: shared, oidc: auth?.oidc });
}

function flatten(value: unknown, path = ""): Map<string, string> {
  if (value === undefined || value === null) return new Map();
  if (typeof value !== "object" || Array.isArray(value))
    return new Map([[path, typeof value === "string" ? value : JSON.stringify(value)]]);
  return new Map(
    Object.entries(value).flatMap(([key, each]) => [
      ...flatten(each, path === "" ? key : `${path}.${key}`),
    ]),
  );
}

/** `role: asker → reviewer; perMonth.usd: 20 → none` */
function describeChanges(before: Grants = new Map(), after: Grants = new Map()): string {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name}: ${before.get(name) ?? "none"} → ${after.get(name) ?? "none"}`)
    .join("; ");
}
