/** The process that runs the tests of a JavaScript program. */
export const JAVASCRIPT_TESTS: string = String.raw`
for (const name of LEVEL_TESTS) {
  const test = Object[name];
  Object[name] = (value) =>
    peer.numbers.has(value) ? peer.ask(name, peer.numbers.get(value)) === true : test(value);
}
const BUILTINS = lookAtBuiltins();
/** Anything that the program added to these would be part of all data. */
for (const [name, value] of INTRINSICS)
  if (name.endsWith(".prototype")) Object.preventExtensions(value);
const { getOwnPropertyDescriptor, is } = Object;
const { ownKeys } = Reflect;
const { exit, reallyExit } = process;
/** A builtin that the program replaced would see the token. Uses no method of a builtin. */
function checkBuiltins() {
  for (let n = 0; n < BUILTINS.length; n++) {
    const builtin = BUILTINS[n][0];
    const before = BUILTINS[n][1];
    const keys = ownKeys(before);
    for (let at = 0; at < keys.length; at++) {
      if (keys[at] === "stackTraceLimit") continue;
      const now = getOwnPropertyDescriptor(builtin, keys[at]);
      const then = before[keys[at]];
      if (now !== undefined && is(now.value, then.value) && now.get === then.get && now.set === then.set)
        continue;
      fs.writeSync(2, "something replaced a builtin of the tests\n");
      reallyExit.call(process, 1);
    }
  }
}
let outcome = null;
/** The only place that says what came of the tests. */
function tell(word, text = "", says = "") {
  if (outcome !== null) return;
  outcome = word;
  if (word === "failed" && says === "") {
    if (peer.hasLostEdits) [word, text] = ["shared", "they change data of the program long after they got it"];
    else if (peer.received.size > 0 && peer.ask("stale"))
      [word, text] = ["shared", "they may look at data that the program changed after they got it"];
  }
  checkBuiltins();
  if (says !== "") process.stderr.write(says + "\n");
  report(token, word, text);
}
function end(word, text, says) {
  tell(word, text, says);
  exit.call(process, 0);
}

/** Tests that change the world of the program must share it. */
const SHARING = [
  [/\b(jest|sinon|vi|td)\.\w+\(/, "they use mocks"],
  [/\bmock\.(fn|method|getter|setter|property|module|timers|reset|restoreAll)\b/, "they use mocks"],
  [/\bprocess\.(env|argv|stdin|stdout|hrtime|chdir|on|emit)\b/, "they use the process"],
  [/(?<![.\w$])(globalThis|global)\b(?!\s*:)/, "they use the global object"],
  [
    /\b(Math|Date|performance|crypto|JSON|Object|Array|String|Number|Promise)(\.\w+)+\s*=[^=>]/,
    "they change a builtin",
  ],
  [/(?<![.\w$])(setTimeout|setInterval|setImmediate|fetch|Date)\s*=[^=>]/, "they change a builtin"],
  [/\.prototype\b[\w.[\]"' ]*=[^=>]/, "they change a class"],
  [/(?<![.\w$])(eval|Function)\s*\(/, "they run text as code"],
  [/\b(openSync|readSync|createReadStream)\b|\b(fs|fsp|promises)\.(open|read)\b/, "they read pieces of files"],
];
const PROCESS_MODULES =
  /(\brequire\s*\(|\bfrom|\bimport\b\s*\(?)\s*["'${"`"}](node:)?(vm|worker_threads|child_process|v8|inspector|module)["'${"`"}]/g;
/** Why the tests must share the process of the program. Undefined: they needn't. */
function findSharing() {
  const [, reason] = SHARING.find(([pattern]) => pattern.test(codeOfTests)) ?? [];
  const loads = [...tests.matchAll(PROCESS_MODULES)];
  const isLoaded = loads.some(({ 1: word, index }) => codeOfTests.startsWith(word, index));
  return reason ?? (isLoaded ? "they use a module about processes" : undefined);
}
const CONSOLE = { ...console };
/** What the harness gives to the tests. */
const PROVIDED = ["require", "module", "exports", "__filename", "__dirname"];
/** What tests of anything use. */
const COMMON = [...PROVIDED, "assert", "console", "undefined", "NaN", "Infinity", "Error"];

