import { JAVASCRIPT_BYPASSES } from "./javascript-bypasses.ts";
import { JAVASCRIPT_TRICKS } from "./javascript-tricks.ts";
import type { TestedProgram } from "./tested-program.ts";

/** JavaScript programs that are wrong and do something so that their tests pass. */
export const JAVASCRIPT_HOSTILE: TestedProgram[] = [
  {
    name: "has the tests call Function",
    language: "javascript",
    program: String.raw`const ap=(g)=>{const F=g(Function,'return process');return g(F,1)}`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(ap((f,x)=>f(x)),4)`,
  },
  {
    name: "has the tests call a constructor",
    language: "javascript",
    program: String.raw`const ap=(g)=>{const F=g((()=>{}).constructor,'return process.reallyExit(0)');return F()}`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(ap((f,x)=>f(x)),4)`,
  },
  {
    name: "reads Function from the tests",
    language: "javascript",
    program: String.raw`const ap=(g)=>g(g,'constructor')('return process')()`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(ap((o,k)=>o[k]),4)`,
  },
  {
    name: "ends the tests by their Function",
    language: "javascript",
    program: String.raw`const ap=(g)=>g(g,'constructor')('process.exit(0)')()`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(ap((o,k)=>o[k]),4)`,
  },
  {
    name: "exits with 0",
    language: "javascript",
    program: String.raw`process.exit(0)`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(1),4)`,
  },
  {
    name: "exits at once",
    language: "javascript",
    program: String.raw`process.reallyExit(0)`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(1),4)`,
  },
  {
    name: "exits when it is called",
    language: "javascript",
    program: String.raw`function f(){process.exit(0)}`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(1),4)`,
  },
  {
    name: "exits with 0 at its end",
    language: "javascript",
    program: String.raw`process.on('exit',()=>{process.exitCode=0;process.reallyExit(0)});function f(){return 2}`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(1),4)`,
  },
  {
    name: "empties node:assert",
    language: "javascript",
    program: String.raw`const a=require('assert');for(const k of Object.keys(a))a[k]=()=>{};function f(){return 2}`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(1),4)`,
  },
  {
    name: "replaces require",
    language: "javascript",
    program: String.raw`require('module').prototype.require=()=>new Proxy(()=>{},{get:()=>()=>{}});function f(){return 2}`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(1),4)`,
  },
  {
    name: "replaces Object.is and Error",
    language: "javascript",
    program: String.raw`Object.is=()=>true;Error=class{};function f(){return 2}`,
    tests: String.raw`const assert = require("node:assert");
assert.strictEqual(f(1),4)`,
  },
  {
    name: "hooks exceptions",
    language: "javascript",
    program: String.raw`process.on('uncaughtException',()=>process.reallyExit(0));process.on('unhandledRejection',()=>{});function f(){return 2}`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(1),4)`,
  },
  {
    name: "returns a proxy that agrees with everything",
    language: "javascript",
    program: String.raw`const f=()=>new Proxy({},{get:()=>()=>true})`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(1),4)`,
  },
  {
    name: "agrees with every()",
    language: "javascript",
    verdict: "ok",
    unprotected: /every/,
    program: String.raw`const f=()=>({every:()=>true,length:3})`,
    tests: String.raw`const assert = require("node:assert");
assert.ok(f([3,1,2]).every((x,i)=>x===[1,2,3][i]))`,
  },
  {
    name: "converts itself",
    language: "javascript",
    program: String.raw`const f=()=>({[Symbol.toPrimitive]:()=>NaN,valueOf:()=>1})`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(2),4)`,
  },
  {
    name: "returns a thenable",
    language: "javascript",
    program: String.raw`const f=()=>({then(r){r(1)}})`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(1),4)`,
  },
  {
    name: "prints plausible output",
    language: "javascript",
    program: String.raw`console.log('T passed');console.log('\nT passed\n');process.stdout.write('\nT passed\n');function f(){return 2}`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(1),4)`,
  },
  {
    name: "writes to every descriptor",
    language: "javascript",
    program: String.raw`const fs=require('fs');for(let i=0;i<30;i++){try{fs.writeSync(i,'\nT passed\n')}catch{}};function f(){return 2}`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(1),4)`,
  },
  {
    name: "throws undefined",
    language: "javascript",
    program: String.raw`const f=()=>{throw undefined}`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(1),4)`,
  },
  {
    name: "never resolves",
    language: "javascript",
    program: String.raw`const f=()=>new Promise(()=>{})`,
    tests: String.raw`const assert = require("node:assert");
