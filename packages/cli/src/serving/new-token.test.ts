import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeToken, type NewTokenFlags } from "./new-token.ts";

async function makeEntry(
  flags: Omit<NewTokenFlags, "newToken">,
): Promise<{ entry: object; lines: string }> {
  let printed = "";
  const lines: string[] = [];
  const output = {
    print: (text: string) => void (printed += text),
    say: (line: string) => void lines.push(line),
  };
  await makeToken({ newToken: "bob", ...flags }, output);
  return { entry: JSON.parse(printed) as object, lines: lines.join("\n") };
}

test("an entry names what its user sees only if that was asked for, so that policy.sees applies otherwise", async () => {
  const plain = await makeEntry({ role: "reviewer" });
  expect(plain.entry).not.toHaveProperty("sees");
  expect(plain.lines).toContain("sees their own debates, unless policy.sees");
  const chosen = await makeEntry({ role: "reviewer", sees: "team" });
  expect(chosen.entry).toMatchObject({ role: "reviewer", sees: "team" });
  expect(chosen.lines).toContain("bob is a reviewer and sees the debates of their team");
});

test("the words of a new token say that limits of the config apply together", async () => {
  const { lines } = await makeEntry({ role: "asker" });
  expect(lines).toContain("the limits in the server's config for bob and for everybody apply");
});

interface Rotated {
  entry: object;
  lines: string;
}

/** Makes another token for bob, whose earlier entries are these. */
async function rotate(
  earlier: readonly object[],
  flags: Partial<NewTokenFlags> = {},
): Promise<Rotated> {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-tokens-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const tokens = join(folder, "tokens.json");
  const others = [{ user: "ada", hash: "sha256:0", role: "viewer", team: "other" }];
  writeFileSync(tokens, JSON.stringify([...others, ...earlier]));
  const lines: string[] = [];
  const output = { print: () => undefined, say: (line: string) => void lines.push(line) };
  await makeToken({ newToken: "bob", tokens, ...flags }, output);
  const entries = JSON.parse(readFileSync(tokens, "utf8")) as object[];
  expect(entries.slice(0, -1)).toEqual([...others, ...earlier]);
  return { entry: entries.at(-1) ?? {}, lines: lines.join("\n") };
}

const hash: unknown = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);

test("another token of a user grants what the file grants already, so that the old one can be removed", async () => {
  const admin = await rotate([{ user: "bob", hash: "sha256:1", admin: true }]);
  expect(admin.entry).toEqual({ user: "bob", hash, role: "admin" });
  expect(admin.lines).toContain("bob is an admin and may do everything, as before.");

  const grants = { role: "asker", team: "core", project: "p", sees: "team", perMonth: { usd: 20 } };
  const limited = await rotate([{ user: "bob", hash: "sha256:1", ...grants }]);
  expect(limited.entry).toEqual({ user: "bob", hash, ...grants });
  expect(limited.lines).toContain("sees the debates of their team, as before.");
  expect(limited.lines).toContain('"perMonth":{"usd":20}');
  expect(limited.lines).not.toContain("no spending limit");

  const several = await rotate([
    { user: "bob", hash: "sha256:1", role: "viewer", perDay: { usd: 3 } },
    { user: "bob", hash: "sha256:2", perDay: { usd: 2 } },
  ]);
  expect(several.entry).toEqual({ user: "bob", hash, role: "reviewer", perDay: { usd: 2 } });
});

test("flags win over the earlier entries, which count until they are removed", async () => {
  const earlier = { user: "bob", hash: "sha256:1", role: "admin", team: "core" };
  const { entry, lines } = await rotate([earlier], { role: "viewer" });
  expect(entry).toEqual({ user: "bob", hash, role: "viewer", team: "core" });
  expect(lines).not.toContain("as before");
  expect(lines).toContain("Until the earlier entries of bob are removed, the highest role");
});
