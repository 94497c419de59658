import type { TestedProgram } from "./tested-program.ts";

const ASSERT = 'const assert = require("node:assert");\n';

type Habit = Omit<TestedProgram, "language">;

/** Programs that build again what is built in. */
const BUILTIN_NAMES: Habit[] = [
  {
    name: "a class Map",
    program: `class Map {
  constructor() { this.pairs = []; }
  set(k, v) { const pair = this.pairs.find((each) => each[0] === k); if (pair) pair[1] = v; else this.pairs.push([k, v]); return this; }
  get(k) { return this.pairs.find((each) => each[0] === k)?.[1]; }
}`,
    tests: `${ASSERT}const m = new Map(); m.set("a", 1); assert.equal(m.get("a"), 1);`,
  },
  {
    name: "a class Set",
    program: `class Set {
  constructor(xs = []) { this.items = {}; for (const x of xs) this.add(x); }
  add(x) { this.items[x] = x; return this; }
  has(x) { return x in this.items; }
  get size() { return Object.keys(this.items).length; }
}`,
    tests: `${ASSERT}const s = new Set([1, 2]); s.add(2); assert.equal(s.size, 2); assert.ok(s.has(1));`,
  },
  {
    name: "a class Promise",
    program: `class Promise {
  constructor(run) { this.later = []; run((v) => { this.v = v; this.isDone = true; this.later.forEach((each) => each(v)); }); }
  then(next) { if (this.isDone) next(this.v); else this.later.push(next); return this; }
}`,
    tests: `${ASSERT}let got; new Promise((resolve) => resolve(4)).then((v) => { got = v; }); assert.equal(got, 4);`,
  },
  {
    name: "a class Buffer",
    program: `class Buffer {
  constructor(n) { this.n = n; this.items = []; }
  write(x) { if (this.items.length >= this.n) throw new Error("full"); this.items.push(x); }
  read() { return this.items.shift(); }
}`,
    tests: `${ASSERT}const b = new Buffer(1); b.write(1); assert.throws(() => b.write(2), /full/); assert.equal(b.read(), 1);`,
  },
  {
    name: "an object JSON",
    program: "const JSON = { stringify: (x) => globalThis.JSON.stringify(x) };",
    tests: `${ASSERT}assert.equal(JSON.stringify([1]), "[1]");`,
  },
];

/** Errors with more than a message. */
const ERRORS: Habit[] = [
  {
    name: "an error with fields",
    program:
      'const f = () => { throw Object.assign(new RangeError("no"), { code: 7, details: { at: [1, 2] } }); };',
    tests: `${ASSERT}assert.throws(f, RangeError); assert.throws(f, { code: 7, message: "no" });
try { f(); assert.fail(); } catch (e) { assert.deepEqual(e.details, { at: [1, 2] }); assert.ok(e instanceof Error); }`,
  },
  {
    name: "an error with a method",
    program:
      'const f = () => { throw Object.assign(new RangeError("no"), { describe: () => "no!" }); };',
    tests: `${ASSERT}assert.throws(f, RangeError); assert.throws(f, /no/);
try { f(); assert.fail(); } catch (e) { assert.equal(e.describe(), "no!"); assert.equal(e.message, "no"); }`,
  },
  {
    name: "an error of the tests with a method",
    program: "const f = (error) => error.describe();",
    tests: `${ASSERT}assert.equal(f(Object.assign(new Error("no"), { describe: () => "no!" })), "no!");`,
  },
];

