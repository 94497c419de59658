import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { asking, newHome, PANELS, type Home } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

const CODE = [
  "export function average(values: number[], n: number): number {",
  "  let sum = 0;",
  "  for (let i = 0; i <= n; i++) sum += values[i];",
  "  return sum / n;",
  "}",
  "",
].join("\n");

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/;

function written(home: Home, name = "average.ts", text = CODE): string {
  writeFileSync(home.file(name), text);
  return name;
}

const reviewing = (...rest: string[]): string[] => [
  "review",
  "--config",
  PANELS,
  "--panel",
  "review",
  ...rest,
];

test("prints findings with file, line and column, and exits with 4", async () => {
  using home = newHome();
  const { code, stdout, stderr } = await rostrum(home, reviewing(written(home)));
  expect(code).toBe(4);
  expect(stdout).toContain(
    "average.ts:3:19  high, upheld: The loop reads one element past the end.",
  );
  expect(stdout).toContain("average.ts:4:10  medium, upheld: An empty list gives NaN.");
  expect(stdout).not.toContain("forged");
  expect(stdout).not.toMatch(CONTROLS);
  expect(stderr).toContain("3 findings: 2 upheld, 1 refuted");
});

test("a finding that the others refuted is named, apart from those that stand", async () => {
  using home = newHome();
  const { stdout, stderr } = await rostrum(home, reviewing(written(home)));
  const refuted = stderr.split("\n").filter((line) => line.includes("refuted: "));
  expect(refuted).toEqual([expect.stringMatching(/refuted: .+ \(found by .+; refuted by .+\)/)]);
  expect(stdout).not.toContain("refuted: ");
  expect(refuted[0]).not.toMatch(CONTROLS);
  const quiet = await rostrum(home, reviewing("-q", written(home)));
  expect(quiet.stderr).not.toContain("refuted: ");
  // The reason is no chatter: a hook that stops has to give one.
  expect(quiet.code).toBe(4);
  expect(quiet.stderr).toMatch(
    /^exit code 4: 1 finding of severity high or worse \(--fail-on\)\n$/m,
  );
});

test("what one member found alone, and nobody else upholds, stands and counts", async () => {
  using home = newHome();
  const args = ["review", "--config", PANELS, "--panel", "lone", written(home)];
  const { code, stdout, stderr } = await rostrum(home, args);
  expect(code).toBe(4);
  expect(stdout).toContain(
    "average.ts:3:19  high, upheld, unconfirmed: The loop reads one element past the end.",
  );
  expect(stderr).toContain("1 finding: 1 upheld, unconfirmed; 1 high");
  expect(stdout).toContain("found by author");
});

test.each([
  ["critical", 0],
  ["high", 4],
  ["low", 4],
  ["never", 0],
])("--fail-on %s exits with %i", async (failOn, expected) => {
  using home = newHome();
  const { code } = await rostrum(home, reviewing("--fail-on", failOn, written(home)));
  expect(code).toBe(expected);
});

test("what is contested stands: one refuter against six authors doesn't change the exit code", async () => {
  using home = newHome();
  const args = ["review", "--config", PANELS, "--panel", "disputed", written(home)];
  const { code, stdout, stderr } = await rostrum(home, args);
  expect(code).toBe(4);
  expect(stdout.split("\n").map((line) => line.trim())).toEqual([
    expect.stringContaining(
      "average.ts:3:19  high (grace says low), contested: The loop reads one element past the end.",
    ),
    "> i <= n",
    "found by author_1, author_2, author_3, author_4, author_5, author_6; refuted by grace",
    expect.stringContaining("grace refutes it, as low: The sum starts at zero."),
    "> let sum = 0;",
    "",
  ]);
  expect(stdout).not.toMatch(CONTROLS);
  expect(stderr).toContain("1 finding: 1 contested");
  const sarif = await rostrum(home, [...args, "--sarif"]);
  expect(sarif.code).toBe(4);
  const [result] = JSON.parse(sarif.stdout).runs[0].results;
  expect(result).toMatchObject({
    level: "error",
    properties: {
      severity: "high",
      otherSeverities: [{ debater: "grace", severity: "low" }],
      status: "contested",
      votes: [{ debater: "grace", vote: "refute", severity: "low", quote: { verified: true } }],
    },
  });
  expect(result.message.text).toContain("grace refutes it, as low: The sum starts at zero.");
});

