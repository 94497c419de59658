import type { TestedProgram } from "./tested-program.ts";

const ASSERT = 'const assert = require("node:assert");\n';

/** JavaScript programs whose tests are written as one writes them every day. */
export const JAVASCRIPT_EVERYDAY: TestedProgram[] = [
  {
    name: "its tests push to an array that it keeps",
    program: "class T { constructor() { this.items = []; } size() { return this.items.length; } }",
    tests: `${ASSERT}const t = new T(); t.items.push(1); assert.equal(t.size(), 1); assert.deepEqual(t.items, [1]);`,
  },
  {
    name: "its tests change its state",
    program: "const state = { n: 0 }; const get = () => state; const n = () => state.n;",
    tests: `${ASSERT}get().n = 5; assert.equal(n(), 5);`,
  },
  {
    name: "its tests change what is nested in its data",
    program: `class Board {
  constructor() { this.cells = [[0, 0], [0, 0]]; this.rows = [...this.cells]; this.seen = new Set(); this.by = new Map(); }
  total() { return this.rows.flat().reduce((a, b) => a + b); }
  marks() { return [this.seen.size, this.by.get("a")?.length]; }
}`,
    tests: `${ASSERT}const b = new Board(); b.cells[0][1] = 5; b.cells[1][0] = 6; assert.equal(b.total(), 11);
b.seen.add(1); b.by.set("a", [1, 2]); assert.deepEqual(b.marks(), [1, 2]);`,
  },
  {
    name: "its tests change a list of a promise",
    program:
      "const state = { list: [] }; const get = async () => state.list; const n = () => state.list.length;",
    tests: `${ASSERT}(async () => { (await get()).push(1); assert.equal(n(), 1); })();`,
  },
  {
    name: "its tests change its data long after they got it",
    program:
      "class T { constructor() { this.items = []; } size() { return this.items.length; } }\nconst f = (x) => [x];",
    tests: `${ASSERT}const t = new T(); const { items } = t; for (let i = 0; i < 600; i++) assert.deepEqual(f(i), [i]);
items.push(1); assert.equal(t.size(), 1);`,
    unprotected: /long after/,
  },
  {
    name: "changes an array that its tests hold",
    program: "class T { constructor() { this.items = []; } add(x) { this.items.push(x); } }",
    tests: `${ASSERT}const t = new T(); const { items } = t; t.add("a"); assert.deepEqual(items, ["a"]);`,
    unprotected: /data that the program changed/,
  },
  {
    name: "throws in functions of own helpers",
    program: 'const f = (x) => { if (x < 0) throw new RangeError("neg"); return x; };',
    tests: `${ASSERT}function expect(g) { return { toThrow() { let e = null; try { g(); } catch (error) { e = error; } if (e === null) throw new Error("must throw"); } }; }
const assertThrows = (g) => { try { g(); } catch { return; } assert.fail("must throw"); };
expect(() => f(-1)).toThrow(); assertThrows(() => f(-2)); assert.throws(() => assert.ok(f(-3)), RangeError); assert.equal(f(1), 1);`,
  },
  {
    name: "changes what its tests change, too",
    program: "class T { constructor() { this.items = []; } add(x) { this.items.push(x); } }",
    tests: `${ASSERT}const t = new T(); const { items } = t; t.add("a"); items.push("b"); assert.deepEqual(t.items, ["a", "b"]);`,
    unprotected: /they change data that the program changes/,
  },
  ...["./answer", "./solution.js", "../src/add"].map((file) => ({
    name: `is required as ${file}`,
    program: "function add(a, b) { return a + b; }\nmodule.exports = { add };",
    tests: `const { add } = require("${file}");\n${ASSERT}assert.strictEqual(add(1, 2), 3);`,
  })),
  {
    name: "is required, and exports nothing",
    program: "function add(a, b) { return a + b; }",
    tests: `const { add } = require("./answer");\n${ASSERT}assert.strictEqual(add(1, 2), 3);`,
  },
  {
    name: "is required as a whole",
    program:
      "class A { x() { return 1; } }\nmodule.exports = { A, add(a, b) { return this === module.exports && a + b; } };",
    tests: `const all = require("./answer");\n${ASSERT}assert.strictEqual(all.add(1, 2), 3); assert.equal(new all.A().x(), 1);`,
  },
  {
    name: "is required as a function",
    program: "module.exports = (a, b) => a + b;",
    tests: `const sum = require("./answer");\n${ASSERT}assert.strictEqual(sum(1, 2), 3);`,
  },
  {
    name: "is imported",
    program: "export const add = (a, b) => a + b;\nexport default class Stack { v = 1; }",
    tests: `import assert from "node:assert";\nimport Stack, { add as plus } from "./answer.js";
assert.equal(plus(1, 2), 3); assert.equal(new Stack().v, 1);`,
  },
  {
    name: "is imported as a whole",
    program: "function add(a, b) { return a + b; }\nmodule.exports = { add };",
    tests: `import assert from "node:assert";\nimport * as all from "./answer.js";\nimport one from "./answer.js";
assert.equal(all.add(1, 2), 3); assert.equal(one.add(1, 2), 3);
const later = await import("./answer.js"); assert.equal(later.add(1, 2), 3);`,
  },
  {
    name: "is required by tests that share its process",
    program:
      "function add(a, b) { return a + b; }\nconst mode = () => process.env.MODE;\nmodule.exports = { add };",
    tests: `process.env.MODE = "x";\nconst { add, mode } = require("./answer");\n${ASSERT}assert.equal(add(1, 2), 3); assert.equal(mode(), "x");`,
    unprotected: /process/,
  },
  {
    name: "takes and returns a URL",
    program:
      'const host = (u) => u.hostname; const make = (s) => new URL(s); const page = (u, n) => { u.searchParams.set("page", n); };',
    tests: `${ASSERT}const u = new URL("https://a.b/c"); assert.equal(host(u), "a.b"); page(u, 2); assert.equal(u.href, "https://a.b/c?page=2");
assert.equal(make("https://x.y").host, "x.y");`,
  },
  {
    name: "takes an object with functions next to an array",
    program: "const f = (options, xs) => { xs.push(options.cb(1)); return options.n; };",
    tests: `${ASSERT}const xs = []; assert.equal(f({ n: 2, cb: (x) => x + 1 }, xs), 2); assert.deepEqual(xs, [2]);`,
  },
  {
    name: "answers for objects that its tests made",
    program:
      "class Bag { #s = new Set(); add(x) { this.#s.add(x); return this; } has(x) { return this.#s.has(x); } get size() { return this.#s.size; } toString() { return [...this.#s].join(); } }",
    tests: `${ASSERT}const b = new Bag(); assert.equal(b.add(1).add(2), b); assert.ok(b.has(2)); assert.equal(b.size, 2);
assert.equal(String(b), "1,2"); b.add(3); assert.equal(\`\${b}\`, "1,2,3"); assert.equal(b.size, 3);`,
  },
  {
    name: "chains functions on its own objects",
    program:
      "class Q { #f; constructor(f = (x) => x) { this.#f = f; } map(g) { return new Q((x) => g(this.#f(x))); } run(x) { return this.#f(x); } }\nconst start = () => new Q();",
    tests: `${ASSERT}assert.equal(start().map((x) => x + 1).map((x) => x * 2).run(1), 4);`,
  },
  {
    name: "changes what it says between calls",
    program:
      "const counter = () => { let n = 0; return { inc() { n++; }, get value() { return n; } }; };",
    tests: `${ASSERT}const c = counter(); assert.equal(c.value, 0); c.inc(); assert.equal(c.value, 1);`,
  },
  {
    name: "is a stack of closures",
    program:
      "function makeStack() { const a = []; return { push: (x) => a.push(x), pop: () => a.pop(), get size() { return a.length; } }; }",
    tests: `${ASSERT}const s = makeStack(); s.push(1); s.push(2); assert.equal(s.pop(), 2); assert.equal(s.size, 1);`,
    unprotected: /for push\(\)/,
  },
  {
    name: "is expected to fail assertions",
    program: "const check = (x) => { require('node:assert').equal(x, 1); };",
    tests: `${ASSERT}assert.throws(() => assert.equal(1, 2)); assert.throws(() => check(2), /2 == 1/);
assert.throws(() => { if (check) throw new RangeError("no"); }, RangeError);
(async () => { await assert.rejects(async () => assert.equal(1, 2)); await assert.rejects((async () => { throw new Error("x"); })()); })();`,
  },
  {
    name: "is given functions that throw",
    program:
      "async function retry(f, n) { for (let i = 0; ; i++) { try { return await f(); } catch (e) { if (i >= n - 1) throw e; } } }\nconst attempt = (f) => { try { return f(); } catch { return null; } };",
    tests: `${ASSERT}const boom = new Error("boom"); let n = 0;
assert.equal(attempt(() => { throw boom; }), null);
// throw new Error("not this one") when it should throw
(async () => {
  await assert.rejects(retry(() => { n++; throw boom; }, 2), /boom/); assert.equal(n, 2);
  assert.equal(await retry(async () => { n++; if (n < 5) throw new Error("should throw new errors"); return 7; }, 5), 7);
})();`,
  },
  {
    name: "is given nothing to work on",
    program: "const sortBy = (xs, key) => [...xs].sort((a, b) => key(a) - key(b));",
    tests: `${ASSERT}assert.deepEqual(sortBy([], (x) => x.n), []); assert.deepEqual(sortBy([{ n: 2 }, { n: 1 }], (x) => x.n), [{ n: 1 }, { n: 2 }]);`,
  },
  {
    name: "is tested by an own expect()",
    program: "const add = (a, b) => a + b;",
    tests: `function expect(v) { return { toBe(e) { if (v !== e) throw new Error(\`\${v} !== \${e}\`); } }; }
function test(n, f) { try { f(); console.log("ok", n); } catch (e) { console.error("not ok", n, e); process.exitCode = 1; } }
test("it should throw new sums", () => { expect(add(1, 2)).toBe(3); });`,
  },
  {
    name: "is tested by a main function that prints its failure",
    program: "const f = async (x) => x + 1;",
    tests: `${ASSERT}async function main() { assert.equal(await f(3), 4); }\nmain().catch(console.error);`,
  },
  {
    name: "is waited for",
    program:
      "const state = { n: 0 }; const start = () => { setTimeout(() => { state.n = 1; }, 5); }; const n = () => state.n;",
    tests: `${ASSERT}(async () => { start(); for (let i = 0; i < 200 && n() !== 1; i++) await new Promise((r) => setTimeout(r, 5)); assert.equal(n(), 1); })();`,
  },
].map((each) => ({ ...each, language: "javascript" }));
