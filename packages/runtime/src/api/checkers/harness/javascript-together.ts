/** Runs a JavaScript program and its tests in one process. */
export const JAVASCRIPT_TOGETHER: string = String.raw`
const [start, program, tests] = readJob();
let state = "running";
/** Where the tests begin in the script that has them. */
let testsOffset = 0;
const { exit } = process;
process.exit = (code) => {
  // Tests may end themselves; a program that ends them fails.
  const caller = new Error().stack.split("\n")[2] ?? "";
  if (caller.includes("tests.js")) state = "ended";
  exit.call(process, code);
};
process.on("exit", (code) => {
  if (code !== 0 || state !== "ended") return report(readToken(), "failed");
  const skipped = describeSkipped(testsOffset);
  if (skipped === null) report(readToken(), "unusable", "none of their assertions ran");
  else report(readToken(), "passed", skipped);
});

async function main() {
  const mark = "\n//# sourceURL=tests.js";
  const isModule = [program, tests].some((text) => {
    try {
      vm.compileFunction(text, ["exports", "require", "module", "__filename", "__dirname"]);
      return false;
    } catch (error) {
      return isSyntaxOfModule(error, text);
    }
  });
  report(start, "started");
  if (isModule) {
    testsOffset = program.length + 2;
    const module = await readModule(program + "\n;" + tests, "tests.js");
    await module.evaluate();
  } else {
    const parameters = ["exports", "require", "module", "__filename", "__dirname", "__tests"];
    const require = createRequire(place("answer.js"));
    const importModuleDynamically = (spec) => importFrom(require, spec);
    const run = vm.compileFunction(program + "\n;return eval(__tests);", parameters, {
      filename: "answer.js",
      importModuleDynamically,
    });
    const module = { exports: {} };
    await run.call(
      module.exports,
      module.exports,
      require,
      module,
      place("answer.js"),
      process.cwd(),
      tests + mark,
    );
  }
  state = "ended";
}
main().catch((error) => {
  process.stderr.write(util.inspect(error) + "\n");
  exit.call(process, 1);
});
`;