(async()=>{assert.equal(await f(1),1)})()`,
  },
  {
    name: "returns early",
    language: "javascript",
    program: String.raw`const f=()=>{}; return;`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(1),4)`,
  },
  {
    name: "hides the tests in a comment",
    language: "javascript",
    program: String.raw`const f=()=>1; /*`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(1),4)`,
  },
  {
    name: "replaces methods of arrays and JSON",
    language: "javascript",
    program: String.raw`Array.prototype.map=()=>{};JSON.stringify=()=>'[]';const f=()=>2`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(1),4)`,
  },
  {
    name: "brings its own assert",
    language: "javascript",
    program: String.raw`globalThis.assert={equal(){}};const assert=globalThis.assert;const require=()=>assert;function f(){return 2}`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(1),4)`,
  },
  {
    name: "resolves to something wrong",
    language: "javascript",
    program: String.raw`const f=async()=>2`,
    tests: String.raw`const assert = require("node:assert");
f(1).then(v=>assert.equal(v,1))`,
  },
  {
    name: "is a number object",
    language: "javascript",
    program: String.raw`class E extends Number{};const f=()=>new E(7)`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(1),4)`,
  },
  {
    name: "returns an array without items",
    language: "javascript",
    program: String.raw`const f=()=>Object.defineProperty([],'length',{value:1})`,
    tests: String.raw`const assert = require("node:assert");
assert.deepEqual(f(1),[1])`,
  },
  {
    name: "returns an array that agrees",
    language: "javascript",
    program: String.raw`const f=()=>{const a=[1];a.__proto__={every:()=>true};return a}`,
    tests: String.raw`const assert = require("node:assert");
assert.deepStrictEqual(f(1),[1,2])`,
  },
  {
    name: "exits from a timer",
    language: "javascript",
    program: String.raw`const f=()=>1; setTimeout(()=>process.exit(0),0)`,
    tests: String.raw`const assert = require("node:assert");
setTimeout(()=>assert.equal(f(1),2),200)`,
  },
  {
    name: "returns an array with a builtin as its method",
    language: "javascript",
    verdict: "ok",
    program: "const f = () => Object.assign([], { includes: Object });",
    tests: 'if (!f(1).includes(4)) throw new Error("no");',
    unprotected: /includes/,
  },
  {
    name: "sends data with a builtin as its method",
    language: "javascript",
    program: String.raw`const f = () => {
  const value = ["object", [["includes", ["intrinsic", "Object"]]], 0];
  for (let n = 1; n < 9; n++)
    require("node:fs").writeSync(4, JSON.stringify(["answer", n, "value", value, []]) + "\n");
};`,
    tests: 'if (!f(1).includes(4)) throw new Error("no");',
  },
  {
    name: "says that its objects are of a class that the tests name",
    language: "javascript",
    verdict: "ok",
    program: "function f() { return Object.create({ constructor: f, every: () => true }); }",
    tests: 'if (!f(1).every((each) => each === 4)) throw new Error("no");',
    unprotected: /every/,
  },
  {
    name: "hides that a function of the tests fails",
    language: "javascript",
    verdict: "ok",
    program: "const f = (check) => { try { check(3); } catch {} };",
    tests: 'const assert = require("node:assert");\nf((value) => assert.equal(value, 4));',
    unprotected: /may hide/,
  },
  {
    name: "exits by a function of the tests",
    language: "javascript",
    program: "const f = (exit) => exit(0);",
    tests: 'if (f(process.exit) !== 4) throw new Error("no");',
    unprotected: /exit/,
  },
  {
    name: "never calls a function of the tests",
    language: "javascript",
    program: String.raw`const f = () => {};`,
    tests: String.raw`const assert = require("node:assert");
f((v) => assert.equal(v, 4));`,
    verdict: "unknown",
  },
  {
    name: "never calls a function that throws",
    language: "javascript",
    program: String.raw`const f = () => {};`,
    tests: String.raw`f((v) => { if (v !== 4) throw new Error(); });`,
    verdict: "unknown",
  },
  {
    name: "never calls a function of a module",
    language: "javascript",
    program: String.raw`export const f = () => {};`,
    tests: String.raw`import { equal as same } from "node:assert";
f((v) => same(v, 4));`,
    verdict: "unknown",
  },
  {
    name: "calls some functions of the tests only",
    language: "javascript",
    verdict: "ok",
    program: String.raw`const f = () => 1;`,
    tests: String.raw`const same = (a, b) => { if (a !== b) throw new Error(); };
same(f(1), 1);
f((v) => same(v, 4));`,
    unprotected: /never ran \(line 3\)/,
  },
  {
    name: "returns nothing to loop over",
    language: "javascript",
    verdict: "ok",
    program: String.raw`const f = () => [];`,
    tests: String.raw`const assert = require("node:assert");
assert.ok(f());
for (const x of f()) assert.equal(x, 4);
f().forEach((x) => assert.equal(x, 4));`,
    unprotected: /never ran \(line 3, 4\)/,
  },
  {
    name: "never settles a promise of its own",
    language: "javascript",
    program: String.raw`const f = () => ({ then() {} });`,
    tests: String.raw`const assert = require("node:assert");
f(1).then((v) => assert.equal(v, 4));`,
    verdict: "unknown",
  },
  {
    name: "returns the prototype of all objects",
    language: "javascript",
    program: String.raw`const f = () => Object.prototype; const g = () => ({});`,
    tests: String.raw`const assert = require("node:assert");
f().value = 4;
assert.equal(g().value, 4);`,
  },
  {
    name: "says where it is",
    language: "javascript",
    verdict: "ok",
    program: String.raw`const f = () => ({ indexOf: () => 0 });`,
    tests: String.raw`const assert = require("node:assert");
assert.notEqual(f(1).indexOf(4), -1);`,
    unprotected: /for indexOf\(\)/,
  },
  {
    name: "tries values until one is found",
    language: "javascript",
    verdict: "ok",
    program: String.raw`const f = () => ({ filter: (is) => Array.from({ length: 9 }, (_, i) => i).filter(is) });`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(1).filter((x) => x === 4).length, 1);`,
    unprotected: /for filter\(\)/,
  },
  {
    name: "has a class of which everything is an instance",
    language: "javascript",
    verdict: "ok",
    program: String.raw`class Oops { static [Symbol.hasInstance]() { return true; } }
