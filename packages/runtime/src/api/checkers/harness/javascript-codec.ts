/** Values of JavaScript as JSON, for tests and programs that run in two processes. */
export const JAVASCRIPT_CODEC: string = String.raw`
// Tests see the names of the program as global ones. The harness must go on with the builtins.
const {
  Array, ArrayBuffer, Atomics, BigInt, Boolean, Buffer, Error, Function, Int32Array, Int8Array, JSON, Map, Math, Number, Object,
  Promise, Proxy, Reflect, RegExp, SharedArrayBuffer, String, Symbol, SyntaxError, TypeError, DataView, Date, Set, URL, Uint8Array,
  WeakMap, WeakSet, console, eval: evaluate, process, queueMicrotask, require,
} = globalThis;
const fs = require("node:fs");
const path = require("node:path");
const util = require("node:util");
const vm = require("node:vm");
const { createRequire } = require("node:module");
const { pathToFileURL } = require("node:url");
const { Worker, MessageChannel, receiveMessageOnPort } = require("node:worker_threads");

const NAMES =
  "Object Array String Number Boolean BigInt Symbol Map Set WeakMap WeakSet Promise Date RegExp Error TypeError RangeError SyntaxError ReferenceError EvalError URIError AggregateError ArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array".split(
    " ",
  );
const INTRINSICS = new Map();
for (const name of NAMES) {
  INTRINSICS.set(name, globalThis[name]);
  INTRINSICS.set(name + ".prototype", globalThis[name].prototype);
}
INTRINSICS.set("Function.prototype", Function.prototype);
for (const name of ["parseInt", "parseFloat", "isNaN", "isFinite"])
  INTRINSICS.set(name, globalThis[name]);
const lookAtBuiltins = () =>
  [...INTRINSICS.values()].map((value) => [value, Object.getOwnPropertyDescriptors(value)]);
const INTRINSIC_NAMES = new Map([...INTRINSICS].map(([name, value]) => [value, name]));
const ERRORS = new Map(
  NAMES.filter((name) => name.endsWith("Error")).map((name) => [globalThis[name].prototype, name]),
);
const ERROR_PROTOTYPES = new Map([...ERRORS].map(([prototype, name]) => [name, prototype]));
const BYTES = NAMES.filter(
  (name) => /^(Int|Uint|Float|BigInt|BigUint)\d/.test(name) || name === "Uint8ClampedArray",
);
const WELL_KNOWN = new Map(
  Object.getOwnPropertyNames(Symbol)
    .filter((name) => typeof Symbol[name] === "symbol")
    .map((name) => [Symbol[name], name]),
);
const LEVEL_TESTS = ["isFrozen", "isSealed", "isExtensible"];
const LEVELS = [(value) => value, Object.seal, Object.freeze];
const levelOf = (value) => (Object.isFrozen(value) ? 2 : Object.isSealed(value) ? 1 : 0);
const isIndex = (key, length) => /^(0|[1-9]\d*)$/.test(key) && Number(key) < length;
const put = (object, key, value) =>
  Object.defineProperty(object, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });

const GLOBALS = Object.getOwnPropertyDescriptors(globalThis);
/** Modules with classes of which a program may make others. */
const CLASS_MODULES = ["events", "stream", "url", "buffer", "util"];
/** The prototype of a builtin class, which both sides have. */
function findPrototype(module, name) {
  const found = CLASS_MODULES.includes(module)
    ? require(module)[name]
    : Object.hasOwn(GLOBALS, name) && (GLOBALS[name].value ?? GLOBALS[name].get?.call(globalThis));
  return typeof found === "function" && typeof found.prototype === "object" ? found.prototype : undefined;
}
/** The module and name of the builtin class that a prototype belongs to. */
function nameClass(prototype) {
  const name = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value?.name;
  if (typeof name !== "string") return null;
  const module = ["", ...CLASS_MODULES].find((each) => findPrototype(each, name) === prototype);
  return module === undefined ? null : [module, name];
}

/** Reads all input and closes it, so that nobody can read the token again: it is only known in here. */
function readJob() {
  const take = (size) => {
    const bytes = Buffer.alloc(size);
    for (let at = 0; at < size;) at += fs.readSync(0, bytes, at, size - at, null);
    return bytes.toString();
  };
  const takeLine = () => {
    let line = "";
    while (!line.endsWith("\n")) line += take(1);
    return line.trim();
  };
  const [start, ...sizes] = takeLine().split(" ");
  const texts = sizes.map((size) => take(Number(size) + 1).slice(0, -1));
  const token = takeLine();
  fs.closeSync(0);
  // The next file would get this descriptor.
  fs.openSync(require("node:os").devNull);
  return [start, token, ...texts];
}
const report = (token, word, text = "") =>
  fs.writeSync(1, "\n" + token + " " + word + " " + text.replace(/\s+/g, " ") + "\n");

/** True if an object is plain data that can be copied: no methods, no accessors, no class of its own. */
function isData(value) {
  if (util.types.isProxy(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  if (Array.isArray(value)) {
    if (prototype !== Array.prototype) return false;
  } else if (prototype !== Object.prototype && prototype !== null) return false;
  return Reflect.ownKeys(value).every((key) => {
    if (typeof key === "symbol") return false;
    const { get, set, value: own, enumerable } = Object.getOwnPropertyDescriptor(value, key);
    return (
      get === undefined &&
      set === undefined &&
      (enumerable || (Array.isArray(value) && key === "length")) &&
      (typeof own !== "function" || (Array.isArray(value) && isIndex(key, value.length)))
    );
  });
}

const isBytes = (value) =>
  util.types.isArrayBuffer(value) || (ArrayBuffer.isView(value) && !util.types.isDataView(value));
const bytesOf = (value) =>
  util.types.isArrayBuffer(value)
    ? Buffer.from(value)
    : Buffer.from(value.buffer, value.byteOffset, value.byteLength);

/** Snapshot of a container, to notice later changes. */
function look(value) {
  if (value instanceof URL) return [value.href];
  if (isBytes(value)) return [bytesOf(value).toString("latin1")];
  if (util.types.isMap(value)) return [...Map.prototype.entries.call(value)].flat();
  if (util.types.isSet(value)) return [...Set.prototype.values.call(value)];
  return Array.isArray(value) ? [...value] : Object.entries(value).flat();
}
function isSeen(value, seen) {
  if (Array.isArray(value)) {
    for (let at = 0; at < seen.length; at++) if (!Object.is(value[at], seen[at])) return false;
    return value.length === seen.length;
  }
  const now = look(value);
  return now.length === seen.length && now.every((each, index) => Object.is(each, seen[index]));
}

/** Turns values into JSON. Containers are numbered, so that both sides can speak of the same one. */
class Encoder {
  /** isResult: what a function returns. isEdit: what the tests changed in data of the program. */
  constructor(peer, known = [], { isResult = false, isEdit = false } = {}) {
    this.peer = peer;
    this.isResult = isResult;
    this.isEdit = isEdit;
    this.numbers = new Map();
    this.kept = [];
    for (const value of known) this.number(value);
  }
  number(value) {
    this.numbers.set(value, this.kept.length);
    this.kept.push(value);
  }
  encode(value) {
    if (value === null || typeof value === "boolean" || typeof value === "string") return value;
    if (value === undefined) return ["undefined"];
    if (typeof value === "number")
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : ["number", Object.is(value, -0) ? "-0" : String(value)];
    if (typeof value === "bigint") return ["bigint", String(value)];
    if (typeof value === "symbol") return this.peer.referSymbol(value);
    if (INTRINSIC_NAMES.has(value)) return ["intrinsic", INTRINSIC_NAMES.get(value)];
    if (this.numbers.has(value)) return ["same", this.numbers.get(value)];
    // Function compiles text into code, so the program gets only its own.
    if (value === Function) return ["Function"];
    const own = this.peer.referOwn(value, this);
    if (own !== undefined) return own;
    if (util.types.isProxy(value)) return this.peer.refer(value, this);
    const prototype = Object.getPrototypeOf(value);
    if (value instanceof Promise && prototype === Promise.prototype)
      return this.peer.referPromise(value);
    if (util.types.isDate(value) && prototype === Date.prototype)
      return ["date", this.encode(value.getTime())];
    if (util.types.isRegExp(value) && prototype === RegExp.prototype)
      return ["regexp", value.source, value.flags];
    if (value instanceof URL && prototype === URL.prototype) {
      this.number(value);
      return ["url", ...this.contents(value)];
    }
    if (isBytes(value)) {
      const name = Buffer.isBuffer(value) ? "Buffer" : INTRINSIC_NAMES.get(value.constructor);
      if (name !== undefined) {
        this.number(value);
        return ["bytes", name, ...this.contents(value)];
      }
    }
    if (util.types.isNativeError(value) && ERRORS.has(prototype)) {
      const pairs = Reflect.ownKeys(value)
        .filter((key) => typeof key === "string" && key !== "stack")
        .map((key) => [key, this.encode(value[key])]);
      return ["error", ERRORS.get(prototype), pairs, String(value.stack)];
    }
    const kind = isData(value)
      ? Array.isArray(value)
        ? "array"
        : prototype === null
          ? "bare"
          : "object"
      : prototype === Map.prototype && util.types.isMap(value)
        ? "map"
        : prototype === Set.prototype && util.types.isSet(value)
          ? "set"
          : null;
    if (kind === null) return this.peer.refer(value, this);
    this.number(value);
    return [kind, ...this.contents(value)];
  }
  contents(value) {
    if (value instanceof URL) return [value.href];
    if (isBytes(value)) return [bytesOf(value).toString("base64")];
    if (util.types.isMap(value))
      return [
        [...Map.prototype.entries.call(value)].map(([key, each]) => [
          this.encode(key),
          this.encode(each),
        ]),
      ];
    if (util.types.isSet(value))
      return [[...Set.prototype.values.call(value)].map((each) => this.encode(each))];
    const level = levelOf(value);
    if (!Array.isArray(value))
      return [Object.keys(value).map((key) => [key, this.encode(value[key])]), level];
    const items = Array.from({ length: value.length }, (_, index) =>
      index in value ? this.encode(value[index]) : ["hole"],
    );
    const more = Object.keys(value)
      .filter((key) => !isIndex(key, value.length))
      .map((key) => [key, this.encode(value[key])]);
    return [items, level, more];
  }
}

class Decoder {
  constructor(peer, known = []) {
    this.peer = peer;
    this.kept = [...known];
  }
  decode(node) {
    if (!Array.isArray(node)) return node;
    const [tag, ...parts] = node;
    switch (tag) {
      case "undefined":
        return undefined;
      case "number":
        return Number(parts[0]);
      case "bigint":
        return BigInt(parts[0]);
      case "intrinsic":
        return INTRINSICS.get(parts[0]);
      case "same":
        return this.kept[parts[0]];
      case "date":
        return new Date(this.decode(parts[0]));
      case "regexp":
        return new RegExp(parts[0], parts[1]);
      case "error": {
        const error = new Error();
        Object.setPrototypeOf(error, ERROR_PROTOTYPES.get(parts[0]));
        Object.defineProperty(error, "stack", {
          value: parts[2],
          writable: true,
          configurable: true,
        });
        for (const [key, each] of parts[1])
          Object.defineProperty(error, key, {
            value: this.decodeField(each),
            writable: true,
            configurable: true,
            enumerable: !["message", "cause", "errors"].includes(key),
          });
        return error;
      }
      case "bytes": {
        const bytes = Buffer.from(parts[1], "base64");
        const { buffer } = new Uint8Array(bytes);
        const value =
          parts[0] === "Buffer"
            ? bytes
            : parts[0] === "ArrayBuffer"
              ? buffer
              : new (INTRINSICS.get(BYTES.find((name) => name === parts[0])))(buffer);
        this.kept.push(value);
        return value;
      }
      case "url": {
        const value = new URL(parts[0]);
        this.kept.push(value);
        return value;
      }
      case "array":
      case "object":
      case "bare":
      case "map":
      case "set": {
        const value = {
          array: () => [],
          object: () => ({}),
          bare: () => Object.create(null),
          map: () => new Map(),
          set: () => new Set(),
        }[tag]();
        this.kept.push(value);
        this.fill(value, parts);
        return value;
      }
      default:
        return this.peer.resolve(tag, parts);
    }
  }
  /** A field of data. A method there would judge in place of the data. */
  decodeField(node) {
    const value = this.decode(node);
    return typeof value === "function" ? this.peer.takeMethod(value) : value;
  }
  fill(value, parts) {
    if (value instanceof URL) {
      value.href = parts[0];
    } else if (isBytes(value)) {
      bytesOf(value).set(Buffer.from(parts[0], "base64"));
    } else if (util.types.isMap(value)) {
      const pairs = parts[0].map(([key, each]) => [this.decode(key), this.decode(each)]);
      value.clear();
      for (const [key, each] of pairs) value.set(key, each);
    } else if (util.types.isSet(value)) {
      const items = parts[0].map((each) => this.decode(each));
      value.clear();
      for (const each of items) value.add(each);
    } else {
      if (Object.isFrozen(value) && Object.keys(value).length > 0) return;
      if (Array.isArray(value)) {
        const items = parts[0].map((each) =>
          Array.isArray(each) && each[0] === "hole" ? HOLE : this.decode(each),
        );
        value.length = 0;
        value.length = items.length;
        for (const [index, each] of items.entries()) if (each !== HOLE) value[index] = each;
        for (const [key, each] of parts[2]) put(value, key, this.decodeField(each));
      } else {
        const pairs = parts[0].map(([key, each]) => [key, this.decodeField(each)]);
        for (const key of Object.keys(value)) delete value[key];
        for (const [key, each] of pairs) put(value, key, each);
      }
      LEVELS[parts[1]](value);
    }
  }
}
const HOLE = Symbol("hole");
`;
