import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { beforeEach, describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/lib/root.ts";
import { program } from "../support/programs.ts";
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

/** The hook of the docs. */
const PRE_PUSH = /```sh\n(#!\/bin\/sh\n.*pre-push[^]*?)```/.exec(
  readFileSync(join(ROOT, "docs/reviews.md"), "utf8"),
)?.[1];

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
  return await rostrum({ ...home, folder }, command, {
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
    expect(stderr).toContain("many/8.ts\n");
    const paid = await reviewIn(repository.folder);
    expect(paid.stderr).toContain("many/6.ts and 2 more; --dry-run lists all\n");
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
    expect(stderr).toContain("nothing could be reviewed\n");
    expect(stderr).not.toContain("nothing to review");
  });

  test("a gap is named before the cost, above the findings, by a dry run and by show", async () => {
    using home = newHome();
    repository.write("src/average.ts", BROKEN);
    repository.write("huge.ts", `const x = "${"abc ".repeat(100_000)}";\n`);
    const run = (...args: string[]): Promise<Ended> =>
      rostrum({ ...home, folder: repository.folder }, args);
    const command = ["review", "--config", PANELS, "--panel", "review"];
    const plan = await run(...command, "--dry-run");
    expect(plan.code).toBe(2);
    expect(plan.stderr).toContain("not reviewed: huge.ts: ");
    const json = await run(...command, "--dry-run", "--json");
    expect(JSON.parse(json.stdout).reviewed).toMatchObject({
      files: ["src/average.ts"],
      unreviewed: [{ path: "huge.ts" }],
    });
    const { stderr } = await run(...command, "--id", "gap");
    expect(stderr.split("not reviewed: huge.ts: ")).toHaveLength(3);
    expect(stderr.indexOf("not reviewed: ")).toBeLessThan(stderr.indexOf("; run gap"));
    expect(stderr.slice(stderr.lastIndexOf("not reviewed: "))).toContain("\n3 findings: ");
    expect((await run("show", "gap")).stdout).toContain("not reviewed: huge.ts: ");
  });

  test("a named file has the same limit as a changed one", async () => {
    repository.write("huge.ts", `const x = "${"abc ".repeat(100_000)}";\n`);
    repository.write("giant.ts", `const x = "${"abc ".repeat(1_000_001)}";\n`);
    const { code, stderr } = await reviewIn(
      repository.folder,
      "--dry-run",
      "huge.ts",
      "giant.ts",
      "other.ts",
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(/not reviewed: huge\.ts: it is too large: about [\d,]+ tokens/);
    expect(stderr).toContain("not reviewed: giant.ts: it is larger than 4 MB");
    expect(stderr).toContain("reviewing huge.ts, giant.ts, other.ts: 1 file: other.ts");
    const piped = await reviewWithInput(repository.folder, "abc ".repeat(100_000), "-");
    expect([piped.code, piped.stdout]).toEqual([2, ""]);
  });

  test("text in an older encoding is reviewed, whether it is named or changed", async () => {
    repository.write("latin.ts", Buffer.from("export const name = 'Zo\u00eb';\n", "latin1"));
    for (const args of [[], ["latin.ts"]]) {
      const { stderr } = await reviewIn(repository.folder, "--json", ...args);
      expect(stderr).toContain("1 file: latin.ts".slice(args.length === 0 ? 0 : 8));
      expect(stderr).not.toContain("UTF-8");
      expect(stderr).toContain("warning: some characters of latin.ts could not be read");
    }
  });

  test("a link is not reviewed in a change, and one to secrets not even by its own name", async () => {
    repository.write(".env", "TOKEN=hunter2\n");
    symlinkSync("other.ts", join(repository.folder, "link.ts"));
    symlinkSync(".env", join(repository.folder, "notes.txt"));
    const named = await reviewIn(repository.folder, "notes.txt");
    expect([named.code, named.stdout]).toEqual([0, ""]);
    expect(named.stderr).toContain("skipped: notes.txt: it leads to .env, which may hold secrets");
    repository.git("add", "link.ts");
    const changed = await reviewIn(repository.folder, "--staged");
    expect([changed.code, changed.stdout]).toEqual([0, ""]);
    expect(changed.stderr).toContain("skipped: link.ts: a link");
  });

  test.each([
    ["--staged", ["--staged"], "reviewing what is staged, against HEAD: 1 file"],
    ["--base", ["--base", "main"], "reviewing the working tree against main (merge base"],
    ["a commit", ["HEAD"], "(HEAD): 1 file"],
    ["a range", ["main..HEAD"], "reviewing main..HEAD: 1 file"],
    ["a folder as it is", ["src"], "reviewing src: 1 file"],
    ["a filter", ["HEAD", "src"], "(HEAD): 1 file"],
    ["a range from the merge base on", ["main...HEAD"], "reviewing main...HEAD: 1 file"],
  ])("%s", async (_what, args, words) => {
    repository.git("checkout", "--quiet", "-b", "topic");
    repository.write("src/average.ts", BROKEN);
    if (args[0] === "--staged") repository.git("add", "--all");
    else repository.commit("second");
    const { code, stdout, stderr } = await reviewIn(repository.folder, ...args);
    expect(stderr).toContain(words);
    expect([code, stdout]).toEqual([4, expect.stringContaining("src/average.ts:3:19  high")]);
  });

  test("the nearest branch is suggested, and HEAD has no other merge base", async () => {
    repository.write("src/average.ts", BROKEN);
    repository.git("update-ref", "refs/remotes/origin/main", "HEAD");
    const { stderr } = await reviewIn(repository.folder, "--base", "origin/man");
    expect(stderr).toContain("Did you mean --base origin/main?");
    const head = await reviewIn(repository.folder, "--base", "HEAD", "--dry-run");
    expect(head.stderr).toContain("reviewing the working tree against HEAD: 1 file");
  });

  test("a shallow clone has no merge base, and the error says what to run", async () => {
    repository.git("checkout", "--quiet", "-b", "topic");
    repository.commit("second");
    const origin = `file://${repository.folder}`;
    repository.git("clone", "--quiet", "--depth=1", "--branch=topic", origin, "shallow");
    const clone = join(repository.folder, "shallow");
    const tracked = "main:refs/remotes/origin/main";
    repository.git("-C", clone, "fetch", "--quiet", "--depth=1", "origin", tracked);
    for (const change of [["--base", "origin/main"], ["origin/main...HEAD"]]) {
      const { code, stderr } = await reviewIn(clone, ...change);
      expect(stderr).toBe(
        `error: ${change.join(" ")}: this clone is shallow, so there is no common commit: ` +
          "run git fetch --unshallow (in GitHub Actions: fetch-depth: 0)\n",
      );
      expect(code).toBe(1);
    }
  });

  test("a binary file next to others is skipped, and alone it is an error", async () => {
    repository.write("logo.png", Uint8Array.of(0, 1, 2));
    const { stderr } = await reviewIn(repository.folder, "other.ts", "logo.png", "--dry-run");
    expect(stderr).toContain("reviewing other.ts, logo.png: 1 file: other.ts");
    expect(stderr).toContain("skipped: logo.png: binary");
    const alone = await reviewIn(repository.folder, "logo.png");
    expect([alone.code, alone.stderr]).toEqual([1, expect.stringContaining("is a binary file")]);
  });

  test("a diff in colours is read without them", async () => {
    repository.write("src/average.ts", BROKEN);
    const diff = repository.git("-c", "color.ui=always", "diff");
    expect(diff).toContain("\u001b[");
    const { stdout } = await reviewWithInput(repository.folder, diff, "-");
    expect(stdout).toContain("src/average.ts:3:19  high");
  });

  test("the text to look for is told before the run, and by show", async () => {
    using home = newHome();
    repository.write("src/average.ts", BROKEN);
    repository.commit("Rounds\n\nThe change is small.");
    const command = ["review", "--config", PANELS, "--panel", "review", "HEAD"];
    const run = (...args: string[]): Promise<Ended> =>
      rostrum({ ...home, folder: repository.folder }, args);
    const { stderr } = await run(...command, "--about", "overruns,\nmostly");
    expect(stderr).toContain("about: overruns, mostly\n");
    expect((await run("show")).stdout).toContain("about: overruns, mostly\n");
    await run(...command);
    expect((await run("show")).stdout).not.toContain("about:");
  });

  test("an old problem in a changed file is marked, and --fail-on-change-only doesn't count it", async () => {
    repository.write("src/average.ts", BROKEN);
    repository.commit("second");
    repository.write("src/average.ts", `// Rounds nothing.\n${BROKEN}`);
    repository.git("add", "--all");
    const { code, stdout } = await reviewIn(repository.folder, "--staged");
    expect(code).toBe(4);
    expect(stdout).toContain("src/average.ts:4:19  high, upheld (not in this change): The loop");
    const json = await reviewIn(repository.folder, "--staged", "--json", "--fail-on-change-only");
    expect(json.code).toBe(0);
    const found = JSON.parse(json.stdout).findings as { inChange: boolean }[];
    expect(found.map(({ inChange }) => inChange)).toEqual([false, false, false]);
    repository.write("src/average.ts", BROKEN.replace("i <= n", "i <= n; // all"));
    const own = await reviewIn(repository.folder, "--fail-on-change-only");
    expect(own.code).toBe(4);
  });

  test("a filter next to a change leaves the rest out", async () => {
    repository.write("src/average.ts", BROKEN);
    const { code, stderr } = await reviewIn(repository.folder, "--base", "main", "other.ts");
    expect(code).toBe(0);
    expect(stderr).toContain("nothing to review: no change of other.ts in the working tree");
    repository.git("add", "src/average.ts");
    const staged = await reviewIn(repository.folder, "--staged", "other.ts");
    expect(staged.stderr).toContain("nothing to review: no change of other.ts in what is staged");
  });

  test("a file that is gone since can be named", async () => {
    repository.remove("other.ts");
    const { stderr } = await reviewIn(repository.folder, "--base", "main", "other.ts");
    expect(stderr).toContain("1 file: other.ts\n");
    const alone = await reviewIn(repository.folder, "other.ts");
    expect(alone.stderr).toBe(
      "error: There is no file other.ts any more.\n" +
        "  To review that it was deleted: rostrum review --base HEAD other.ts\n",
    );
  });

  test("a branch stands for its last commit, and a warning names the range of all its commits", async () => {
    repository.git("switch", "--quiet", "--create", "feature");
    repository.write("src/average.ts", BROKEN);
    repository.commit("second");
    repository.git("switch", "--quiet", "--create", "short", "main");
    repository.write("short.ts", "export {};\n");
    repository.commit("the only one");
    repository.git("switch", "--quiet", "feature");
    repository.write("other.ts", "export const other = 2;\n");
    repository.commit("third");
    repository.git("switch", "--quiet", "main");
    const whole = "rostrum review main...feature";
    const { stderr } = await reviewIn(repository.folder, "--dry-run", "feature");
    expect(stderr).toContain(
      `only the last of 2 commits of feature is reviewed; the whole branch: ${whole}`,
    );
    const range = await reviewIn(repository.folder, "--dry-run", "main...feature");
    expect(range.stderr).toContain("reviewing main...feature: 2 files");
    for (const name of ["short", "main", "HEAD"])
      expect((await reviewIn(repository.folder, "--dry-run", name)).stderr).not.toContain(
        "only the last",
      );
  });

  test("many files that are left out for one reason take one line, and --json lists them", async () => {
    for (let index = 0; index < 12; index += 1) repository.write(`vendor/${index}.ts`, "1;\n");
    repository.write("src/average.ts", BROKEN);
    const { stdout, stderr } = await reviewIn(
      ...([repository.folder, "--skip", "vendor/", "--dry-run", "--json"] as const),
    );
    expect(stderr).toMatch(
      /^skipped: vendor\/0\.ts, vendor\/1\.ts, vendor\/10\.ts and 9 more \(--json lists them\): left out on request$/m,
    );
    expect(stderr.split("vendor/")).toHaveLength(4);
    expect(JSON.parse(stdout).reviewed.skipped).toHaveLength(12);
  });

  test("runs and show say what was reviewed, and show --json lists it as review --json does", async () => {
    using home = newHome();
    repository.write("src/average.ts", BROKEN);
    repository.git("add", ".");
    const run = (...args: string[]): Promise<Ended> =>
      rostrum({ ...home, folder: repository.folder }, args);
    const command = ["review", "--config", PANELS, "--panel", "review"];
    await run(...command, "src/average.ts");
    await run(...command);
    const { stdout } = await run(...command, "--staged", "--json");
    const rows = (await run("runs")).stdout;
    for (const title of ["what is staged, against HEAD: ", "the working tree against HEAD: ", ""])
      expect(rows).toContain(`  review of ${title}src/average.ts → 2 find`);
    const shown = (await run("show")).stdout;
    expect(shown).toMatch(/^review of what is staged, against HEAD: src\/average\.ts\n/);
    const { reviewed } = JSON.parse((await run("show", "--json")).stdout);
    expect(reviewed).toEqual(JSON.parse(stdout).reviewed);
    expect(reviewed.files).toEqual(["src/average.ts"]);
  });

  test("a dry run names the members", async () => {
    repository.write("src/average.ts", BROKEN);
    const { stderr } = await reviewIn(repository.folder, "--dry-run");
    expect(stderr).toMatch(/^3 members: debater_0, debater_1, debater_2$/m);
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

  test("a file has one name, from the root, however it is named and wherever the command runs", async () => {
    repository.write("src/average.ts", BROKEN);
    repository.write("average.ts", CODE);
    const inside = join(repository.folder, "src");
    const full = join(inside, "average.ts");
    const files = async (folder: string, ...args: string[]): Promise<unknown> =>
      JSON.parse((await reviewIn(folder, "--dry-run", "--json", ...args)).stdout).reviewed.files;
    expect(await files(inside, "average.ts", ".", full)).toEqual(["src/average.ts"]);
    expect(await files(inside, "average.ts", "../average.ts")).toEqual([
      "src/average.ts",
      "average.ts",
    ]);
    using elsewhere = newHome();
    const link = elsewhere.file("link");
    symlinkSync(repository.folder, link);
    expect(await files(repository.folder, join(link, "src/average.ts"), full)).toEqual([
      "src/average.ts",
    ]);
    writeFileSync(elsewhere.file("note.txt"), "A note.\n");
    const outside = elsewhere.file("note.txt");
    expect(await files(inside, outside)).toEqual([outside]);
    expect(await files(inside, "--plan", "average.ts")).toEqual(["src/average.ts"]);
    const { stdout } = await reviewIn(inside, "average.ts", "--sarif");
    const uris = stdout.match(/(?<="uri": ")(?!https)[^"]*/g);
    expect(new Set(uris)).toEqual(new Set(["src/average.ts"]));
  });

  test("a named file is reviewed if git ignores it, and not if it has merge conflicts", async () => {
    repository.write(".gitignore", "*.log\n");
    repository.write("logs/t.log", "const fresh = 1;\n");
    repository.commit("ignored");
    const named = await reviewIn(repository.folder, "--json", "logs/t.log");
    expect(JSON.parse(named.stdout).reviewed.files).toEqual(["logs/t.log"]);
    const folder = await reviewIn(repository.folder, "logs");
    expect(folder.stderr).toContain("nothing to review: no files in logs that git knows");
    repository.git("checkout", "--quiet", "-b", "one");
    repository.write("other.ts", "export const other = 2;\n");
    repository.commit();
    repository.git("checkout", "--quiet", "main");
    repository.write("other.ts", "export const other = 3;\n");
    repository.commit();
    expect(() => repository.git("merge", "one")).toThrow();
    for (const path of ["other.ts", "."]) {
      const { code, stderr } = await reviewIn(repository.folder, "--dry-run", path);
      expect(code).toBe(2);
      expect(stderr).toContain("not reviewed: other.ts: it has merge conflicts");
    }
  });

  test("files that --skip or .gitattributes name are left out", async () => {
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
    expect(stderr).toContain("skipped: src/average.ts, .gitattributes: left out on request");
    expect(stderr).toContain("skipped: gen.ts: generated, as .gitattributes says");
  });

  test("the hook of the docs reviews what is pushed, and nothing else", async () => {
    using home = newHome();
    writeFileSync(
      home.file("panel.config.ts"),
      `const model = ({ round, messages, items = [] }) => {
        const isBroken = messages.some(({ content }) => content.includes("i <= n"));
        const finding = { quote: "i <= n", claim: "It overruns.", severity: "critical" };
        return JSON.stringify(round === 0
          ? { findings: isBroken ? [finding] : [] }
          : { votes: items.map((_, index) => ({ item: index + 1, vote: "uphold" })) });
      };
      const debater = { model, price: { input: 0, output: 0 } };
      export default { panels: { p: { debaters: [debater, debater] } } };\n`,
    );
    const command = `'${process.execPath}' '${program("rostrum")}' review --config '${home.file("panel.config.ts")}'`;
    mkdirSync(home.file("bin"));
    writeFileSync(home.file("bin/rostrum"), `#!/bin/sh\nshift\nexec ${command} "$@"\n`, {
      mode: 0o755,
    });
    const { folder, git } = repository;
    git("init", "--quiet", "--bare", home.file("remote.git"));
    git("remote", "add", "origin", home.file("remote.git"));
    git("push", "--quiet", "origin", "main");
    repository.writeScript(".git/hooks/pre-push", PRE_PUSH ?? "");
    const push = (...args: string[]): Promise<{ isPushed: boolean; stderr: string }> =>
      new Promise((resolve) => {
        const env = home.env({ PATH: `${home.file("bin")}:${process.env["PATH"] ?? ""}` });
        execFile(
          "git",
          ["push", "--quiet", "origin", ...args],
          { cwd: folder, env },
          (error, _out, stderr) => resolve({ isPushed: error === null, stderr }),
        );
      });
    // Neither an untracked file nor a change that is not committed is pushed.
    repository.write("untracked.ts", BROKEN);
    repository.write("src/average.ts", BROKEN);
    git("commit", "--quiet", "--allow-empty", "-m", "nothing");
    expect(await push("main")).toMatchObject({ isPushed: true });
    git("checkout", "--quiet", "-b", "topic");
    git("commit", "--quiet", "-m", "broken", "src/average.ts");
    git("checkout", "--quiet", "main");
    // Whatever is checked out.
    const refused = await push("topic");
    expect(refused.isPushed).toBe(false);
    expect(refused.stderr).toContain("exit code 4: 1 finding of severity critical (--fail-on)");
    git("tag", "-a", "-m", "v1", "v1", "topic");
    expect(await push("main", "v1")).toMatchObject({ isPushed: false });
    git("push", "--quiet", "--no-verify", "origin", "topic");
    expect(await push("--delete", "topic")).toMatchObject({ isPushed: true });
    git("branch", "fine");
    expect(await push("fine")).toMatchObject({ isPushed: true });
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
    ["a text", ["is it\tsafe?"], 'To say what to look for: rostrum review --about "is it safe?"'],
    [
      "an option after --",
      ["HEAD", "--", "--dry-run"],
      "Options go before --: rostrum review --dry",
    ],
    ["an empty text to look for", ["--about", " "], "--about needs a text"],
    ["two commits", ["HEAD", "main"], "Expected one commit or range, got 2: HEAD, main"],
    [
      "two changes",
      ["--staged", "HEAD"],
      "error: --staged and HEAD name different changes: give only one of them.",
    ],
    [
      "a range with an end that is not there",
      ["HEAD..nope"],
      "error: HEAD..nope: there is no commit, branch or tag nope here.",
    ],
    ["standard input in a change", ["--staged", "-"], '"-" is standard input'],
    ["a path outside", ["--base", "main", ".."], "expected a path inside"],
  ])("%s is an error that says so", async (_what, args, words) => {
    const { code, stderr } = await reviewIn(repository.folder, ...args);
    expect(code).toBe(1);
    expect(stderr).toContain(words);
  });
});