test("several files, each finding in its own", async () => {
  using home = newHome();
  mkdirSync(home.file("src"));
  const other = written(home, "src/other file.ts", "// nothing here\n");
  const { stdout } = await rostrum(home, reviewing("--json", other, written(home)));
  const { findings } = JSON.parse(stdout) as { findings: { at: object }[] };
  expect(findings.find((each) => JSON.stringify(each).includes("past the end"))?.at).toEqual({
    document: "average.ts",
    startLine: 3,
    startColumn: 19,
    endLine: 3,
    endColumn: 25,
  });
});

test("standard input, and a diff is about the file that it changes", async () => {
  using home = newHome();
  const piped = await rostrum(home, reviewing("-"), { input: CODE });
  expect(piped.stdout).toContain("stdin:3:19");
  const diff = [
    "diff --git a/src/average.ts b/src/average.ts",
    "--- a/src/average.ts",
    "+++ b/src/average.ts",
    "@@ -10,3 +10,4 @@ export",
    "   let sum = 0;",
    "-  for (let i = 0; i < n; i++) sum += values[i];",
    "+  for (let i = 0; i <= n; i++) sum += values[i];",
    "   return sum / n;",
    "",
  ].join("\n");
  const { stdout } = await rostrum(home, reviewing("-"), { input: diff });
  expect(stdout).toContain("src/average.ts:11:19  high");
  expect(stdout).toContain("src/average.ts:12:10  medium");
});

test("--sarif is a SARIF 2.1.0 log with a place for each finding", async () => {
  using home = newHome();
  mkdirSync(home.file("my src"));
  const { code, stdout } = await rostrum(home, reviewing("--sarif", written(home, "my src/a.ts")));
  expect(code).toBe(4);
  const log = JSON.parse(stdout);
  expect(log).toMatchObject({
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "rostrum" } }, columnKind: "utf16CodeUnits" }],
  });
  const [run] = log.runs;
  const rules = run.tool.driver.rules.map(({ id }: { id: string }) => id);
  expect(run.results).toHaveLength(2);
  for (const { ruleId, level, message, locations } of run.results) {
    expect(rules).toContain(ruleId);
    expect(["note", "warning", "error"]).toContain(level);
    expect(message.text).not.toBe("");
    const [{ physicalLocation }] = locations;
    expect(physicalLocation.artifactLocation.uri).toBe("my%20src/a.ts");
    const { startLine, startColumn, endLine, endColumn } = physicalLocation.region;
    expect(startLine).toBeGreaterThanOrEqual(1);
    expect(startColumn).toBeGreaterThanOrEqual(1);
    expect([endLine, endColumn]).toEqual([startLine, expect.any(Number)]);
  }
});

