/** Values of JavaScript as JSON, for tests and programs that run in two processes. */
export const JAVASCRIPT_CODEC: string = String.raw`
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

/** Reads what comes before the token, and leaves the token where it is. */
function readJob() {
  const take = (size) => {
    const bytes = Buffer.alloc(size);
    for (let at = 0; at < size;) at += fs.readSync(0, bytes, at, size - at, null);
    return bytes.toString();
  };
  let line = "";
  while (!line.endsWith("\n")) line += take(1);
  const [start, ...sizes] = line.trim().split(" ");
  return [start, ...sizes.map((size) => take(Number(size) + 1).slice(0, -1))];
}
function readToken() {
  const bytes = Buffer.alloc(200);
  return bytes.toString("utf8", 0, fs.readSync(0, bytes, 0, 200, null)).trim();
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

/** Turns values into JSON. Containers are numbered, so that both sides can speak of the same one. */
class Encoder {
  constructor(peer, known = []) {
    this.peer = peer;
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
    if (util.types.isProxy(value)) return this.peer.refer(value);
    const prototype = Object.getPrototypeOf(value);
    if (value instanceof Promise && prototype === Promise.prototype)
      return this.peer.referPromise(value);
    if (util.types.isDate(value) && prototype === Date.prototype)
      return ["date", this.encode(value.getTime())];
    if (util.types.isRegExp(value) && prototype === RegExp.prototype)
      return ["regexp", value.source, value.flags];
    if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
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
    if (kind === null) return this.peer.refer(value);
    this.number(value);
    return [kind, ...this.contents(value)];
  }
  contents(value) {
    if (ArrayBuffer.isView(value))
      return [Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64")];
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
            value: this.decode(each),
            writable: true,
            configurable: true,
            enumerable: !["message", "cause", "errors"].includes(key),
          });
        return error;
      }
      case "bytes": {
        const bytes = Buffer.from(parts[1], "base64");
        const value =
          parts[0] === "Buffer"
            ? bytes
            : new (INTRINSICS.get(BYTES.find((name) => name === parts[0])))(
                new Uint8Array(bytes).buffer,
              );
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
    if (ArrayBuffer.isView(value)) {
      new Uint8Array(value.buffer, value.byteOffset, value.byteLength).set(
        Buffer.from(parts[0], "base64"),
      );
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
