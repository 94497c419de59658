/** The process that runs a JavaScript program and answers its tests. */
export const JAVASCRIPT_PROGRAM: string = String.raw`
const BUILTINS = lookAtBuiltins();
/** Serves the requests of the tests. */
class Program extends Peer {
  constructor() {
    super();
    this.objects = [];
    this.numbers = new Map();
    this.functions = new Map();
    this.functionNumbers = new Map();
    this.look = null;
    this.exported = null;
    this.given = new Map();
    this.givenCount = 0;
  }
  lose() {
    process.reallyExit(0);
  }
  notice(kind) {
    if (kind === "wait") this.isAwaited = true;
  }
  accompany() {
    return [];
  }
  keep() {}
  meet() {}
  leave() {}
  /** Notes which containers the tests get, because they may change them. */
  give(containers) {
    const base = this.givenCount;
    for (const value of containers) this.given.set(this.givenCount++, { value, seen: look(value) });
    return base;
  }
  /** Takes over what the tests changed. What both have changed has two versions. */
  takeEdits(edits, oldest) {
    for (const number of this.given.keys()) {
      if (number >= oldest) break;
      this.given.delete(number);
    }
    if (edits.some(([number]) => !isSeen(this.given.get(number).value, this.given.get(number).seen)))
      this.send("conflict");
    const decoder = new Decoder(this);
    for (const [number, contents] of edits) {
      const { value } = this.given.get(number);
      decoder.fill(value, contents);
      this.given.set(number, { value, seen: look(value) });
    }
  }
  takeMethod(method) {
    return method;
  }
  waitFor(change) {
    this.owed = (this.owed ?? 0) + change;
  }
  number(value) {
    if (!this.numbers.has(value)) {
      this.numbers.set(value, this.objects.length);
      this.objects.push(value);
    }
    return this.numbers.get(value);
  }
  referOwn(value) {
    if (this.functionNumbers.has(value)) return ["yours", this.functionNumbers.get(value)];
    // An error with methods is no data.
    if (
      util.types.isNativeError(value) &&
      Reflect.ownKeys(value).some((key) => typeof value[key] === "function")
    )
      return this.refer(value);
    return undefined;
  }
  refer(value) {
    const kind = Array.isArray(value) ? "array" : typeof value;
    return ["remote", this.number(value), kind];
  }
  resolveOther(tag, parts) {
    if (tag === "yours") return this.objects[parts[0]];
    if (tag === "Function") return Function;
    if (tag === "program") return this.exported;
    if (tag === "given") return this.given.get(parts[0]).value;
    if (tag !== "function") throw new TypeError(tag);
    const [number, name, length] = parts;
    if (!this.functions.has(number)) {
      const peer = this;
      const host = function (...args) {
        return peer.request(
          new.target === undefined ? "call" : "construct",
          number,
          this === globalThis ? undefined : this,
          args,
        );
      };
      Object.defineProperties(host, {
        name: { value: name, configurable: true },
        length: { value: length, configurable: true },
      });
      this.functions.set(number, host);
      this.functionNumbers.set(host, number);
    }
    return this.functions.get(number);
  }
  carryOut(action, target, args) {
    const value = this.objects[target];
    const [first, second] = args;
    switch (action) {
      case "name":
        return this.look(target);
      case "exports":
        return this.exported;
      case "call":
        return Reflect.apply(value, first, second);
      case "construct":
        return Reflect.construct(value, first);
      case "get":
        return Reflect.get(value, first);
      case "set":
        return Reflect.set(value, first, second);
      case "has":
        return Reflect.has(value, first);
      case "delete":
        return Reflect.deleteProperty(value, first);
      case "keys":
        return Reflect.ownKeys(value);
      case "show":
        return util.inspect(value, first);
      case "prototype":
        return Reflect.getPrototypeOf(value);
      case "property": {
        const found = Reflect.getOwnPropertyDescriptor(value, first);
        return (
          found && {
            value: Reflect.get(value, first),
            enumerable: found.enumerable,
            writable: found.writable ?? true,
          }
        );
      }
      default:
        throw new TypeError(action);
    }
  }
  answer(number, action, target, nodes, edits, oldest) {
    this.takeEdits(edits, oldest);
    const state = (fact) => this.send("answer", number, "fact", fact);
    if (action === "load")
      this.load(...nodes).then(state, (error) => this.reply(number, "error", error));
    else if (action === "stale")
      state([...this.given.values()].some((each) => !isSeen(each.value, each.seen)));
    else if (action === "changed builtins")
      state(
        BUILTINS.flatMap(([builtin, before]) =>
          Object.keys(Object.getOwnPropertyDescriptors(builtin)).filter(
            (key) => !util.isDeepStrictEqual(before[key], Object.getOwnPropertyDescriptor(builtin, key)),
          ),
        ),
      );
    else if (LEVEL_TESTS.includes(action)) state(Object[action](this.objects[target]));
    else if (action === "is proxy") state(util.types.isProxy(this.objects[target]));
    else if (action === "class") {
      const prototype = Reflect.getPrototypeOf(this.objects[target]);
      state(prototype && !util.types.isProxy(prototype) ? nameClass(prototype) : null);
    } else if (action === "keys of exports")
      state(Object.keys(this.exported).filter((key) => key !== "__look"));
    else super.answer(number, action, target, nodes);
  }
  async load(source, words) {
    const look = "(name) => eval(name)";
    let exported;
    let find = null;
    try {
      const parameters = ["exports", "require", "module", "__filename", "__dirname", "__keep"];
      const require = createRequire(place("answer.js"));
      const importModuleDynamically = (spec) => importFrom(require, spec);
      const run = vm.compileFunction(source + "\n;__keep(" + look + ");", parameters, {
        filename: "answer.js",
        importModuleDynamically,
      });
      const module = { exports: {} };
      run.call(
        module.exports,
        module.exports,
        require,
        module,
        place("answer.js"),
        process.cwd(),
        (found) => {
          find = found;
        },
      );
      exported = module.exports;
    } catch (error) {
      if (!isSyntaxOfModule(error, source)) throw error;
      const module = readModule(source + "\n;export const __look = " + look + ";", "answer.js");
      await linkModule(module);
      await module.evaluate();
      exported = module.namespace;
      find = exported.__look;
    }
    this.exported = exported;
    if (find === null) throw new Error("the program returns before its last line");
    this.look = (name) => {
      try {
        return find(name);
      } catch (error) {
        if (Object.hasOwn(exported, name)) return exported[name];
        throw error;
      }
    };
    // A builtin that the program imported under the name of another one is not meant by its tests.
    const imported = new Set();
    for (const [, name] of source.matchAll(/["']([\w:/]+)["']/g))
      if (Module.isBuiltin(name))
        for (const each of [require(name), ...Object.values(require(name))]) imported.add(each);
    const isImported = (value) => imported.has(value) || util.types.isModuleNamespaceObject(value);
    return words.filter((word) => {
      if (
        [
          "exports",
          "require",
          "module",
          "__filename",
          "__dirname",
          "__keep",
          "__look",
          "this",
          "arguments",
          "name",
          "undefined",
        ].includes(word)
      )
        return false;
      try {
        const value = this.look(word);
        return !(word in globalThis) || (!Object.is(globalThis[word], value) && !isImported(value));
      } catch {
        return false;
      }
    });
  }
}

const peer = new Program();
for (const name of ["log", "info", "debug", "warn", "error"]) {
  console[name] = (...args) =>
    peer.send(
      "console",
      name,
      util.format(...args),
      args.map((each) => new Encoder(peer).encode(each)),
    );
}
process.stdout.write = (text) => {
  peer.send("print", String(text));
  return true;
};
// The program has nothing left to do, so pending promises will never settle, and nothing more is called.
process.on("beforeExit", () => {
  if (peer.isAwaited || (peer.unsettled > 0 && !peer.owed)) peer.send("idle");
  peer.isAwaited = false;
  peer.port.ref();
});
peer.port.on("message", () => peer.port.unref());
peer.send("ready");
`;
