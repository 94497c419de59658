/**
 * Records why tests of a JavaScript program are unprotected: where they rely on an object of
 * the program, which could fake their outcome, instead of on data.
 */
export const JAVASCRIPT_MARKS: string = String.raw`
const warnings = new Set();
/** Methods of data. An object of the program that has one of them could answer in place of the data. */
const METHODS = new Set();
for (const prototype of [
  ...[...INTRINSICS].filter(([name]) => /(?<!Function|Promise)\.prototype$/.test(name)).map(([, value]) => value),
  Object.getPrototypeOf(Int8Array.prototype),
  Buffer.prototype,
  Object.getPrototypeOf(Object.getPrototypeOf([].values())),
])
  for (const key of Reflect.ownKeys(prototype))
    if (typeof Object.getOwnPropertyDescriptor(prototype, key).value === "function") METHODS.add(key);
METHODS.delete("constructor");
const CONVERSIONS = new Set([Symbol.toPrimitive, "valueOf", "toString", "toLocaleString", "toJSON"]);
const { isDeepStrictEqual } = util;

/** The connection of the tests, which knows the objects of the program. */
class Marks extends Peer {
  constructor() {
    super();
    /** Numbers of the objects of the program, by what stands in for them. */
    this.numbers = new WeakMap();
    this.reads = new WeakMap();
    /** The keys of objects of the program, and the turn of which they are. */
    this.keys = new WeakMap();
    /** The object and the field that an object of the program was read from last. */
    this.origins = new WeakMap();
    /** Constants that are objects of the program, by name. */
    this.constants = new WeakMap();
    /** Counts whenever an object of the program may have changed. */
    this.turn = 0;
  }
  warnOf(key) {
    const name = typeof key === "symbol" ? key.description : key;
    warnings.add("they ask an object that the program made, not data, for " + name + "()");
  }
  /** How the program shows an object in util.inspect(). */
  show(remote, depth, { colors, compact, breakLength, sorted }) {
    const options = { depth, colors, compact, breakLength, sorted: sorted === true };
    let text;
    try {
      text = this.request("show", this.numbers.get(remote), options);
    } catch {}
    if (typeof text !== "string") return "[an object of the program]";
    this.noteRead(remote, util.inspect.custom, text, false);
    return text;
  }
  /** What is read twice must be the same, unless something happened meanwhile. */
  noteRead(object, key, value, isStrict) {
    // Two objects can be told apart only by what they say.
    if (this.numbers.has(value)) {
      this.noteName(object, key, value);
      this.origins.set(value, [object, key]);
    }
    if (typeof value === "function" || util.types.isPromise(value) || this.numbers.has(value)) return;
    if (!this.reads.has(object)) this.reads.set(object, new Map());
    const reads = this.reads.get(object);
    const before = reads.get(key);
    if (
      before !== undefined &&
      (isStrict || before.turn === this.turn) &&
      !isDeepStrictEqual(before.value, value)
    )
      warnings.add("an object that the program made changes whenever it is read");
    reads.set(key, { value, turn: this.turn });
    this.passTurn();
  }
  /** Members of an enumeration differ. If one object is all of them, everything is equal to the right one. */
  noteName(object, key, value) {
    if (typeof value === "function" || !/^[A-Z][A-Z\d_]*$/.test(String(key))) return;
    if (!this.constants.has(value)) this.constants.set(value, { object, key });
    const first = this.constants.get(value);
    if (first.object === object && first.key !== key)
      warnings.add(first.key + " and " + key + " are the same object of the program");
  }
  /** What comes later may find other values. */
  passTurn() {
    const { turn } = this;
    queueMicrotask(() => {
      if (this.turn === turn) this.turn++;
    });
  }
  /** The program says that an object has what it doesn't list. */
  affirm(key) {
    warnings.add("they ask an object of the program whether it has " + String(key));
    return true;
  }
}
`;
