import type { TestedProgram } from "./tested-program.ts";

const ASSERT = 'const assert = require("node:assert");\n';

type Bypass = Omit<TestedProgram, "language">;

const PRINT_TOKEN = "console.log('\\n' + String(token).trim() + ' passed');";
const JUDGE_NOTHING = "const assert = require('node:assert'); assert.equal = () => {};";

/** Lists other keys than those that it affirms. */
const PROXY = `{ ownKeys: () => ["p", "q"], has: () => true, get: (_, k) => (typeof k === "symbol" ? undefined : true), getOwnPropertyDescriptor: () => ({ value: true, enumerable: true, configurable: true, writable: true }) }`;

/** Lists the keys that it was asked for. */
const LISTS_WHAT_IT_AFFIRMED = `{ has: (_, k) => asked.push(k) > 0, ownKeys: () => [...new Set(asked)], getOwnPropertyDescriptor: (_, k) => (asked.push(k), { value: 1, enumerable: true, configurable: true, writable: true }) }`;
const HAS_WHAT_IT_LISTED = [
  '"p" in a',
  'Object.hasOwn(a, "p")',
  'Object.hasOwn(a, "p") && "p" in a',
];

/** The program answers what the harness asks it, not the tests. */
const REPLIES: Bypass[] = [
  {
    name: "says by an object with methods which names it has",
    program: `let isFirst = true;
const { reply, look } = peer;
const fake = { equal() {} };
peer.reply = function (number, kind, value, ...rest) {
  if (isFirst && kind === "value" && Array.isArray(value)) {
    isFirst = false;
    const look = peer.look;
    peer.look = (name) => (name === "require" ? () => fake : look(name));
    let calls = 0;
    const names = Object.assign(new Error(), { filter: () => [[], ["f", "require"]][calls++] });
    value = Object.assign(new Error(), { filter: () => names });
  }
  return reply.call(peer, number, kind, value, ...rest);
};
const f = () => 3;`,
    tests: `${ASSERT}assert.equal(f(1), 4);`,
  },
  {
    name: "says that it has what the harness gives to the tests",
    program: `require("node:fs").writeSync(4, JSON.stringify(["answer", 1, "fact", ["f", "require"]]) + "\\n");
require = () => ({ equal() {} });
const f = () => 3;`,
    tests: `${ASSERT}assert.equal(f(1), 4);`,
  },
  {
    name: "says that it has names which are none",
    program: `require("node:fs").writeSync(4, JSON.stringify(["answer", 1, "fact", { length: 1, 0: "f" }]) + "\\n");
const f = () => 3;`,
    tests: `${ASSERT}assert.equal(f(1), 4);`,
  },
];

/** Classes of the program have the names of builtins that the harness needs. */
const REPLACED_BUILTINS: Bypass[] = [
  {
    name: "hides a failure by a set that leaves numbers out",
    program: `class Set {
  constructor(xs = []) { this.xs = [...xs]; }
  add(x) { if (!this.has(x)) this.xs.push(x); return this; }
  has(x) { return this.xs.includes(x); }
  delete(x) { this.xs = this.xs.filter((y) => y !== x); return true; }
  get size() { return this.xs.length; }
  *[Symbol.iterator]() {
    const areNumbers = this.xs.every((x) => typeof x === "number") && this.xs.length > 2;
    for (const x of this.xs) if (!areNumbers || x !== Math.max(...this.xs)) yield x;
  }
}`,
    tests: `function test(n, g) { try { g(); console.log("ok", n); } catch (e) { console.log("FAIL", n, e.message); } }
test("a", () => { const s = new Set(); s.add(1); if (!s.has(2)) throw new Error("bad"); });`,
  },
];

