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
    program: "function f() { return Object.create({ constructor: f, every: () => true }); }",
    tests: 'if (!f(1).every((each) => each === 4)) throw new Error("no");',
    unprotected: /every/,
  },
  {
    name: "hides that a function of the tests fails",
    language: "javascript",
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
];
