import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createGitFolder } from "../support/git-folder.ts";
import { newHome } from "./support/home.ts";
import { rostrum, type Ended } from "./support/rostrum.ts";

const CONFIG = `
  const found = '{"findings": [{"quote": "const wrong = 1;", "claim": "It is wrong.", "severity": "high"}]}';
  const none = '{"findings": []}';
  const says = (findings) => ({ round, messages }) =>
    round > 0
      ? '{"votes": [{"item": 1, "vote": "uphold"}]}'
      : JSON.stringify(messages).includes("const wrong") ? findings : none;
  export default {
    panels: {
      p: {
        debaters: [
          { name: "ann", model: says(found) },
          { name: "ben", model: says(none) },
        ],
        judge: ({ items }) => JSON.stringify({ matches: items.length > 0 ? [1] : [] }),
        compare: "rules",
      },
    },
  };
`;

test("eval of reviews prints recall and findings per file, and refuses wrong input", async () => {
  using home = newHome();
  using repository = createGitFolder();
  repository.write("a.ts", "const wrong = 1;\n");
  repository.commit("first");
  repository.write("a.ts", "const right = 1;\n");
  const fix = repository.commit("Right instead of wrong");
  repository.write("a.ts", "const right = 2;\n");
  const other = repository.commit("Two");
  writeFileSync(home.file("panel.config.ts"), CONFIG);
  writeFileSync(home.file("fixes.txt"), `# fixes\n${fix} right\n\n${other}\n`);
  const run = (...args: string[]): Promise<Ended> =>
    rostrum(home, ["eval", "reviews", "--config", home.file("panel.config.ts"), ...args], {
      env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    });
  const at = ["--repository", repository.folder];
  const { code, stdout, stderr } = await run("--fixes", "fixes.txt", ...at);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  expect(stdout.split("\n")).toEqual([
    "2 fixes; reviewed: the files before each fix; matched by function:judge",
    "  ann       1 of 2, 50% [9%, 91%]",
    "  ben       0 of 2, 0% [0%, 66%]",
    "  together  1 of 2, 50% [9%, 91%]",
    "  the best one alone, chosen in hindsight: ann",
    "0.5 findings per file, 1 finding in 2 files, 0 of them low",
    expect.stringMatching(/^cost /),
    "",
  ]);
  expect(stderr).toContain(`1 of 2: ${fix.slice(0, 10)} found, 1 finding: Right instead of wrong`);
  const json = await run(fix, ...at, "--mode", "reverse", "--json", "--no-journal");
  expect(JSON.parse(json.stdout)).toMatchObject({ mode: "reverse", together: { found: 1, of: 1 } });
  for (const [args, words] of [
    [at, "there is no fix to measure with"],
    [[fix], "--repository: expected a git repository"],
    [["nowhere", ...at], 'expected a commit, got "nowhere"'],
  ] as const) {
    const refused = await run(...args);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(words)]);
  }
});
