import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COMMANDS } from "../../packages/cli/src/commands/table.ts";
import { commandsPage } from "../../site/lib/commands-page.ts";
import { newHome } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

const read = (name: string): string =>
  readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), "utf8");

test.each([
  "agreed",
  "stable",
  "decided",
  "handed_over",
  "tied",
  "verified",
  "max_rounds",
  "budget",
  "panel_failed",
  "routed",
  "unfinished",
])("docs/rules.md explains the stop reason %s", (reason) => {
  expect(read("rules")).toMatch(new RegExp(`^\\|\\s?\`${reason}\``, "m"));
});

const options = read("options");
const page = await commandsPage();

test.each(COMMANDS)("the reference explains every flag of $name", async ({ name }) => {
  using home = newHome();
  const help = (await rostrum(home, [name, "--help"])).stdout;
  const all = help.includes("--help-all")
    ? (await rostrum(home, [name, "--help-all"])).stdout
    : help;
  const [, section = ""] = page.split(`\n## \`rostrum ${name}\`\n`);
  const own = section.split("\n## ")[0] ?? "";
  const flags = [...all.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag ?? "");
  expect(flags).toContain("--help");
  const unexplained = flags.filter((flag) => {
    const named = new RegExp(`${flag}[\`\\s]`);
    return (
      !["--help", "--help-all", "--trust"].includes(flag) &&
      !named.test(own) &&
      !named.test(options)
    );
  });
  // Turning off what is on has a flag of its own, which the page of options doesn't repeat.
  expect(unexplained.filter((flag) => !flag.startsWith("--no-"))).toEqual([]);
});

test("flags that are only named in a command's section are explained elsewhere", () => {
  const [, shared = ""] = page.split("## Flags of several commands");
  const table = shared.split("\n## ")[0] ?? "";
  const named = [...page.matchAll(/^Also: (.*)$/gm)].flatMap(([, words = ""]) =>
    [...words.matchAll(/`(--[\w-]+)`/g)].map(([, flag]) => flag ?? ""),
  );
  expect(named.length).toBeGreaterThan(10);
  const explained = (flag: string): boolean =>
    new RegExp(`${flag}[\`\\s]`).test(table) || options.includes(`\`${flag}\``);
  expect(named.filter((flag) => !explained(flag))).toEqual([]);
});

test("docs and examples name no model that will be gone", () => {
  const root = new URL("../../", import.meta.url);
  const files = [
    "README.md",
    "action.yml",
    ...globSync("{docs/*.md,examples/**/*.{ts,py,yaml}}", { cwd: root }),
  ].filter((name) => !name.startsWith("docs/evidence"));
  const id =
    /(?<![\w@/.-])(?:openai|anthropic|google|mistral|xai|deepseek|groq|ollama)\/(?!<)[\w.:-]+/g;
  const named = files.flatMap((name) =>
    [...readFileSync(new URL(name, root), "utf8").matchAll(id)].map(
      ([words]) => `${name}: ${words}`,
    ),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(named).toEqual([]);
});
