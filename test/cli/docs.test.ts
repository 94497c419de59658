import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newHome } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

const page = readFileSync(new URL("../../docs/cli.md", import.meta.url), "utf8");
const guide = readFileSync(new URL("../../docs/guide.md", import.meta.url), "utf8");

test.each([
  ...["calibrate(", "verify:", "sqliteJournal(", "toHtml(", "onEvent:", "providerOptions:"],
  ...[
    "agreed",
    "stable",
    "decided",
    "verified",
    "max_rounds",
    "budget",
    "routed",
    "unfinished",
  ].map((reason) => `| \`${reason}\` |`),
])("the guide shows %s", (words) => {
  expect(guide).toContain(words);
});

test.each([
  "ask",
  "demo",
  "runs",
  "show",
  "export",
  "doctor",
  "init",
  "eval",
  "serve",
  "mcp",
  "worker",
])("docs/cli.md has the help of %s as it is", async (name) => {
  using home = newHome();
  const all = name === "ask" ? "--help-all" : "--help";
  const { stdout } = await rostrum(home, [name, all]);
  expect(page).toContain(stdout.trimEnd());
});