test("a review that is over can be exported as SARIF, and nothing else can", async () => {
  using home = newHome();
  const file = written(home);
  const { stdout } = await rostrum(home, reviewing("--sarif", file, "--id", "r1"));
  const exported = await rostrum(home, ["export", "r1", "--format", "sarif"]);
  expect(exported.code).toBe(0);
  const results = (text: string): unknown => JSON.parse(text).runs[0].results;
  expect(JSON.stringify(results(exported.stdout))).toContain("average.ts");
  expect(new Set(results(exported.stdout) as object[])).toEqual(
    new Set(results(stdout) as object[]),
  );
  await rostrum(home, asking("agree", "Q?", "--id", "q1"));
  const refused = await rostrum(home, ["export", "q1", "--format", "sarif"]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("expected a finished review");
});

test("nothing found exits with 0 and prints nothing", async () => {
  using home = newHome();
  const args = ["review", "--config", PANELS, "--panel", "clean", written(home)];
  const { code, stdout, stderr } = await rostrum(home, args);
  expect([code, stdout]).toEqual([0, ""]);
  expect(stderr).toContain("no findings");
});

test.each([
  ["nothing named outside of git", [], "there is no git repository here"],
  ["a folder outside of git", ["."], "is a folder, and there is no git repository here"],
  ["a missing file", ["missing.ts"], "There is no file or folder missing.ts. (This is not a git"],
  ["an empty file", ["empty.ts"], "empty.ts is empty"],
  ["a binary file", ["binary"], "binary is a binary file. Supported"],
  ["another answer", ["--answer", "number", "average.ts"], "--answer doesn't work with review"],
  ["two forms", ["--json", "--sarif", "average.ts"], "give only one of them"],
  ["a wrong severity", ["--fail-on", "bad", "average.ts"], "Allowed choices are low"],
])("%s is an error that says so", async (_what, args, words) => {
  using home = newHome();
  written(home);
  written(home, "empty.ts", " \n");
  written(home, "binary", "a\0b");
  const { code, stderr } = await rostrum(home, reviewing(...args));
  expect(code).toBe(1);
  expect(stderr).toContain(words);
});

test("a missing git is told apart from a missing repository", async () => {
  using home = newHome();
  written(home);
  const env = { PATH: home.folder };
  const nothing = await rostrum(home, reviewing(), { env });
  expect(nothing.stderr).toContain(
    "No file was given, and git is not installed, so rostrum can't find your changes.",
  );
  const folder = await rostrum(home, reviewing("."), { env });
  expect(folder.stderr).toContain('"." is a folder, and git is not installed.');
});

test.each([[[]], [["--sarif"]], [["--json"]]])(
  "an empty standard input is an error with %j: the program before the pipe may have failed",
  async (form) => {
    using home = newHome();
    const { code, stdout, stderr } = await rostrum(home, reviewing(...form, "-"), { input: "\n" });
    expect(code).toBe(1);
    expect(stdout).not.toContain("findings");
    expect(stderr).toContain("Nothing to review: standard input is empty.");
  },
);

test("a review that was cut off goes on as a review, and not as a question that passes", async () => {
  using home = newHome();
  const file = written(home);
  const cut = await rostrum(home, reviewing("--id", "cut", "--max-calls", "3", file));
  expect(cut.code).not.toBe(0);
  const resumed = await rostrum(home, ["ask", "--resume", "cut", "--max-calls", "99"]);
  expect([resumed.code, resumed.stdout]).toEqual([1, ""]);
  expect(resumed.stderr).toContain('run "cut" is a review');
  expect(resumed.stderr).toContain("rostrum review command again with --id cut");
  const flagged = await rostrum(home, ["review", "--resume", "cut"]);
  expect([flagged.code, flagged.stdout]).toEqual([1, ""]);
  expect(flagged.stderr).toContain("rostrum review command again with --id cut");
  const followed = await rostrum(home, ["review", "--follow", "Why?"]);
  expect([followed.code, followed.stdout]).toEqual([1, ""]);
  expect(followed.stderr).toContain('rostrum --follow "…"');
  const help = await rostrum(home, ["review", "--help"]);
  expect(help.stdout.replaceAll(/\s+/g, " ")).toContain("continue the stopped run with this id");
  expect(help.stdout).not.toContain("--resume");
  const again = await rostrum(home, reviewing("--id", "cut", "--max-calls", "99", file));
  expect(again.code).toBe(4);
  expect(again.stdout).toContain("average.ts:3:19");
});

test("a dry run counts the calls and asks nobody", async () => {
  using home = newHome();
  const { code, stdout } = await rostrum(home, reviewing("--dry-run", "--json", written(home)));
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ calls: { min: 3, max: 6 } });
});

test("a panel for decisions reviews without its crux, memo and poll, unless a flag asks for them", async () => {
  using home = newHome();
  const args = ["review", "--config", PANELS, "--panel", "decision", written(home)];
  const { code, stderr } = await rostrum(home, args);
  expect(code).toBe(0);
  expect(stderr).toContain("no findings");
  expect(stderr).not.toMatch(/Degraded|warning: `/);
  const asked = await rostrum(home, [...args, "--crux"]);
  expect(asked.code).toBe(2);
  expect(asked.stderr).toContain("The crux is missing");
  expect(asked.stderr).not.toContain("memo is missing");
});
