/** Runs a JavaScript program and its tests in one process. */
export const JAVASCRIPT_TOGETHER: string = String.raw`
let state = "running";
isApart = false;
const { exit } = process;
process.exit = (code) => {
  // Tests may end themselves; a program that ends them fails.
  const caller = new Error().stack.split("\n")[2] ?? "";
  if (caller.includes("tests.js")) state = "ended";
  exit.call(process, code);
};
process.on("exit", (code) => {
  if (code !== 0 || state !== "ended") return report(token, "failed");
  const [word, text] = judge();
  if (word === "failed") process.stderr.write(text + "\n");
  report(token, word, word === "failed" ? "" : text);
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
    ahead = program + "\n;";
    // Both are one module, which can't import itself.
    const text = tests.replace(/^\s*import\b[^;'"]*["']\.\.?\/[^'"]*["'];?/gm, (each) => each.replace(/\S/g, " "));
    const module = readModule(ahead + text, "tests.js");
    await linkModule(module);
    await module.evaluate();
  } else {
    const parameters = ["exports", "require", "module", "__filename", "__dirname", "__keep", "__tests"];
    const require = createRequire(place("answer.js"));
    const importModuleDynamically = (spec) => importFrom(require, spec);
    const run = vm.compileFunction(program + "\n;__keep((name) => eval(name));return eval(__tests);", parameters, {
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
      (find) => resolveProgram(() => readExports(module.exports, find)),
      tests + mark,
    );
  }
  state = "ended";
}
/** The exports of the program, or its top-level names if it exports nothing. */
const readExports = (exports, find) =>
  typeof exports === "function"
    ? exports
    : new Proxy(exports, { get: (_exports, name) => exports[name] ?? find(name) });

main().catch((error) => {
  process.stderr.write(util.inspect(error) + "\n");
  exit.call(process, 1);
});
`;