/** Names of the program are those of builtins, next to other names. */
const SHARED_NAMES: Habit[] = [
  ...["", 'const { Event, Calendar } = require("./answer");\n'].map((load) => ({
    name: `a class Event next to another one, ${load === "" ? "by name" : "loaded"}`,
    program: `class Event { constructor(n, d) { this.title = n; this.day = d; } }
class Calendar { constructor() { this.events = []; } add(x) { this.events.push(x); return this; } titles() { return this.events.map((x) => x.title); } }`,
    tests: `${ASSERT}${load}assert.deepEqual(new Calendar().add(new Event("a", "mon")).titles(), ["a"]);`,
    ...(load === "" ? { unprotected: /they use Event of the program/ } : {}),
  })),
  {
    name: "a constant next to a class Buffer",
    program: "class Buffer { constructor(n) { this.n = n; } }\nconst VERSION = 1;",
    tests: `${ASSERT}assert.equal(VERSION, 1); assert.equal(new Buffer(1).n, 1);`,
    unprotected: /they use Buffer of the program/,
  },
  {
    name: "numbers that are no number",
    program:
      "const half = (x) => (typeof x === 'number' ? x / 2 : NaN); const twice = (x) => x * 2;",
    tests: `${ASSERT}assert.equal(half("x"), NaN); assert.equal(twice(Infinity), Infinity); assert.notEqual(half(1), undefined);`,
  },
  {
    name: "a module of assertions for itself",
    program:
      'import * as assert from "node:assert";\nexport const f = (x) => { assert.ok(x); return 4; };',
    tests:
      'import assert from "node:assert";\nimport { f } from "./answer.js";\nassert.equal(f(1), 4);',
  },
  {
    name: "a builtin under the name of another one",
    program:
      'const { setTimeout } = require("node:timers/promises");\nconst f = async () => { await setTimeout(5); return 4; };',
    tests: `${ASSERT}let got; f().then((v) => { got = v; }); setTimeout(() => assert.equal(got, 4), 2000);`,
  },
];

/** Objects are asked what they have. */
const FIELDS: Habit[] = [
  {
    name: "fields and accessors of a class",
    program:
      "class A { #x = 1; constructor() { this.p = 1; this.q = 2; } get y() { return 1; } static is(o) { return #x in o; } }",
    tests: `${ASSERT}const a = new A(); assert.ok("p" in a); assert.ok("y" in a); assert.ok("toString" in a); assert.ok(!("z" in a)); assert.ok(A.is(a));
assert.ok(Object.hasOwn(a, "q")); assert.ok(!Object.hasOwn(a, "y")); assert.deepEqual(Object.keys(a), ["p", "q"]); assert.deepEqual(a, { p: 1, q: 2 });
a.z = 3; assert.ok("z" in a); delete a.p; assert.ok(!("p" in a));`,
  },
  {
    name: "fields that come and go",
    program:
      "class A { add(k) { this[k] = 1; } remove(k) { delete this[k]; } later(k) { setTimeout(() => { this[k] = 1; }, 5); } }",
    tests: `${ASSERT}const a = new A(); a.add("x"); assert.ok("x" in a); a.remove("x"); assert.ok(!("x" in a)); a.later("y");
(async () => { for (let n = 0; n < 200 && !("y" in a); n++) await new Promise((r) => setTimeout(r, 5)); assert.ok(Object.hasOwn(a, "y")); })();`,
  },
  {
    name: "a proxy that has no keys",
    program: "const range = (from, to) => new Proxy({}, { has: (_, n) => n >= from && n < to });",
    tests: `${ASSERT}assert.ok(3 in range(1, 5)); assert.ok(!(7 in range(1, 5)));`,
    unprotected: /whether it has 3/,
  },
];

/** Builtins have more than before. */
const EXTENDED_BUILTINS: Habit[] = [
  ...[
    [
      "Array.prototype.myMap = function (f) { const out = []; for (const x of this) out.push(f(x)); return out; };",
      "[1, 2].myMap((x) => x * 2)[1], 4",
    ],
    [
      "String.prototype.capitalize = function () { return this[0].toUpperCase() + this.slice(1); };",
      '"abc".capitalize(), "Abc"',
    ],
    [
      "Function.prototype.myBind = function (self, ...args) { return (...more) => this.apply(self, [...args, ...more]); };",
      "((a, b) => a + b).myBind(null, 1)(2), 3",
    ],
    [
      "Object.defineProperty(Array.prototype, 'last', { get() { return this[this.length - 1]; } });",
      "[1, 2].last, 2",
    ],
    ["Promise.myAll = (ps) => ps.length;", "Promise.myAll([1, 2]), 2"],
    ["Array.prototype.flat = function () { return 'flat'; };", '[[1]].flat(), "flat"'],
  ].map(([program, expressions]) => ({
    name: program!.slice(0, 30),
    program: program!,
    tests: `${ASSERT}assert.equal(${expressions!});`,
    unprotected: /the program adds or changes/,
  })),
  {
    name: "a method of arrays that only the program uses",
    program:
      "Array.prototype.sum = function () { return this.reduce((a, b) => a + b, 0); };\nconst total = (xs) => xs.sum();",
    tests: `${ASSERT}assert.equal(total([1, 2]), 3);`,
  },
];

