import { expect, test } from "vitest";
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
