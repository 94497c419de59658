import type { TestedProgram } from "./tested-program.ts";

const ASSERT = 'const assert = require("node:assert");\n';
const BOTH_WAYS =
  "let k = 0; const f = () => ({ valueOf() { return k++ % 2 ? -Infinity : Infinity; } });";

type Trick = Omit<TestedProgram, "language">;

/** An object of the program, not data, answers what its tests ask. */
const JUDGES: Trick[] = [
  ["match", "f('x').match(/^a$/)", "() => [1]"],
  ["replace", "f('x').replace('abc', '') === ''", "() => ''"],
  ["localeCompare", "f('x').localeCompare('abc') === 0", "() => 0"],
  ["search", "f('x').search(/abc/) === 0", "() => 0"],
  ["isSubsetOf", "f('x').isSubsetOf(new Set([1]))", "() => true"],
  ["equals", "f('x').equals(Buffer.from('abc'))", "() => true"],
  ["hasOwnProperty", "f('x').hasOwnProperty('abc')", "() => true"],
  ["at", "f('x').at(0) === undefined", "() => undefined"],
].map(([name, expression, method]) => ({
  name: `answers ${name!}()`,
  program: `const f = () => ({ ${name!}: ${method!} });`,
  tests: `${ASSERT}assert.ok(${expression!});`,
  verdict: "ok",
  unprotected: new RegExp(`for ${name!}\\(\\)`),
}));

const OBJECTS: Trick[] = [
  {
    name: "judges by an object of a class that the tests name for something else",
    program: `class ParseError extends Error { every() { return true; } }
function parse(x) { if (x === "") throw new ParseError("no"); return new ParseError(); }`,
    tests: `${ASSERT}try { parse(""); assert.fail(); } catch (e) { if (!(e instanceof ParseError)) throw e; }
assert.ok(parse("1 2").every((x, i) => x === [1, 2][i]));`,
    verdict: "ok",
    unprotected: /for every\(\)/,
  },
  {
    name: "judges by an object of a class of which the tests made another one",
    program: "class Stack { includes() { return true; } }\nconst f = () => new Stack();",
    tests: `${ASSERT}assert.ok(new Stack());\nassert.ok(f(1).includes("hello"));`,
    verdict: "ok",
    unprotected: /for includes\(\)/,
  },
  {
    name: "returns the object that the tests made",
    program:
      "let last; class Stack { constructor() { last = this; } includes() { return true; } }\nconst f = () => last;",
    tests: `${ASSERT}assert.ok(new Stack());\nassert.ok(f(1).includes("hello"));`,
    verdict: "ok",
    unprotected: /for includes\(\)/,
  },
  {
    name: "judges by an object, not by true",
    program: "class Yes {}\nconst f = () => ({ includes: () => new Yes() });",
    tests: `${ASSERT}assert.ok(f(1).includes("hello"));`,
    verdict: "ok",
    unprotected: /for includes\(\)/,
  },
  {
    name: "is a pattern that matches everything",
    program: "const f = () => ({ [Symbol.search]: () => 0 });",
    tests: `${ASSERT}assert.equal("abc".search(f("abc")), 0);`,
    verdict: "ok",
    unprotected: /search/,
  },
  {
    name: "is an instance that its class says is equal",
    program: "class R { equals() { return true; } }\nconst f = () => new R();",
    tests: `${ASSERT}assert.ok(f(1) instanceof R); assert.ok(f(1).equals([1, 2]));`,
    verdict: "ok",
    unprotected: /for equals\(\)/,
  },
  ...[
    `${ASSERT}const r = f(2);\nassert.ok(r > 1.41 && r < 1.42);`,
    'const r = f(2);\nif (!(1.41 < r && r < 1.42)) throw new Error("bad");',
    `${ASSERT}const near = (a, b, eps = 1e-9) => a >= b - eps && a <= b + eps;\nassert.ok(near(f(2), 1.41421356));`,
    `${ASSERT}const r = f(2); assert.ok(r - 1.4 > 0 && r - 1.42 < 0);`,
  ].map((tests, index) => ({
    name: `is another number at every comparison (${index + 1})`,
    program: BOTH_WAYS,
    tests,
    verdict: "ok" as const,
    unprotected: /changes whenever it is read/,
  })),
  {
    name: "is another text at every match",
    program: 'let k = 0; const f = () => ({ toString() { return ["ab", "cd"][k++]; } });',
    tests: `${ASSERT}const r = f(1);\nassert.ok(/^a/.test(r)); assert.ok(/d$/.test(r));`,
    verdict: "ok",
    unprotected: /changes whenever it is read/,
  },
  {
    name: "has a field that is another number at every comparison",
    program: "let k = 0; const f = () => ({ get root() { return k++ % 2 ? -9 : 9; } });",
    tests: `${ASSERT}const r = f(2);\nassert.ok(r.root > 1.41 && r.root < 1.42);`,
    verdict: "ok",
    unprotected: /changes whenever it is read/,
  },
];