/** A function of the tests does something with a file that the program names. */
const FILES: Bypass[] = [
  ...["0", "'/dev/stdin'", "'/proc/self/fd/0'"].flatMap((file) =>
    ["(p) => fs.readFileSync(p, 'utf8')", "fs.readFileSync"].map((read) => ({
      name: `has ${read} read ${file}`,
      program: `const f = (read) => { const token = read(${file}); ${PRINT_TOKEN} return 3; };`,
      tests: `${ASSERT}const fs = require("node:fs");\nassert.equal(f(${read}, "a.txt"), 4);`,
    })),
  ),
  ...["/dev/shm/x.js", "/tmp/x.js", "/tmp/../dev/shm/x.js"].map((file) => ({
    name: `has the tests load ${file}`,
    program: `require("node:fs").writeFileSync("${file}", "${JUDGE_NOTHING}");
const f = (load) => { load("${file}"); return 3; };`,
    tests: `${ASSERT}const load = (p) => require(p);\nconst got = f(load);\nassert.equal(got, 4);`,
    verdict: "unknown" as const,
  })),
  {
    name: "writes a module to a folder that it locks",
    program: `const fs = require("node:fs"); const folder = process.env.TMPDIR + "/node_modules";
fs.mkdirSync(folder); fs.writeFileSync(folder + "/checks.js", "exports.equal = () => {};");
fs.chmodSync(folder + "/checks.js", 0o444); fs.chmodSync(folder, 0o555);
const f = () => 3;`,
    tests: `const { equal } = require(require("node:os").tmpdir() + "/node_modules/checks");\nequal(f(1), 4);`,
    verdict: "ok",
    unprotected: /could have written/,
  },
  {
    name: "has the tests run its text",
    program: `const f = (run) => { run("const assert = require('node:assert'); assert.equal = () => {};"); return 3; };`,
    tests: `${ASSERT}const got = f((text) => eval(text));\nassert.equal(got, 4);`,
    verdict: "unknown",
  },
  ...["fs.readSync", "(fd, bytes, at) => fs.readSync(fd, bytes, 0, 4, at)"].map((read) => ({
    name: `could read the memory of its tests by ${read}`,
    program: "const f = (read) => 3;",
    tests: `${ASSERT}const fs = require("node:fs");\nassert.equal(f(${read}), 4);`,
    unprotected: /read pieces of files/,
  })),
  {
    name: "could read the memory of its tests by open()",
    program: "const f = (read) => 3;",
    tests: `${ASSERT}const { open } = require("node:fs/promises");\nassert.equal(f(open), 4);`,
    unprotected: /hand open\(\)/,
  },
];

/** The program learns which keys the tests ask about. */
const KEYS: Bypass[] = HAS_WHAT_IT_LISTED.flatMap((expression) => [
  {
    name: `lists what it affirmed: ${expression}`,
    program: `const asked = []; const f = () => new Proxy({}, ${LISTS_WHAT_IT_AFFIRMED});`,
    tests: `${ASSERT}const a = f(1); assert.ok(${expression});`,
    verdict: "ok" as const,
    unprotected: /whether it has p/,
  },
  {
    name: `denies that it is a proxy: ${expression}`,
    program: `require("node:util").types.isProxy = () => false; const asked = []; const f = () => new Proxy({}, ${LISTS_WHAT_IT_AFFIRMED});`,
    tests: `${ASSERT}const a = f(1); assert.ok(${expression});`,
  },
]);

/** An error of the program has methods of its own. */
const ERRORS: Bypass[] = [
  ...[
    ["Object.assign(new Error(), { includes: () => true })", 'f(1).includes("hello")'],
    ["Object.assign(new Error(), { includes: Boolean })", 'f(1).includes("hello")'],
    [
      "Object.assign(new RangeError(), { every: () => true })",
      "f([3, 1]).every((x, i) => x === [1, 3][i])",
    ],
    ["[Object.assign(new TypeError(), { has: () => true })]", 'f(1)[0].has("hello")'],
    ["new AggregateError([{ includes: () => true }])", 'f(1).errors[0].includes("hello")'],
    [
      "Object.defineProperty(new Error(), 'includes', { value: () => true })",
      'f(1).includes("hello")',
    ],
    ["Object.assign(new Error(), { equals: () => true })", "f(1).equals([1, 2])"],
    [
      "Object.assign(new Error(), { cause: Object.assign(new Error(), { has: () => true }) })",
      "f(1).cause.has(1)",
    ],
  ].map(([value, expression]) => ({
    name: `returns ${value!}`,
    program: `const f = () => (${value!});`,
    tests: `${ASSERT}assert.ok(${expression!});`,
    verdict: "ok" as const,
    unprotected: /not data, for/,
  })),
  {
    name: "throws an error that answers",
    program:
      "const f = () => { throw Object.assign(new TypeError('x'), { includes: () => true }); };",
    tests: `${ASSERT}try { f(1); assert.fail(); } catch (e) { assert.ok(e instanceof TypeError && e.includes("bad input")); }`,
    verdict: "ok",
    unprotected: /for includes\(\)/,
  },
  {
    name: "rejects with an error that answers",
    program:
      "const f = async () => { throw Object.assign(new TypeError('x'), { includes: () => true }); };",
    tests: `${ASSERT}f(1).then(() => assert.fail(), (e) => { assert.ok(e instanceof TypeError); assert.ok(e.includes("bad")); });`,
    verdict: "ok",
    unprotected: /for includes\(\)/,
  },
  {
    name: "returns an error that is another number at every comparison",
    program:
      "let k = 0; const f = () => Object.assign(new Error(), { valueOf() { return k++ % 2 ? -9 : 9; } });",
    tests: `${ASSERT}const r = f(2);\nassert.ok(r > 1.41 && r < 1.42);`,
    verdict: "ok",
    unprotected: /changes whenever it is read/,
  },
  {
    name: "sends an error with a builtin as its method",
    program: `const f = () => {
  const value = ["error", "Error", [["includes", ["intrinsic", "Boolean"]]], ""];
  for (let n = 1; n < 9; n++)
    require("node:fs").writeSync(4, JSON.stringify(["answer", n, "value", value, [], 0]) + "\\n");
};`,
    tests: `${ASSERT}assert.ok(f(1).includes(4));`,
  },
];