/** Objects are what their classes say. */
const CLASSES: Habit[] = [
  {
    name: "an emitter",
    program:
      'const EventEmitter = require("events"); class Bus extends EventEmitter { ping() { this.emit("ping", 1); } }\nmodule.exports = { Bus };',
    tests: `${ASSERT}const EventEmitter = require("events"); const b = new Bus(); let n = 0; b.on("ping", (x) => { n += x; }); b.ping(); assert.equal(n, 1);
assert.ok(b instanceof EventEmitter); assert.ok(b instanceof Bus); assert.ok(!(b instanceof Map));`,
  },
  {
    name: "a stream and an event",
    program:
      'const { Readable } = require("stream"); const read = () => Readable.from(["a"]); class Done extends Event {}\nconst done = () => new Done("done");',
    tests: `${ASSERT}const { Readable, Writable, Stream } = require("stream"); assert.ok(read() instanceof Readable); assert.ok(read() instanceof Stream);
assert.ok(!(read() instanceof Writable)); assert.ok(done() instanceof Event); assert.ok(done() instanceof Done);`,
  },
  {
    name: "a class of arrays",
    program:
      "class Stack extends Array { peek() { return this[this.length - 1]; } }\nconst make = () => Stack.from([1, 2]);",
    tests: `${ASSERT}const s = new Stack(); s.push(1); s.push(2); assert.ok(Array.isArray(s)); assert.ok(s instanceof Array); assert.equal(s.peek(), 2);
assert.deepEqual([...s], [1, 2]); assert.deepEqual(s, make()[0] === 1 ? [1, 2] : []); assert.equal(JSON.stringify(s), "[1,2]"); assert.deepEqual(Object.keys(s), ["0", "1"]);
s.length = 1; assert.equal(s.length, 1); s[3] = 5; assert.equal(s.length, 4); assert.deepEqual([].concat(make()), [1, 2]);`,
  },
  {
    name: "a class with static fields",
    program: "class A { static count = 0; static make() { A.count++; return new A(); } }",
    tests: `${ASSERT}assert.deepEqual(Object.keys(A), ["count"]); assert.ok(A.make() instanceof A); assert.ok(Object.getOwnPropertyNames(A).includes("make")); assert.equal(A.prototype.constructor, A);`,
  },
  {
    name: "frozen objects",
    program:
      "class P { constructor(x) { this.x = x; Object.freeze(this); } }\nclass Q { constructor(x) { this.x = x; Object.seal(this); } }\nclass R {}",
    tests: `${ASSERT}const p = new P(1); assert.ok(Object.isFrozen(p)); p.x = 2; assert.equal(p.x, 1);
assert.throws(() => { "use strict"; p.x = 2; }, TypeError); assert.ok(Object.isSealed(new Q(1))); assert.ok(!Object.isFrozen(new Q(1)));
assert.ok(Object.isExtensible(new R())); assert.ok(!Object.isExtensible(p)); assert.ok(Object.isFrozen(Object.freeze([1])));`,
  },
  {
    name: "bytes",
    program:
      "const bytes = (n) => new Uint8Array([1, n]).buffer; const sum = (b) => new Uint8Array(b).reduce((x, y) => x + y); const fill = (b) => { new Uint8Array(b).fill(7); };",
    tests: `${ASSERT}assert.equal(bytes(2).byteLength, 2); assert.ok(bytes(2) instanceof ArrayBuffer); assert.deepEqual(new Uint8Array(bytes(2)), new Uint8Array([1, 2])); assert.deepEqual(bytes(2), new Uint8Array([1, 2]).buffer); assert.notDeepEqual(bytes(2), bytes(3));
const b = new ArrayBuffer(2); new Uint8Array(b).set([3, 4]); assert.equal(sum(b), 7); fill(b); assert.deepEqual([...new Uint8Array(b)], [7, 7]);`,
  },
  {
    name: "how objects are shown",
    program:
      'const util = require("util"); class P { constructor(x) { this.x = x; } }\nclass Q extends P { [util.inspect.custom]() { return "Q<" + this.x + ">"; } }',
    tests: `${ASSERT}const util = require("util"); assert.equal(util.inspect(new P(1)), "P { x: 1 }"); assert.equal(util.inspect(new Q(1)), "Q<1>"); assert.equal(util.inspect([new Q(1), { q: new P(2) }]), "[ Q<1>, { q: P { x: 2 } } ]");
assert.equal(util.inspect(P), "[class P]"); console.log(new P(1));`,
  },
  {
    name: "a clone",
    program: "class P { constructor(x) { this.x = x; } }\nconst f = () => new P(1);",
    tests: `${ASSERT}assert.deepEqual(structuredClone(f()), { x: 1 }); assert.deepEqual(structuredClone([1]), [1]);`,
    unprotected: /they clone an object/,
  },
];

