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
    const [kind, ...parts] = message;
    if (kind === "do") this.answer(...parts);
    else if (kind === "answer") this.answers.set(parts[0], parts.slice(1));
    else if (kind === "settled") this.settle(...parts);
    else this.notice(kind, parts);
  }
  request(action, target, ...args) {
    const number = ++this.requests;
    const encoder = new Encoder(this);
    const nodes = args.map((each) => encoder.encode(each));
    this.send("do", number, action, target, nodes);
    while (!this.answers.has(number)) this.take(this.receive());
    const [kind, node, changes] = this.answers.get(number);
    this.answers.delete(number);
    const decoder = new Decoder(this, encoder.kept);
    const value = decoder.decode(node);
    for (const [index, contents] of changes) decoder.fill(encoder.kept[index], contents);
    if (kind === "error") throw value;
    return value;
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
    if (value === LATER) return;
    const given = [...decoder.kept];
    let changes = [];
    if (given.length > 0) {
      const again = new Encoder(this);
      if (JSON.stringify(args.map((each) => again.encode(each))) !== JSON.stringify(nodes))
        changes = given;
    }
    this.reply(number, kind, value, given, changes);
  }
  reply(number, kind, value, given = [], changes = []) {
    const encoder = new Encoder(this, given);
    const node = encoder.encode(value);
    this.send(
      "answer",
      number,
      kind,
      node,
      changes.map((each, index) => [index, encoder.contents(each)]),
    );
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
        this.send("settled", number, kind, new Encoder(this).encode(value));
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
  settle(number, kind, node) {
    const entry = this.promises.get(number);
    if (entry === undefined || entry.settled) return;
    entry.settled = true;
    this.waitFor(-1);
    let value;
    try {
      value = new Decoder(this).decode(node);
    } catch (error) {
      return entry.reject(error);
    }
    if (kind === "error") entry.reject(value);
    else entry.resolve(value);
  }
}
const LATER = Symbol("later");

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

/** Reads a text as a module, with what it imports. */
async function readModule(text, name) {
  const require = createRequire(place(name));
  const module = new vm.SourceTextModule(text, {
    identifier: name,
    importModuleDynamically: (spec) => importFrom(require, spec),
    initializeImportMeta: (meta) => {
      meta.url = pathToFileURL(place(name)).href;
    },
  });
  await module.link(async (spec) => {
    const namespace = await importFrom(require, spec);
    return new vm.SyntheticModule(Object.keys(namespace), function () {
      for (const each of Object.keys(namespace)) this.setExport(each, namespace[each]);
    });
  });
  return module;
}

function importFrom(require, spec) {
  const isBuiltin =
    spec.startsWith("node:") || require("node:module").builtinModules.includes(spec);
  return import(isBuiltin ? spec : pathToFileURL(require.resolve(spec)).href);
}
`;