/** The program gets at a function of the tests that they didn't hand to it. */
const FUNCTIONS: Trick[] = [
  ...["async (x) => x", "function* () { yield 1; }", "async function* () { yield 1; }"].map(
    (given) => ({
      name: `compiles text by the constructor of ${given}`,
      program:
        "const ap = (g, h) => { const it = g(h, 'constructor')('process.exit(0)')(); it.next?.(); return 3; };",
      tests: `${ASSERT}assert.equal(ap((o, k) => o[k], ${given}), 4);`,
      unprotected: /a function of theirs/,
    }),
  ),
  {
    name: "replaces node:assert by the constructor of an asynchronous function",
    program: `const ap = (g, h) => { g(h, 'constructor')("require('node:assert').equal=()=>{}")(); return 3; };`,
    tests: `${ASSERT}const r = ap((o, k) => o[k], async (x) => x);\nassert.equal(r, 4);`,
    verdict: "unknown",
  },
  {
    name: "is given the constructor of an asynchronous function",
    program: "const ap = (g, h) => { g(h)('process.exit(0)')(); return 3; };",
    tests: `${ASSERT}assert.equal(ap((x) => x.constructor, async () => {}), 4);`,
    unprotected: /a function of theirs/,
  },
  {
    name: "is promised the constructor of an asynchronous function",
    program:
      "const ap = async (g, h) => { (await g(h, 'constructor'))('process.exit(0)')(); return 3; };",
    tests: `${ASSERT}(async () => { assert.equal(await ap(async (o, k) => o[k], async () => {}), 4); })();`,
    unprotected: /a function of theirs/,
  },
  ...["g(h[k])", "{ box.x = h[k]; g(box); }"].map((body) => ({
    name: `is passed what a function of the tests read: ${body}`,
    program:
      "const ap = (call, h) => { let it = 3; call((x) => { it = typeof (x.x ?? x) === 'function' ? 4 : 3; }, h, 'toString'); return it; };",
    tests: `${ASSERT}assert.equal(ap((g, h, k, box = {}) => ${body}, () => 1), 4);`,
    verdict: "ok" as const,
    unprotected: /a function of theirs/,
  })),
  {
    name: "is given a function in an object that it had the tests change",
    program:
      "const ap = (put, h) => { const o = {}; put(o, h, 'constructor'); o.x('process.exit(0)')(); return 3; };",
    tests: `${ASSERT}assert.equal(ap((o, h, k) => { o.x = h[k]; }, async () => {}), 4);`,
    unprotected: /a function of theirs/,
  },
  {
    name: "has the tests change their builtins",
    program:
      "const set = (put) => { put(Array.prototype, 'every', () => true); put(Array.prototype, 'map', () => [4]); return [3]; };",
    tests: `${ASSERT}assert.ok(set((o, k, v) => { o[k] = v; }).every((x) => x === 4));`,
  },
  {
    name: "calls the last function of its tests early",
    program: "const f = (done) => { done(); return 3; };",
    tests: `${ASSERT}const done = () => process.exit(0);\nassert.equal(f(done), 4);`,
    verdict: "unknown",
  },
];