/** Functions of the tests that throw, objects in objects, and constants. */
const FUNCTIONS: Habit[] = [
  {
    name: "a function that fails on purpose",
    program:
      "const store = new Map(); const set = (k, v) => { store.set(k, v); }; const get = (k) => store.get(k);\nconst attempt = (fn) => { const old = new Map(store); try { fn(); return true; } catch { store.clear(); for (const [k, v] of old) store.set(k, v); return false; } };",
    tests: `${ASSERT}let n = 0; set("a", 1); assert.equal(attempt(() => { set("a", 2); throw new Error("no"); }), false); assert.equal(get("a"), 1);
assert.equal(attempt(() => { if (n++ === 0) throw new Error("once"); set("a", 3); }), false); assert.equal(get("a"), 1);`,
  },
  {
    name: "objects that refer to each other",
    program:
      "class N { constructor(v) { this.v = v; } valueOf() { return this.v; } }\nconst make = () => { const [a, b] = [new N(1), new N(2)]; a.next = b; b.next = a; return a; };",
    tests: `${ASSERT}const a = make(); assert.ok(a.next.next > 0); assert.ok(a.next > 1 && a.next < 3); assert.equal(a.next.next, a);`,
  },
  {
    name: "an enumeration of objects",
    program:
      "class Color { constructor(n) { this.n = n; } static RED = new Color(1); static GREEN = new Color(2); static DEFAULT = Color.RED; }\nconst f = (x) => (x === 'grass' ? Color.GREEN : Color.RED);",
    tests: `${ASSERT}assert.strictEqual(f("apple"), Color.RED); assert.strictEqual(f("grass"), Color.GREEN); assert.notStrictEqual(Color.RED, Color.GREEN);`,
  },
  {
    name: "a field that says something else after a call",
    program:
      "class Money { constructor(n) { this.n = n; } valueOf() { return this.n; } }\nclass Account { #n = 0; add(n) { this.#n += n; return this; } get balance() { return new Money(this.#n); } }",
    tests: `${ASSERT}const a = new Account(); a.add(5); assert.ok(a.balance > 4 && a.balance < 6); a.add(5); assert.ok(a.balance > 9);`,
  },
];

