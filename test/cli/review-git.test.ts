import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { beforeEach, describe, expect, test } from "vitest";
import { createGitFolder, type GitFolder } from "../support/git-folder.ts";
import { newHome, PANELS } from "./support/home.ts";
import { rostrum, type Ended } from "./support/rostrum.ts";

const CODE = [
  "export function average(values: number[], n: number): number {",
  "  let sum = 0;",
  "  for (let i = 0; i < n; i++) sum += values[i];",
  "  return sum / n;",
  "}",
  "",
].join("\n");
const BROKEN = CODE.replace("i < n", "i <= n");

/** Runs `rostrum review` in a folder, with a journal elsewhere. */
async function reviewIn(folder: string, ...args: string[]): Promise<Ended> {
  return reviewWithInput(folder, undefined, ...args);
}

async function reviewWithInput(
  folder: string,
  input: string | Readable | undefined,
  ...args: string[]
): Promise<Ended> {
  using home = newHome();
  const command = ["review", "--config", PANELS, "--panel", "review", ...args];
  return rostrum({ ...home, folder }, command, {
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    ...(input === undefined ? {} : { input }),
  });
}

describe("rostrum review in a repository", () => {
  let repository: GitFolder;
  beforeEach(() => {
    repository = createGitFolder();
    repository.write("src/average.ts", CODE);
    repository.write("other.ts", "export const other = 1;\n");
    repository.commit("first");
    return () => repository[Symbol.dispose]();
  });

  test("something piped in without a dash is refused before the working tree is paid for", async () => {
    repository.write("src/average.ts", BROKEN);
    const { code, stdout, stderr } = await reviewWithInput(repository.folder, "some diff\n");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("To review what is piped in: … | rostrum review -");
    // Hooks such as pre-push get data that has nothing to do with what they name.
    const base = await reviewWithInput(repository.folder, "refs\n", "--base", "HEAD");
    expect(base.code).toBe(4);
  });

  test.each([
    ["is empty", () => "", ""],
    ["has white space only", () => " \n", ""],
    ["stays silent", () => new PassThrough(), "Nothing arrived on standard input"],
  ])("a pipe that %s is no reason to stop", async (_, input, warning) => {
    repository.write("src/average.ts", BROKEN);
    const { code, stderr } = await reviewWithInput(repository.folder, input(), "-q");
    expect(code).toBe(4);
    expect(stderr).toContain(warning);
  });

  test("nothing named: the working tree, with lines of the changed file", async () => {
    repository.write("src/average.ts", BROKEN);
    const { code, stdout, stderr } = await reviewIn(repository.folder);
    expect(code).toBe(4);
    expect(stdout).toContain(
      "src/average.ts:3:19  high, upheld: The loop reads one element past the end.",
    );
    expect(stderr).toContain("reviewing the working tree against HEAD: 1 file");
  });

  test("no change: nobody is asked, exit 0, and what was left out is named", async () => {
    const clean = await reviewIn(repository.folder);
    expect([clean.code, clean.stdout]).toEqual([0, ""]);
    expect(clean.stderr).toContain("nothing to review: no change in the working tree against HEAD");
    repository.write("logo.png", Uint8Array.of(0, 1, 2));
    const binary = await reviewIn(repository.folder);
    expect([binary.code, binary.stdout]).toEqual([0, ""]);
    expect(binary.stderr).toContain("skipped: logo.png: binary");
  });

  test("a folder without files: nobody is asked, and no change is mentioned", async () => {
    mkdirSync(join(repository.folder, "empty"));
    const { code, stderr } = await reviewIn(repository.folder, "empty");
    expect(code).toBe(0);
    expect(stderr).toContain("nothing to review: no files in empty that git knows\n");
  });

  test("files that may hold secrets are not sent unless they are named; what is sent is listed first", async () => {
    repository.write("src/average.ts", BROKEN);
    repository.write(".env", "TOKEN=hunter2\n");
    const plan = await reviewIn(repository.folder, "--dry-run");
    expect(plan.stderr.split("\n").slice(0, 2)).toEqual([
      "reviewing the working tree against HEAD: 1 file: src/average.ts",
      "skipped: .env: it may hold secrets and is not sent; name the file itself to include it",
    ]);
    const named = await reviewIn(repository.folder, "--json", ".env");
    expect(JSON.parse(named.stdout).reviewed.files).toEqual([".env"]);
    for (let at = 0; at < 9; at++) repository.write(`many/${at}.ts`, "export {};\n");
    const { stderr } = await reviewIn(repository.folder, "--dry-run");
    expect(stderr).toContain("10 files: src/average.ts, many/0.ts, ");
    expect(stderr).toContain("many/6.ts and 2 more\n");
  });

  test("the schema that rostrum init writes is skipped, and its config is not", async () => {
    repository.write("sub/rostrum.schema.json", "{}\n");
    const schema = await reviewIn(repository.folder);
    expect([schema.code, schema.stdout]).toEqual([0, ""]);
    expect(schema.stderr).toContain("skipped: sub/rostrum.schema.json: rostrum's own schema");
    repository.write("rostrum.config.yaml", "panels: {}\n");
    const config = await reviewIn(repository.folder, "--json");
    expect(JSON.parse(config.stdout).reviewed.files).toEqual(["rostrum.config.yaml"]);
  });

  test("what can't be reviewed is named, and the exit code says so", async () => {
    repository.write("huge.ts", `const x = "${"abc ".repeat(100_000)}";\n`);
    const { code, stderr } = await reviewIn(repository.folder);
    expect(code).toBe(2);
    expect(stderr).toMatch(/not reviewed: huge\.ts: it is too large: about [\d,]+ tokens/);
  });

  test.each([
    ["--staged", ["--staged"], "reviewing what is staged, against HEAD: 1 file"],
    ["--base", ["--base", "main"], "reviewing the working tree against main (merge base"],
    ["a commit", ["HEAD"], "(HEAD): 1 file"],
    ["a range", ["main..HEAD"], "reviewing main..HEAD: 1 file"],
    ["a folder as it is", ["src"], "reviewing src: 1 file"],
    ["a filter", ["HEAD", "src"], "(HEAD): 1 file"],
  ])("%s", async (_what, args, words) => {
    repository.git("checkout", "--quiet", "-b", "topic");
    repository.write("src/average.ts", BROKEN);
    if (args[0] === "--staged") repository.git("add", "--all");
    else repository.commit("second");
    const { code, stdout, stderr } = await reviewIn(repository.folder, ...args);
    expect(stderr).toContain(words);
    expect([code, stdout]).toEqual([4, expect.stringContaining("src/average.ts:3:19  high")]);
  });

  test("a filter next to a change leaves the rest out", async () => {
    repository.write("src/average.ts", BROKEN);
    const { code, stderr } = await reviewIn(repository.folder, "--base", "main", "other.ts");
    expect(code).toBe(0);
    expect(stderr).toContain("nothing to review");
  });

  test("an existing path wins over a branch of the same name", async () => {
    repository.git("branch", "src");
    repository.write("src/average.ts", BROKEN);
    const { stderr } = await reviewIn(repository.folder, "src");
    expect(stderr).toContain("reviewing src: 1 file");
  });

  test("from a subfolder it is the same change, and paths start there", async () => {
    repository.write("src/average.ts", BROKEN);
    const folder = join(repository.folder, "src");
    expect((await reviewIn(folder)).stdout).toContain("src/average.ts:3:19");
    const filtered = await reviewIn(folder, "--base", "HEAD", "average.ts");
    expect(filtered.stdout).toContain("src/average.ts:3:19");
  });

  test("--skip and .gitattributes", async () => {
    repository.write("src/average.ts", BROKEN);
    repository.write("gen.ts", "export const made = 1;\n");
    repository.write(".gitattributes", "gen.ts linguist-generated\n");
    const { code, stderr } = await reviewIn(
      repository.folder,
      "--skip",
      "src/**",
      "--skip",
      ".git*",
    );
    expect(code).toBe(0);
    expect(stderr).toContain("skipped: src/average.ts: left out with --skip");
    expect(stderr).toContain("skipped: gen.ts: generated, as .gitattributes says");
  });

  test("--json says what was reviewed and what was not", async () => {
    repository.write("src/average.ts", BROKEN);
    repository.write("logo.png", Uint8Array.of(0, 1, 2));
    const { stdout } = await reviewIn(repository.folder, "--json");
    expect(JSON.parse(stdout).reviewed).toEqual({
      title: "the working tree against HEAD",
      files: ["src/average.ts"],
      skipped: [{ path: "logo.png", reason: "binary" }],
      unreviewed: [],
    });
  });

  test.each([
    ["a name of nothing", ["nowhere"], "There is no file, folder or commit nowhere here"],
    [
      "an unknown base",
      ["--base", "nowhere"],
      "--base nowhere: there is no such commit, branch or tag here.\n  Did you mean --base main?",
    ],
    ["two commits", ["HEAD", "main"], "Expected one commit or range, got 2: HEAD, main"],
    [
      "two changes",
      ["--staged", "HEAD"],
      "expected only one of staged, base and a commit or range",
    ],
    ["standard input in a change", ["--staged", "-"], '"-" is standard input'],
    ["a path outside", ["--base", "main", ".."], "expected a path inside"],
  ])("%s is an error that says so", async (_what, args, words) => {
    const { code, stderr } = await reviewIn(repository.folder, ...args);
    expect(code).toBe(1);
    expect(stderr).toContain(words);
  });
});