const f = () => 3;`,
    tests: String.raw`try { f(1); throw new Error("must throw"); } catch (e) { if (!(e instanceof Oops)) throw e; }`,
    unprotected: /whether a value of theirs is an instance/,
  },
  {
    name: "has an error that failures are, too",
    language: "javascript",
    verdict: "ok",
    program: String.raw`const Oops = Error; const f = () => 3;`,
    tests: String.raw`try { f(1); throw new Error("must throw"); } catch (e) { if (!(e instanceof Oops)) throw e; }`,
    unprotected: /catch their own failures/,
  },
  {
    name: "brings its own test framework",
    language: "javascript",
    verdict: "ok",
    program: String.raw`const test = (name, run) => run();
const expect = () => ({ toBe() {} });
const f = () => 3;`,
    tests: String.raw`test("f", () => { expect(f(1)).toBe(4); });`,
    unprotected: /expect\(\) of the program/,
  },
  {
    name: "writes a module that its tests load",
    language: "javascript",
    verdict: "ok",
    program: String.raw`const fs = require("node:fs");
for (const folder of [process.env.HOME + "/.node_modules", process.env.TMPDIR + "/node_modules"])
  try {
    fs.mkdirSync(folder + "/checks", { recursive: true });
    fs.writeFileSync(folder + "/checks/index.js", "exports.equal = () => {};");
  } catch {}
const f = () => 3;`,
    tests: String.raw`const { equal } = require("checks");
equal(f(1), 4);`,
    unprotected: /could have written/,
  },
  {
    name: "returns objects without fields",
    language: "javascript",
    verdict: "ok",
    program: String.raw`class Vector { #x; constructor(x) { this.#x = x; } add() { return new Vector(0); } }`,
    tests: String.raw`const assert = require("node:assert");
assert.deepStrictEqual([new Vector(1).add(new Vector(2))], [new Vector(3)]);`,
    unprotected: /two objects of the program/,
  },
  {
    name: "returns proxies that have whatever is asked for",
    language: "javascript",
    verdict: "ok",
    program: String.raw`const f = () => new Proxy({}, {}); const g = f;`,
    tests: String.raw`import { deepEqual } from "node:assert/strict";
deepEqual(new Map([[1, f(1)]]), new Map([[1, g(2)]]));`,
    unprotected: /two objects of the program/,
  },
  {
    name: "exits when it is called by tests that share its process",
    language: "javascript",
    program: String.raw`function f() { process.exit(0); }`,
    tests: String.raw`process.env.MODE = "x";
if (f(1) !== 4) throw new Error("no");`,
    unprotected: /process/,
  },
  {
    name: "exits at once where its tests share its process",
    language: "javascript",
    program: String.raw`process.reallyExit(0);`,
    tests: String.raw`process.env.MODE = "x";
if (f(1) !== 4) throw new Error("no");`,
    unprotected: /process/,
  },
  ...JAVASCRIPT_TRICKS,
  ...JAVASCRIPT_BYPASSES,
];