async function main() {
  const sharing = findSharing();
  if (sharing !== undefined) return end("shared", sharing);
  const run = await readTests().catch((error) =>
    end("unusable", "the tests can't be read: " + error),
  );
  while (!peer.isReady) peer.take(peer.receive());
  report(start, "started");
  const identifiers = [
    ...new Set(tests.match(/[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu) ?? []),
  ];
  const names = peer
    .askForNames("load", program, identifiers)
    .filter((name) => identifiers.includes(name) && !PROVIDED.includes(name))
    // undefined, NaN and Infinity are always the same.
    .filter((name) => Object.getOwnPropertyDescriptor(globalThis, name)?.configurable !== false);
  const changed = peer.askForNames("changed builtins").find((key) => identifiers.includes(key));
  if (changed !== undefined)
    return end("shared", "the program adds or changes " + changed + " of a builtin");
  const subjects = findSubjects(names);
  for (const name of names) if (Object.hasOwn(globalThis, name)) builtinNames.add(name);
  defineNames(globalThis, names);
  exported = () => {
    peer.used = true;
    isLoaded = true;
    const value = peer.request("exports", 0);
    if (typeof value === "function") return value;
    const loaded = defineNames({}, new Set([...peer.askForNames("keys of exports"), ...names]));
    programs.add(loaded);
    return loaded;
  };
  isOnlySubject = (name) => !isLoaded && subjects.length === 1 && subjects[0] === name;
  isRunning = true;
  await run();
  isRunning = false;
}

/** Names of builtins that the program has, too. Its own could judge in place of the builtin. */
const builtinNames = new Set();
const usedBuiltinNames = new Set();
let isLoaded = false;
/** Whether the tests can be about nothing but this name, so that they mean that of the program. */
let isOnlySubject = () => false;
/** A name that isn't read from an object. */
const FREE_WORD = /(?<!(?<!\.\.)\.)(?<![\p{ID_Continue}$])[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;
/** What the tests can be about: names that they don't define, of the program or of builtins. */
function findSubjects(names) {
  const words = new Set(codeOfTests.match(FREE_WORD));
  for (const [, word] of codeOfTests.matchAll(/\b(?:const|let|var|function|class)\s+([\w$]+)/g))
    words.delete(word);
  return [...words].filter(
    (word) => !COMMON.includes(word) && (names.includes(word) || Object.hasOwn(globalThis, word)),
  );
}

/** Loads the program when the tests name a file next to them. */
let exported = () => end("unusable", "they load the program before they run");
/** Names of the program, which are read when the tests use them. */
function defineNames(target, names) {
  for (const name of names)
    Object.defineProperty(target, name, {
      configurable: true,
      enumerable: true,
      get() {
        peer.used = true;
        const value = peer.request("name", name);
        if (target === globalThis && builtinNames.has(name)) usedBuiltinNames.add(name);
        if (FAILURE_CLASSES.has(value))
          warnings.add("they may catch their own failures as " + name + " of the program");
        if (FRAMEWORK_NAMES.test(name)) warnings.add("they call " + name + "() of the program");
        if (typeof value !== "function") return value;
        this[name] = value;
        return value;
      },
      set: (value) =>
        Object.defineProperty(target, name, { value, writable: true, configurable: true }),
    });
  return target;
}

/** Reads the tests as a script, or as a module if they can only be one. Returns what runs them. */
async function readTests() {
  try {
    const require = createRequire(place("tests.js"));
    const script = new vm.Script(tests, {
      filename: "tests.js",
      importModuleDynamically: (spec) => importFrom(require, spec),
    });
    Object.assign(globalThis, {
      require,
      module: { exports: {} },
      exports: {},
      __filename: place("tests.js"),
      __dirname: process.cwd(),
    });
    // The last expression may be a promise that the tests don't wait for.
    return () => script.runInThisContext();
  } catch (error) {
    if (!isSyntaxOfModule(error, tests)) throw error;
    const module = readModule(tests, "tests.js");
    return async () => {
      await linkModule(module).catch((error) => {
        if (/'\.\.?\/.*does not provide/.test(error.message)) throw error;
        end("unusable", "the tests can't be read: " + error);
      });
      await module.evaluate();
    };
  }
}

/** Folders in which the program may write files, from which modules are loaded in its home, too. */
const WRITABLE = [process.env.TMPDIR, "/dev/shm"]
  .filter((folder) => fs.existsSync(folder))
  .map((folder) => fs.realpathSync(folder) + path.sep);
resolveProgram(() => exported());
const resolveWithProgram = Module._resolveFilename;
Module._resolveFilename = (...args) => {
  const file = resolveWithProgram.apply(Module, args);
  if (WRITABLE.some((folder) => file.startsWith(folder)) && isChangeable(file))
    end("shared", "they load a file that the program could have written");
  return file;
};
/** False for files of others, and where a folder is shown read-only. What the program wrote is owned by its user, who is ours. */
function isChangeable(file) {
  try {
    fs.chmodSync(file, fs.statSync(file).mode & 0o7777);
    return true;
  } catch {
    return false;
  }
}

let isRunning = false;
let isExplicit = false;
process.exit = (code = process.exitCode) => {
  // The program could call it before the tests come to it.
  if (peer.depth > 0 && !Number(code)) end("shared", "they exit in a function that the program calls");
  isExplicit = true;
  exit.call(process, code);
};
const peer = new Tests();
/** True if a comparison reaches two objects of the program, whose fields the program itself reports. */
function comparesOwn(left, right, seen = new Set()) {
  if (typeof left !== "object" || typeof right !== "object" || !left || !right) return false;
  if (peer.numbers.has(left) || peer.numbers.has(right))
    return peer.numbers.has(left) && peer.numbers.has(right);
  if (seen.has(left)) return false;
  seen.add(left);
  if (left instanceof Map || left instanceof Set)
    return comparesOwn([...left], Symbol.iterator in right ? [...right] : [], seen);
  return Object.keys(left).some((key) => comparesOwn(left[key], right[key], seen));
}
for (const [module, names] of [
  [require("node:assert"), ["deepEqual", "deepStrictEqual"]],
  [require("node:assert").strict, ["deepEqual", "deepStrictEqual"]],
  [util, ["isDeepStrictEqual"]],
])
  for (const name of names) {
    const compare = module[name];
    module[name] = (left, right, ...more) => {
      if (comparesOwn(left, right))
        warnings.add("they compare two objects of the program, which reports the fields of both");
      return compare(left, right, ...more);
    };
  }
Module.syncBuiltinESMExports();
const { structuredClone } = globalThis;
globalThis.structuredClone = (...args) => {
  try {
    return structuredClone(...args);
  } catch (error) {
    if (error.name === "DataCloneError" && peer.remotes.size > 0)
      end("shared", "they clone an object of the program");
    throw error;
  }
};
let callsWhenIdle = -1;
// The program may still have to call functions of the tests, as long as it has something to do.
process.on("beforeExit", () => {
  if (peer.functions.length === 0 || peer.calls === callsWhenIdle) return;
  const [word, text] = judge();
  if (word === "passed" && text === "" && !isWaiting()) return;
  callsWhenIdle = peer.calls;
  peer.port.ref();
  peer.send("wait");
});
const isWaiting = () =>
  isRunning ||
  peer.pending > 0 ||
  peer.awaited.some((settlers) => !settlers.some((each) => peer.called.has(each)));
process.on("exit", (code) => {
  if (outcome !== null) return;
  if (code !== 0) return tell("failed");
  if (!isExplicit && isWaiting()) return tell("failed", "", "the tests wait for something that never comes");
  if (!peer.used) return tell("unusable", "they use nothing of the program");
  const [word, text] = judge();
  if (word !== "passed") return tell(word, word === "unusable" ? text : "", text);
  for (const key of peer.unread.values()) peer.warnOf(key);
  for (const name of usedBuiltinNames)
    if (!isOnlySubject(name))
      warnings.add("they use " + name + " of the program, which is the name of a builtin, too");
  if (text !== "") warnings.add(text);
  tell("passed", [...warnings].join("; "));
});
function fail(error) {
  let text = "";
  try {
    text = peer.numbers.has(error) ? String(error.stack ?? error) : util.inspect(error);
  } catch {}
  process.stderr.write(text + "\n");
  process.exit(1);
}
process.on("uncaughtException", fail);
main().catch(fail);
`;