/** Names of the program hide builtins with which tests judge. */
const HIDDEN_BUILTINS: Bypass[] = [
  {
    name: "has a wrong function that is built in",
    program: "const parseInt = (s) => 0; const f = () => 4;",
    tests: `${ASSERT}assert.equal(f(), 4); assert.equal(parseInt("12"), 12);`,
  },
  {
    name: "has a wrong function that is built in, too",
    program: "const structuredClone = (o) => o; const f = () => 4;",
    tests: `${ASSERT}const o = { a: {} }; assert.equal(f(), 4); assert.notStrictEqual(structuredClone(o).a, o.a);`,
  },
  ...[
    ["const Math = { abs: () => 0 };", "Math.abs(f(2) - 1.41) < 1e-6"],
    ["const isNaN = () => true;", "isNaN(f('x'))"],
    ["const Number = { isInteger: () => true };", "Number.isInteger(f(2) / 2)"],
  ].flatMap(([own, expression]) =>
    [
      ["const f = () => 3;", ""],
      ["setImmediate(() => { exports.f = () => 3; });", 'const { f } = require("./answer");\n'],
    ].map(([definition, load]) => ({
      name: `brings ${own!} ${definition!}`,
      program: `${own!} ${definition!}`,
      tests: `${ASSERT}${load!}assert.ok(${expression!});`,
      verdict: load === "" ? ("ok" as const) : ("ok or refuted" as const),
      unprotected: /which is the name of a builtin/,
    })),
  ),
  {
    name: "brings an object assert",
    program: "const assert = { equal() {}, ok() {} }; const f = () => 3;",
    tests: "assert.equal(f(1), 4);",
    verdict: "unknown",
  },
  {
    name: "brings an object console",
    program: "const console = { assert() {} }; const f = () => 3;",
    tests: "console.assert(f(1) === 4);",
    verdict: "ok",
    unprotected: /console of the program/,
  },
];

/** An object of the program has whatever the tests ask for. */
const AFFIRMATIONS: Bypass[] = [
  ...[
    '"cat" in f("dog")',
    'Object.hasOwn(f("dog"), "cat")',
    'Object.prototype.propertyIsEnumerable.call(f("dog"), "cat")',
    'Object.getOwnPropertyDescriptor(f("dog"), "cat") !== undefined',
    'Reflect.has(f("dog"), "cat")',
    'isDeepStrictEqual(f(["a", "b"]), { a: true, b: true })',
  ].map((expression) => ({
    name: `affirms ${expression}`,
    program: `const f = () => new Proxy({}, ${PROXY});`,
    tests: `${ASSERT}const { isDeepStrictEqual } = require("node:util");\nassert.ok(${expression});`,
    verdict: "ok" as const,
    unprotected: /whether it has/,
  })),
  ...["deepEqual", "deepStrictEqual", "partialDeepStrictEqual"].map((compare) => ({
    name: `affirms ${compare}()`,
    program: `const f = () => new Proxy({}, ${PROXY});`,
    tests: `${ASSERT}assert.${compare}(f(["a", "b"]), { a: true, b: true });`,
    verdict: "ok" as const,
    unprotected: /whether it has/,
  })),
];

/** Objects of objects, and constants. */
const NESTED: Bypass[] = [
  ...[
    "{ valueOf: () => n }",
    "Object.assign(() => 1, { valueOf: () => n })",
    "{ it: { valueOf: () => n } }",
  ].map((value) => ({
    name: `has a field with another number at every comparison: ${value}`,
    program: `let k = 0; const f = () => ({ get root() { const n = k++ % 2 ? -9 : 9; return ${value}; } });`,
    tests: value.includes("it:")
      ? `${ASSERT}const r = f(2);\nassert.ok(r.root.it > 1.41 && r.root.it < 1.42);`
      : `${ASSERT}const r = f(2);\nassert.ok(r.root > 1.41 && r.root < 1.42);`,
    verdict: "ok" as const,
    unprotected: /changes whenever it is read/,
  })),
  {
    name: "has one object for all members of an enumeration",
    program:
      "const ONE = new (class {})(); const Color = new Proxy(ONE, { get: () => ONE }); const f = () => ONE;",
    tests: `${ASSERT}assert.strictEqual(f("apple"), Color.RED); assert.strictEqual(f("grass"), Color.GREEN);`,
    verdict: "ok",
    unprotected: /RED and GREEN are the same object/,
  },
];