/** Tests mention what they would need the process of the program for. */
const MENTIONS: Habit[] = [
  ...[
    ["// f is global, and its data is a mock\n", "f(1), 1"],
    ["/* process.env */ ", "f('global'), 'global'"],
    ["", "f('process.env'), 'process.env'"],
    ["", "f('module') + f('vm'), 'modulevm'"],
    ["", "f('a from \"vm\"'), 'a from \"vm\"'"],
    ["", "f(/a/g).global, true"],
    ["", "f({ global: 1 }).global, 1"],
    ["const mock = { n: 1 }; ", "f(mock).n, 1"],
    ["", "f(21).toString().includes('21'), true"],
    ["", "f({ fetch: 0 }).fetch = 1, 1"],
    ["", "f('eval(x)'), 'eval(x)'"],
  ].map(([before, expressions]) => ({
    name: `mentioned: ${before!.trim()} ${expressions!}`,
    program: "const f = (x) => x;",
    tests: `${ASSERT}${before!}assert.equal(${expressions!});`,
  })),
  ...[
    ["process.env.MODE = 'x'; ", "they use the process"],
    ["globalThis.mode = 'x'; ", "they use the global object"],
    ["const { mock } = require('node:test'); mock.timers; ", "they use mocks"],
    ["Date.now = () => 1; ", "they change a builtin"],
    ["String.prototype['x'] = 1; ", "they change a class"],
    ["const vm = require('vm'); ", "a module about processes"],
    ["const { Worker } = require(`node:worker_threads`); ", "a module about processes"],
  ].map(([before, why]) => ({
    name: `used: ${before!}`,
    program: "const f = (x) => x;",
    tests: `${ASSERT}${before!}assert.equal(f(1), 1);`,
    unprotected: new RegExp(why!),
  })),
  {
    name: "the text of a function",
    program: "const f = (x) => x + 1;",
    tests: `${ASSERT}assert.equal(f(1), 2); assert.ok(!f.toString().includes("while"));`,
    unprotected: /read the text/,
  },
];

/** Assertions are written in many ways, and each of them runs. */
const ASSERTIONS: Habit[] = [
  ...[
    'const assert = { equal(a, b) { if (a !== b) throw new Error("x"); }, ok(a) { if (!a) throw new Error("y"); } }; assert.equal(f(1), 2); assert.ok(f(2));',
    'function assert(c, m) { if (!c) throw new Error(m); }\nassert(f(1) === 2); assert(f(2) === 4, "x");',
    'const assert = require("node:assert").strict; assert.equal(f(1), 2); assert(f); assert.ok(f); assert.deepEqual([f(2)], [4]);',
    'const assert = require("assert/strict"); assert(f(1) === 2); const eq = assert.equal; eq(f(2), 4); [[1, 2]].forEach(([a, b]) => assert.equal(f(a), b));',
    'import assert, { equal as same } from "node:assert"; assert(f(1) === 2); same(f(1), 2);',
    'import * as assert from "node:assert"; assert.equal(f(1), 2); assert.default(f);',
    'const { throws, equal } = require("assert"); throws(() => f(-1), RangeError); throws(() => { const r = f(-1); equal(r, 1); }, RangeError); equal(f(1), 2);',
    'const assert = require("assert"); try { f(-1); assert.fail(); } catch (e) { assert.equal(e.message, "neg"); } for (const x of [1, 2, 3]) { if (x === 2) continue; assert.equal(f(x), 2 * x); }',
    'function expect(v) { return { toBe(e) { if (v !== e) throw new Error("x"); }, toEqual(e) { if (v !== e) throw new Error("y"); } }; }\nexpect(f(1)).toBe(2); expect(f(2)).toEqual(4); expect(f(3)).toBe(6);',
    'try { f(-1); } catch (e) { if (e.message !== "neg") throw e; } let error; try { f(-2); } catch (e) { error = e; } if (!error) throw new Error("no error");',
    'const assert = require("assert"); let done = false; try { assert.equal(f(1), 2); } finally { done = true; } assert.ok(done); (async () => { assert.equal(await f(2), 4); })();',
  ].map((tests) => ({
    name: `assertions: ${tests.slice(0, 60).replaceAll("\n", " ")}`,
    program: 'const f = (x) => { if (x < 0) throw new RangeError("neg"); return x * 2; };',
    tests,
  })),
];

/** JavaScript programs that do what is often done. */
export const JAVASCRIPT_HABITS: TestedProgram[] = [
  ...BUILTIN_NAMES,
  ...ERRORS,
  ...SHARED_NAMES,
  ...FIELDS,
  ...EXTENDED_BUILTINS,
  ...CLASSES,
  ...FUNCTIONS,
  ...MENTIONS,
  ...ASSERTIONS,
].map((each) => ({
  ...each,
  language: "javascript",
}));
