/** The process that runs a JavaScript program and answers its tests. */
export const JAVASCRIPT_PROGRAM: string = String.raw`
/** Serves the requests of the tests. */
class Program extends Peer {
  constructor() {
    super();
    this.objects = [];
    this.numbers = new Map();
    this.functions = new Map();
    this.functionNumbers = new Map();
    this.look = null;
  }
  lose() {
    process.reallyExit(0);
  }
  notice(kind) {
    if (kind === "wait") this.isAwaited = true;
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
    return undefined;
  }
  refer(value) {
    const classes = [];
    if (!util.types.isProxy(value)) {
      for (
        let at = Object.getPrototypeOf(value);
        at !== null && classes.length < 20;
        at = Object.getPrototypeOf(at)
      ) {
        const maker = Object.getOwnPropertyDescriptor(at, "constructor")?.value;
        if (typeof maker === "function" && !INTRINSIC_NAMES.has(maker))
          classes.push(this.number(maker));
      }
    }
    return ["remote", this.number(value), typeof value === "function", classes];
  }
  resolveOther(tag, parts) {
    if (tag === "yours") return this.objects[parts[0]];
    if (tag === "Function") return Function;
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
      case "load":
        return LATER;
      case "name":
        return this.look(target);
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
  answer(number, action, target, nodes) {
    if (action !== "load") return super.answer(number, action, target, nodes);
    const [source, words] = new Decoder(this).decode(["array", nodes, 0, []]);
    this.load(source, words).then(
      (names) => this.reply(number, "value", names),
      (error) => this.reply(number, "error", error),
    );
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
      const module = await readModule(
        source + "\n;export const __look = " + look + ";",
        "answer.js",
      );
      await module.evaluate();
      exported = module.namespace;
      find = exported.__look;
    }
    if (find === null) throw new Error("the program returns before its last line");
    this.look = (name) => {
      try {
        return find(name);
      } catch (error) {
        if (Object.hasOwn(exported, name)) return exported[name];
        throw error;
      }
    };
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
        return !(word in globalThis) || globalThis[word] !== value;
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