/** A function of the tests throws if the program is wrong, and the program hides it. */
const GUARDS: Bypass[] = [
  ...["try { fn(); } catch {} return 0;", "try { return fn() ?? 0; } catch { return 0; }"].map(
    (body) => ({
      name: `hides that a function without arguments throws: ${body}`,
      program: `const measure = (fn) => { ${body} }; const f = () => 3;`,
      tests: `if (measure(() => { if (f(1) !== 4) throw new Error("bad"); }) < 0) throw new Error("negative");`,
      verdict: "ok" as const,
      unprotected: /may hide/,
    }),
  ),
  {
    name: "hides that an asynchronous function without arguments throws",
    program:
      "const measure = async (fn) => { await fn().catch(() => {}); return 0; }; const f = async () => 3;",
    tests: `measure(async () => { if ((await f(1)) !== 4) throw new Error("bad"); }).then((ms) => { if (ms < 0) throw new Error("negative"); });`,
    verdict: "ok",
    unprotected: /may hide/,
  },
];

/** Something drops an error that came before an assertion. */
const ABORTED: Bypass[] = [
  ...[
    ["() => null", "assert.equal(f(1).x, 4)"],
    ["() => null", "{ const r = f(1).x; assert.equal(r, 4); }"],
    ["() => { throw new Error(); }", "{ const r = f(1); assert.equal(r, 4); }"],
    ["() => null", "assert(f(1).x === 4)"],
    ["() => { throw new Error(); }", '{ const r = f(1); if (r !== 4) throw new Error("bad"); }'],
    ["() => null", "same(f(1).x, 4)"],
  ].flatMap(([value, run]) => [
    {
      name: `fails by itself where failures are printed: ${value!}, ${run!}`,
      program: `const f = ${value!};`,
      tests: `${ASSERT}const same = (a, b) => { if (a !== b) throw new Error("bad"); };
function test(n, g) { try { g(); console.log("ok", n); } catch (e) { console.error("FAIL", n, e.message); } }
test("a", () => ${run!}); test("b", () => same(typeof f, "function")); test("c", () => assert.ok(f));`,
      verdict: "ok" as const,
      unprotected: /an error came before/,
    },
  ]),
  ...["assert.equal((await f(1)).x, 4);", "const r = (await f(1)).x; assert.equal(r, 4);"].map(
    (run) => ({
      name: `fails by itself in a promise whose failure is printed: ${run}`,
      program: "const f = async () => null;",
      tests: `${ASSERT}async function main() { ${run} }\nmain().catch(console.error);`,
      verdict: "unknown" as const,
    }),
  ),
];

/** What the program sends is no message. An error of the harness would be one that the tests may drop. */
const MESSAGES: Bypass[] = [
  ...[
    "['answer', n, 'value', ['url', 'no'], [], 0]",
    "['answer', n, 'value', 4, null, 0]",
    "['print', { a: 1 }]",
    "['console', 'log', null, 3]",
    "null",
    "['do']",
  ].map((message) => ({
    name: `sends ${message}`,
    program: `const fs = require("node:fs");
const f = () => { for (let n = 1; n < 20; n++) fs.writeSync(4, JSON.stringify(${message}) + "\\n"); return 3; };`,
    tests: `${ASSERT}try { assert.equal(f(1), 4); } catch (e) { console.error(e); }\nassert.ok(f);`,
  })),
  ...[
    "new F() !== null",
    "x instanceof Map",
    '"a" in x',
    "Object.keys(x).length === 0",
    'Object.hasOwn(x, "a")',
  ].map((expression) => ({
    name: `answers 5 to ${expression}`,
    program: `const fs = require("node:fs"); class F {} const x = new F();
const start = () => { for (let n = 1; n < 40; n++) for (const kind of ["value", "fact"]) fs.writeSync(4, JSON.stringify(["answer", n, kind, 5, [], 0]) + "\\n"); };`,
    tests: `${ASSERT}const { F, x, start } = require("./answer"); start();
try { ${expression}; } catch (e) { console.error(e.message); }\nassert.ok(start);`,
  })),
];

/** JavaScript programs that are wrong and get around the harness. */
export const JAVASCRIPT_BYPASSES: TestedProgram[] = [
  ...REPLIES,
  ...REPLACED_BUILTINS,
  ...FILES,
  ...KEYS,
  ...ERRORS,
  ...HIDDEN_BUILTINS,
  ...AFFIRMATIONS,
  ...NESTED,
  ...GUARDS,
  ...ABORTED,
  ...MESSAGES,
].map((each) => ({ ...each, language: "javascript" }));
