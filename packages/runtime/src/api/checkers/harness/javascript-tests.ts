/** The process that runs the tests of a JavaScript program. */
export const JAVASCRIPT_TESTS: string = String.raw`
const [start, program, tests] = readJob();
let outcome = null;
/** Ends the tests with what came of them. */
function end(word, text = "", says = "") {
  if (outcome === null) {
    outcome = word;
    if (says !== "") process.stderr.write(says + "\n");
    report(readToken(), word, text);
  }
  process.exit(0);
}

const warnings = new Set();
/** Methods of data that judge, which an object of the program could have too. */
const JUDGES = new Set(
  "every some includes has startsWith endsWith test find findIndex findLast findLastIndex filter reduce reduceRight indexOf lastIndexOf".split(
    " ",
  ),
);
/** Names by which test frameworks are called. A program that brings its own judges itself. */
const FRAMEWORK_NAMES = /^(assert\w*|expect|describe|it|test)$/;
/** What the program could add to these would be part of all data. */
for (const [name, value] of INTRINSICS)
  if (name.endsWith(".prototype")) Object.preventExtensions(value);
/** Failures of the tests are instances of these. */
const FAILURE_CLASSES = new Set([Error, Object]);

class Tests extends Peer {
  constructor() {
    super();
    this.remotes = new Map();
    this.numbers = new WeakMap();
    this.classes = new WeakMap();
    this.named = new Set();
    this.called = new Set();
    this.functions = [];
    this.calls = 0;
    this.pending = 0;
    this.used = false;
    this.isReady = false;
  }
  lose() {
    if (!this.isReady) process.exit(1);
    this.port.unref();
    if (this.isDone) return;
    end("failed", "", "the program ended before its tests did");
  }
  notice(kind, parts) {
    if (kind === "ready") this.isReady = true;
    else if (kind === "print") process.stdout.write(parts[0]);
    else if (kind === "idle") this.port.unref();
    else if (kind === "console") {
      const [name, text, nodes] = parts;
      if (!["log", "info", "debug", "warn", "error"].includes(name)) this.lose();
      else if (console[name] === CONSOLE[name])
        process[name === "warn" || name === "error" ? "stderr" : "stdout"].write(text + "\n");
      else console[name](...nodes.map((each) => new Decoder(this).decode(each)));
    } else this.lose();
  }
  /** A program hands over objects with methods as a whole. */
  takeMethod() {
    return this.lose();
  }
  /** Keeps this process alive as long as the program owes something. */
  waitFor(change) {
    this.pending += change;
    if (this.pending > 0) this.port.ref();
    else this.port.unref();
  }
  request(...parts) {
    if (this.pending > 0) this.port.ref();
    return super.request(...parts);
  }
  referOwn(value) {
    if (this.numbers.has(value)) return ["yours", this.numbers.get(value)];
    if (typeof value === "function") {
      if (value === eval || value === require || value === process.exit)
        end("shared", "they hand " + (value.name || "exit") + "() to the program");
      if (!this.functions.includes(value)) this.functions.push(value);
      return ["function", this.functions.indexOf(value), value.name, value.length];
    }
    return undefined;
  }
  refer(value) {
    if (util.types.isProxy(value)) end("shared", "they hand a proxy to the program");
    // An object with functions is handed over part by part.
    const prototype = Object.getPrototypeOf(value);
    if (
      (prototype === Object.prototype || prototype === null) &&
      Reflect.ownKeys(value).every(
        (key) => typeof key === "string" && "value" in Object.getOwnPropertyDescriptor(value, key),
      )
    ) {
      return [
        "object",
        Object.keys(value).map((key) => [key, new Encoder(this).encode(value[key])]),
        0,
      ];
    }
    if (value instanceof Error)
      return new Encoder(this).encode(
        Object.assign(new Error(value.message), { name: value.name }),
      );
    end(
      "shared",
      "they hand an object of class " +
        (prototype?.constructor?.name ?? "unknown") +
        " to the program",
    );
  }
  resolveOther(tag, parts) {
    if (tag === "yours") return this.functions[parts[0]];
    if (tag !== "remote") return this.lose();
    const [number, isFunction, classes] = parts;
    if (!this.remotes.has(number)) {
      const remote = new Proxy(isFunction ? function () {} : {}, this.handler(number));
      this.numbers.set(remote, number);
      this.classes.set(remote, classes);
      this.remotes.set(number, remote);
    }
    return this.remotes.get(number);
  }
  /** Whether the tests name its class. What they call without new is a function, whatever its objects say. */
  isNamed(remote) {
    return [this.numbers.get(remote), ...this.classes.get(remote)].some(
      (number) => this.named.has(number) && !this.called.has(number),
    );
  }
  handler(number) {
    const peer = this;
    const ask = (action, ...args) => peer.request(action, number, ...args);
    return {
      apply(_target, self, args) {
        peer.called.add(number);
        return ask("call", self, args);
      },
      construct(_target, args, newTarget) {
        if (newTarget !== peer.remotes.get(number))
          end("shared", "they make a class of a class of the program");
        return ask("construct", args);
      },
      get(_target, key) {
        const value = ask("get", key);
        if (key === Symbol.hasInstance && typeof value === "function")
          return (each) => {
            const answer = Reflect.apply(value, peer.remotes.get(number), [each]);
            if (answer && !peer.numbers.has(each))
              warnings.add("they ask a class of the program whether a value of theirs is an instance");
            return answer;
          };
        if (
          JUDGES.has(key) &&
          typeof value === "function" &&
          !peer.isNamed(peer.remotes.get(number))
        )
          warnings.add("they ask an object that the program made, not data, for " + key + "()");
        return value;
      },
      set: (_target, key, value) => ask("set", key, value),
      has: (_target, key) => ask("has", key),
      deleteProperty: (_target, key) => ask("delete", key),
      ownKeys: (target) => [
        ...new Set([...ask("keys"), ...(typeof target === "function" ? ["prototype"] : [])]),
      ],
      getPrototypeOf: () => ask("prototype"),
      getOwnPropertyDescriptor(target, key) {
        const found = ask("property", key);
        const isFixed = typeof target === "function" && key === "prototype";
        if (found === undefined && !isFixed) return undefined;
        return {
          value: found?.value,
          enumerable: !isFixed && found.enumerable,
          writable: true,
          configurable: !isFixed,
        };
      },
      defineProperty: (_target, key, property) => ask("set", key, property.value),
    };
  }
  call(value, [self, args]) {
    try {
      return Reflect.apply(value, self, args);
    } catch (error) {
      if (error?.code === "ERR_ASSERTION")
        warnings.add("they fail in a function that the program calls, and it may hide that");
      throw error;
    }
  }
  carryOut(action, target, args) {
    const value = this.functions[target];
    if (typeof value !== "function") return this.lose();
    this.calls++;
    if (action === "call") return this.call(value, args);
    if (action === "construct") return Reflect.construct(value, args[1]);
    return this.lose();
  }
}

/** Tests that change the world of the program must share it. */
const SHARING = [
  [/\b(jest|sinon|vi|td)\.\w+\(/, "they use mocks"],
  [/\bmock\b/, "they use mocks"],
  [/\bprocess\.(env|argv|stdin|stdout|hrtime|chdir|on|emit)\b/, "they use the process"],
  [/\b(globalThis|global)\b/, "they use the global object"],
  [
    /\b(Math|Date|performance|crypto|JSON|Object|Array|String|Number|Promise)(\.\w+)+\s*=[^=>]/,
    "they change a builtin",
  ],
  [/\b(setTimeout|setInterval|setImmediate|fetch|Date)\s*=[^=>]/, "they change a builtin"],
  [/\.prototype\b[\w.[\]"']*\s*=[^=>]/, "they change a class"],
  [
    /node:(vm|worker_threads|child_process|v8|inspector|module)|["'](vm|worker_threads|child_process|v8|inspector|module)["']/,
    "they use a module about processes",
  ],
  [/\.toString\(\)\.(match|includes|indexOf|search)|\.caller\b/, "they read the program's text"],
];
const CONSOLE = { ...console };

async function main() {
  const sharing = SHARING.find(([pattern]) => pattern.test(tests));
  if (sharing !== undefined) return end("shared", sharing[1]);
  const run = await readTests().catch((error) =>
    end("unusable", "the tests can't be read: " + error),
  );
  while (!peer.isReady) peer.take(peer.receive());
  report(start, "started");
  const identifiers = [
    ...new Set(tests.match(/[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu) ?? []),
  ];
  const names = peer.request("load", 0, program, identifiers).filter((name) => identifiers.includes(name));
  const hidden = names.filter((name) => name in globalThis);
  const others = names.filter((name) => !(name in globalThis));
  // A name that hides a builtin is meant only if the tests name nothing else of the program.
  if (others.length === 0 && hidden.length > 1)
    warnings.add("the program replaces " + hidden.join(" and "));
  for (const name of others.length > 0 ? others : hidden) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        peer.used = true;
        const value = peer.request("name", name);
        if (typeof value !== "function") return value;
        if (FAILURE_CLASSES.has(value))
          warnings.add("they may catch their own failures as " + name + " of the program");
        if (FRAMEWORK_NAMES.test(name)) warnings.add("they call " + name + "() of the program");
        peer.named.add(peer.numbers.get(value));
        this[name] = value;
        return value;
      },
      set: (value) =>
        Object.defineProperty(globalThis, name, { value, writable: true, configurable: true }),
    });
  }
  isRunning = true;
  await run();
  isRunning = false;
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
    const module = await readModule(tests, "tests.js");
    return () => module.evaluate();
  }
}

/** The program can write to the temporary folder, from which modules are loaded in its home and below it. */
const Module = require("node:module");
const resolveFilename = Module._resolveFilename;
const temporary = fs.realpathSync(process.env.TMPDIR) + path.sep;
Module._resolveFilename = (...args) => {
  const file = resolveFilename.apply(Module, args);
  if (file.startsWith(temporary) && isWritable(path.dirname(file)))
    end("shared", "they load a file that the program could have written");
  return file;
};
function isWritable(folder) {
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

let isRunning = false;
let isExplicit = false;
const { exit } = process;
process.exit = (code) => {
  isExplicit = true;
  exit.call(process, code);
};
const peer = new Tests();
/** Whether a comparison comes to two objects of the program, whose fields the program itself reports. */
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
let callsWhenIdle = -1;
// The program may still have to call functions of the tests, as long as it has something to do.
process.on("beforeExit", () => {
  if (peer.functions.length === 0 || peer.calls === callsWhenIdle || describeSkipped(0) === "") return;
  callsWhenIdle = peer.calls;
  peer.port.ref();
  peer.send("wait");
});
process.on("exit", (code) => {
  if (outcome !== null) return;
  if (code !== 0) return report(readToken(), (outcome = "failed"));
  if (!isExplicit && (isRunning || peer.pending > 0)) {
    process.stderr.write("the tests wait for something that never comes\n");
    return report(readToken(), (outcome = "failed"));
  }
  if (!peer.used)
    return report(readToken(), (outcome = "unusable"), "they use nothing of the program");
  const skipped = describeSkipped(0);
  if (skipped === null)
    return report(readToken(), (outcome = "unusable"), "none of their assertions ran");
  if (skipped !== "") warnings.add(skipped);
  report(readToken(), (outcome = "passed"), [...warnings].join("; "));
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
