/** Both ends of the connection between JavaScript tests and their program. */
export const JAVASCRIPT_PEER: string = String.raw`
/**
 * One end of the connection. A thread reads it, so that this one can wait for an answer as well as do something else
 * meanwhile. Answers carry the number of their request, because both sides may ask at the same time.
 */
class Peer {
  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.counter = new Int32Array(new SharedArrayBuffer(4));
    this.requests = 0;
    this.answers = new Map();
    this.promises = new Map();
    this.foreignPromises = new Map();
    this.ownPromises = [];
    this.promiseNumbers = new Map();
    this.symbols = [];
    this.otherSymbols = new Map();
    this.unsettled = 0;
    const worker = new Worker("(" + read + ")()", {
      eval: true,
      workerData: { port: port2, counter: this.counter },
      transferList: [port2],
      execArgv: [],
      // This thread only passes lines on, but V8 would reserve hundreds of megabytes for it.
      resourceLimits: { codeRangeSizeMb: 8 },
      stderr: false,
    });
    worker.unref();
    this.port.on("message", (line) => this.take(line));
    this.port.unref();
  }
  send(...message) {
    const bytes = Buffer.from(JSON.stringify(message) + "\n");
    try {
      for (let at = 0; at < bytes.length;) at += fs.writeSync(4, bytes, at);
    } catch {
      this.lose();
    }
  }
  /** Waits for the next message. */
  receive() {
    for (;;) {
      const seen = Atomics.load(this.counter, 0);
      const received = receiveMessageOnPort(this.port);
      if (received !== undefined) return received.message;
      Atomics.wait(this.counter, 0, seen);
    }
  }
  take(line) {
    if (line === null) return this.lose();
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return this.lose();
    }
    if (!Array.isArray(message)) return this.lose();
    const [kind, ...parts] = message;
    if (kind === "do") this.answer(...parts);
    else if (kind === "answer") this.answers.set(parts[0], parts.slice(1));
    else if (kind === "settled") this.settle(...parts);
    else this.notice(kind, parts);
  }
  /** Asks the other side. Returns its answer as it came. */
  exchange(action, target, nodes) {
    const number = ++this.requests;
    this.send("do", number, action, target, nodes, ...this.accompany());
    while (!this.answers.has(number)) this.take(this.receive());
    const answer = this.answers.get(number);
    this.answers.delete(number);
    return answer;
  }
  request(action, target, ...args) {
    const encoder = new Encoder(this);
    const nodes = args.map((each) => encoder.encode(each));
    const [kind, node, changes, base] = this.exchange(action, target, nodes);
    const decoder = new Decoder(this, encoder.kept);
    let value;
    try {
      value = decoder.decode(node);
      for (const [index, contents] of changes) decoder.fill(encoder.kept[index], contents);
      this.keep(decoder.kept.slice(encoder.kept.length), base);
    } catch {
      return this.lose();
    }
    if (kind !== "error") return value;
    this.meet(value);
    throw value;
  }
  answer(number, action, target, nodes) {
    const decoder = new Decoder(this);
    let kind = "value";
    let args = [];
    let value;
    try {
      args = nodes.map((each) => decoder.decode(each));
      value = this.carryOut(action, target, args);
    } catch (error) {
      kind = "error";
      value = error;
    }
    const given = [...decoder.kept];
    let changes = [];
    if (given.length > 0) {
      const again = new Encoder(this, [], { isResult: true });
      if (JSON.stringify(args.map((each) => again.encode(each))) !== JSON.stringify(nodes))
        changes = given;
    }
    this.reply(number, kind, value, given, changes);
  }
  reply(number, kind, value, given = [], changes = []) {
    const encoder = new Encoder(this, given, { isResult: true });
    const node = encoder.encode(value);
    const contents = changes.map((each, index) => [index, encoder.contents(each)]);
    const base = this.give(encoder.kept.slice(given.length));
    this.send("answer", number, kind, node, contents, base);
  }
  referSymbol(symbol) {
    if (WELL_KNOWN.has(symbol)) return ["well-known", WELL_KNOWN.get(symbol)];
    if (Symbol.keyFor(symbol) !== undefined) return ["registered", Symbol.keyFor(symbol)];
    for (const [number, other] of this.otherSymbols)
      if (other === symbol) return ["your symbol", number];
    if (!this.symbols.includes(symbol)) this.symbols.push(symbol);
    return ["symbol", this.symbols.indexOf(symbol), symbol.description];
  }
  referPromise(promise) {
    if (this.foreignPromises.has(promise))
      return ["your promise", this.foreignPromises.get(promise)];
    if (!this.promiseNumbers.has(promise)) {
      const number = this.ownPromises.push(promise) - 1;
      this.promiseNumbers.set(promise, number);
      const tell = (kind) => (value) => {
        this.unsettled--;
        if (kind === "error") this.leave(value, promise);
        const encoder = new Encoder(this, [], { isResult: true });
        const node = encoder.encode(value);
        this.send("settled", number, kind, node, this.give(encoder.kept));
      };
      this.unsettled++;
      promise.then(tell("value"), tell("error"));
    }
    return ["promise", this.promiseNumbers.get(promise)];
  }
  resolve(tag, parts) {
    switch (tag) {
      case "well-known":
        return [...WELL_KNOWN.keys()].find((symbol) => WELL_KNOWN.get(symbol) === parts[0]);
      case "registered":
        return Symbol.for(parts[0]);
      case "your symbol":
        return this.symbols[parts[0]];
      case "your promise":
        return this.ownPromises[parts[0]];
      case "symbol":
        if (!this.otherSymbols.has(parts[0])) this.otherSymbols.set(parts[0], Symbol(parts[1]));
        return this.otherSymbols.get(parts[0]);
      case "promise": {
        const [number] = parts;
        if (!this.promises.has(number)) {
          const entry = {};
          entry.promise = new Promise((resolve, reject) =>
            Object.assign(entry, { resolve, reject }),
          );
          this.promises.set(number, entry);
          this.foreignPromises.set(entry.promise, number);
          this.waitFor(1);
        }
        return this.promises.get(number).promise;
      }
      default:
        return this.resolveOther(tag, parts);
    }
  }
  settle(number, kind, node, base) {
    const entry = this.promises.get(number);
    if (entry === undefined || entry.settled) return;
    entry.settled = true;
    this.waitFor(-1);
    let value;
    try {
      const decoder = new Decoder(this);
      value = decoder.decode(node);
      this.keep(decoder.kept, base);
    } catch (error) {
      this.meet(error);
      return entry.reject(error);
    }
    if (kind !== "error") return entry.resolve(value);
    this.meet(value);
    entry.reject(value);
  }
}

/** Runs in a thread of its own. Calls nothing of this file. */
function read() {
  const { port, counter } = require("node:worker_threads").workerData;
  const tell = (line) => {
    port.postMessage(line);
    Atomics.add(counter, 0, 1);
    Atomics.notify(counter, 0);
  };
  let pieces = [];
  new (require("node:net").Socket)({ fd: 3, readable: true, writable: false })
    .on("data", (chunk) => {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10)) {
        pieces.push(chunk.subarray(0, at));
        tell(Buffer.concat(pieces).toString());
        pieces = [];
        chunk = chunk.subarray(at + 1);
      }
      pieces.push(chunk);
    })
    .on("error", () => undefined)
    .on("close", () => tell(null));
}

const place = (name) => path.join(process.cwd(), name);
const isSyntaxOfModule = (error, text) =>
  error instanceof SyntaxError && /^\s*(import|export)\b|\bimport\.meta\b|\bawait\b/m.test(text);

/** Reads a text as a module. What it imports is read when it is linked. */
function readModule(text, name) {
  const require = createRequire(place(name));
  return new vm.SourceTextModule(text, {
    identifier: name,
    importModuleDynamically: (spec) => importFrom(require, spec),
    initializeImportMeta: (meta) => {
      meta.url = pathToFileURL(place(name)).href;
    },
  });
}
function linkModule(module) {
  const require = createRequire(place(module.identifier));
  return module.link(async (spec) => {
    const namespace = await importFrom(require, spec);
    return namespace instanceof vm.Module ? namespace : toModule(namespace);
  });
}
function toModule(values) {
  return new vm.SyntheticModule(Object.keys(values), function () {
    for (const each of Object.keys(values)) this.setExport(each, values[each]);
  });
}

async function importFrom(require, spec) {
  const isBuiltin =
    spec.startsWith("node:") || require("node:module").builtinModules.includes(spec);
  if (isBuiltin) return import(spec);
  const file = require.resolve(spec);
  if (file !== PROGRAM) return import(pathToFileURL(file).href);
  const value = require(spec);
  const module = toModule({ ...value, default: value.default ?? value });
  await module.link(() => undefined);
  await module.evaluate();
  programs.add(module.namespace);
  return module;
}

const Module = require("node:module");
const resolveFilename = Module._resolveFilename;
const PROGRAM = path.resolve("answer.js");
/** Module objects that tests got when they loaded the program. */
const programs = new WeakSet();
/** Tests and their program are no files. What they name next to themselves can only be the program. */
function resolveProgram(read) {
  Module._resolveFilename = (request, ...more) => {
    try {
      return resolveFilename.call(Module, request, ...more);
    } catch (error) {
      if (error.code !== "MODULE_NOT_FOUND" || !/^\.\.?\//.test(request)) throw error;
      const module = new Module(PROGRAM);
      Object.defineProperty(module, "exports", { get: read });
      module.loaded = true;
      require.cache[PROGRAM] = module;
      return PROGRAM;
    }
  };
}
`;