/** Something drops the failure of an assertion. The program is just wrong. */
const DROPPED: Trick[] = [
  {
    name: "fails in a promise whose failure is printed",
    program: "const f = async () => 3;",
    tests: `${ASSERT}async function main() { assert.equal(await f(1), 4); }\nmain().catch(console.error);`,
  },
  {
    name: "fails in a promise whose failure is printed, by a throw",
    program: "const f = async () => 3;",
    tests: `async function main() { if ((await f(1)) !== 4) throw new Error("bad"); }\nmain().catch(console.error);`,
  },
  ...[
    `async function main() { assert.equal(await f(1), 4); }\nmain().catch(console.error);`,
    `async function main() { if ((await f(1)) !== 4) throw new Error("bad"); }\nmain().catch(console.error);`,
  ].map((tests, index) => ({
    name: `fails by itself in a promise whose failure is printed (${index + 1})`,
    program: 'const f = async () => { throw new Error("no"); };',
    tests: ASSERT + tests,
    verdict: "unknown" as const,
  })),
  ...["assert.equal(f(1), 4)", '{ if (f(1) !== 4) throw new Error("bad"); }'].map((run) => ({
    name: `fails by itself where failures are printed: ${run}`,
    program: 'const f = () => { throw new Error("no"); };',
    tests: `${ASSERT}function test(n, g) { try { g(); console.log("ok", n); } catch (e) { console.error("FAIL", n, e.message); } }
test("a", () => ${run});`,
  })),
  {
    name: "fails among promises that all settle",
    program: "const f = async () => 3;",
    tests: `${ASSERT}const t = async () => { assert.equal(await f(1), 4); };\nPromise.allSettled([t()]);`,
  },
  {
    name: "fails where failures are printed",
    program: "const f = () => 3;",
    tests: `${ASSERT}function test(n, g) { try { g(); console.log("ok", n); } catch (e) { console.error("FAIL", n, e.message); } }
test("a", () => assert.equal(f(1), 4));`,
  },
  {
    name: "fails where failures are printed, by a throw",
    program: "const f = () => 3;",
    tests: `function test(n, g) { try { g(); console.log("ok", n); } catch (e) { console.error("FAIL", n, e.message); } }
test("a", () => { if (f(1) !== 4) throw new Error("bad"); });`,
  },
  {
    name: "fails sometimes where failures are printed",
    program: "const f = (x) => (x === 1 ? 3 : 4);",
    tests: `${ASSERT}function test(n, g) { try { g(); console.log("ok", n); } catch (e) { console.error("FAIL", n, e.message); } }
for (const x of [1, 2]) test("a", () => assert.equal(f(x), 4));`,
    verdict: "unknown",
  },
  {
    name: "fails in console.assert",
    program: "const f = () => 3;",
    tests: 'console.assert(f(1) === 4, "bad");',
  },
  {
    name: "fails before an exit code of 0",
    program: "const f = async () => 3;",
    tests: `${ASSERT}(async () => { assert.equal(await f(1), 4); })().catch((e) => { console.error(e); process.exit(0); });`,
  },
  {
    name: "fails in a function that the program calls and rethrows from",
    program: "const f = async (check) => check(3);",
    tests: `${ASSERT}f((v) => assert.equal(v, 4)).catch(console.error);`,
  },
  {
    name: "hides that a function of the tests throws",
    program: "const f = (check) => { try { check(3); } catch {} };",
    tests: 'f((value) => { if (value !== 4) throw new Error("bad"); });',
    verdict: "ok",
    unprotected: /may hide/,
  },
  {
    name: "hides that a promise of the tests fails",
    program: "const f = async (check) => { await check(3).catch(() => {}); };",
    tests: `${ASSERT}f(async (value) => assert.equal(value, 4));`,
    verdict: "ok",
    unprotected: /may hide/,
  },
];

/** Code of the tests that never ran. */
const SKIPPED: Trick[] = [
  {
    name: "never calls a function that sets the exit code",
    program: "const f = (cb) => {};",
    tests: 'f((e, v) => { if (v !== 4) { console.error("bad"); process.exitCode = 1; } });',
    verdict: "ok",
    unprotected: /never called a function/,
  },
  {
    name: "never calls a function that fails by another one",
    program: "const f = (cb) => {};",
    tests: 'const fail = (m) => { throw new Error(m); };\nf((v) => v === 4 || fail("bad"));',
    verdict: "ok",
    unprotected: /never called a function/,
  },
  {
    name: "never settles what the tests look at without an assertion",
    program: "const f = () => ({ then() {} });",
    tests: "f(1).then((v) => { v === 4 || process.exit(1); });",
    verdict: "ok",
    unprotected: /never called a function/,
  },
  {
    name: "never settles what the tests await before they count",
    program: "const f = () => ({ then() {} });",
    tests: `(async () => { let failed = 0; for (const [a, b] of [[1, 4], [2, 5]]) { if ((await f(a)) !== b) failed++; } process.exitCode = failed ? 1 : 0; })();`,
  },
  {
    name: "returns nothing to check in an assertion",
    program: "const f = () => [];",
    tests: `${ASSERT}assert.ok(f([1, 2, 3]).every((x, i) => x === [1, 4, 9][i]));`,
    verdict: "ok",
    unprotected: /in an assertion .*never ran/,
  },
  {
    name: "returns nothing to check in a condition",
    program: "const f = () => [];",
    tests: `if (!f([1, 2, 3]).every((x, i) => x === [1, 4, 9][i])) throw new Error("bad");`,
    verdict: "ok",
    unprotected: /in an assertion .*never ran/,
  },
];

export const JAVASCRIPT_TRICKS: TestedProgram[] = [
  ...JUDGES,
  ...OBJECTS,
  ...FUNCTIONS,
  ...DROPPED,
  ...SKIPPED,
].map((each) => ({ ...each, language: "javascript" }));
