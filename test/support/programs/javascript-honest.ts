import { JAVASCRIPT_EVERYDAY } from "./javascript-everyday.ts";
import { JAVASCRIPT_HABITS } from "./javascript-habits.ts";
import type { TestedProgram } from "./tested-program.ts";

/** JavaScript programs that do what their tests ask for. */
export const JAVASCRIPT_HONEST: TestedProgram[] = [
  {
    name: "an arrow function",
    language: "javascript",
    program: String.raw`const sum = (a, b) => a + b;`,
    tests: String.raw`if (sum(2,3) !== 5) throw new Error("x")`,
  },
  {
    name: "a function",
    language: "javascript",
    program: String.raw`function median(v){v=[...v].sort((a,b)=>a-b);const n=v.length;return n%2?v[n>>1]:(v[n/2-1]+v[n/2])/2}`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(median([3,1,2]),2); assert.strictEqual(median([1,2,3,4]),2.5)`,
  },
  {
    name: "a class with a private field",
    language: "javascript",
    program: String.raw`class Stack{#i=[];push(x){this.#i.push(x);return this}pop(){if(!this.#i.length)throw new RangeError('empty');return this.#i.pop()}get size(){return this.#i.length}}`,
    tests: String.raw`const assert = require("node:assert");
const s=new Stack();s.push(1).push(2);
assert.equal(s.size,2);
assert.equal(s.pop(),2);s.pop();
assert.throws(()=>s.pop(),RangeError);
assert.throws(()=>s.pop(),/empty/);
assert.ok(s instanceof Stack)`,
  },
  {
    name: "a generator",
    language: "javascript",
    program: String.raw`function* gen(n){for(let i=0;i<n;i++)yield i*i}`,
    tests: String.raw`const assert = require("node:assert");
assert.deepEqual([...gen(4)],[0,1,4,9]);const g=gen(1);
assert.deepEqual(g.next(),{value:0,done:false})`,
  },
  {
    name: "calls functions of the tests",
    language: "javascript",
    program: String.raw`const apply=(f,xs)=>xs.map(f)`,
    tests: String.raw`const assert = require("node:assert");
assert.deepEqual(apply(x=>x+1,[1,2]),[2,3]);
assert.deepEqual(apply(Number,['1']),[1]);
assert.deepEqual(apply(String,[1]),['1'])`,
  },
  {
    name: "sorts in place",
    language: "javascript",
    program: String.raw`function sortIt(v){v.sort((a,b)=>a-b)}`,
    tests: String.raw`const assert = require("node:assert");
const x=[3,1,2];sortIt(x);
assert.deepEqual(x,[1,2,3])`,
  },
  {
    name: "returns what it was given",
    language: "javascript",
    program: String.raw`const same=(v)=>{v.push(1);return v}`,
    tests: String.raw`const assert = require("node:assert");
const x=[];
assert.strictEqual(same(x),x);
assert.deepEqual(x,[1])`,
  },
  {
    name: "throws an error of its own",
    language: "javascript",
    program: String.raw`class MyError extends Error{constructor(c){super('bad '+c);this.name='MyError';this.code=c}}
function f(){throw new MyError(7)}`,
    tests: String.raw`const assert = require("node:assert");
assert.throws(f,MyError);
assert.throws(f,/bad 7/);try{f();
assert.fail('no')}catch(e){assert.equal(e.code,7);
assert.ok(e instanceof Error);
assert.equal(e.name,'MyError');
assert.equal(e.message,'bad 7')}
assert.throws(f,{name:'MyError',code:7})`,
  },
  {
    name: "remembers results",
    language: "javascript",
    program: String.raw`function memoize(f){const c=new Map();return(x)=>{if(!c.has(x))c.set(x,f(x));return c.get(x)}}`,
    tests: String.raw`const assert = require("node:assert");
let calls=0;const sq=memoize(x=>{calls++;return x*x});
assert.equal(sq(3),9);
assert.equal(sq(3),9);
assert.equal(calls,1)`,
  },
  {
    name: "an object of closures",
    language: "javascript",
    program: String.raw`function createCounter(){let n=0;return{inc(){return++n},get value(){return n},reset:()=>{n=0}}}`,
    tests: String.raw`const assert = require("node:assert");
const c=createCounter();c.inc();c.inc();
assert.equal(c.value,2);c.reset();
assert.equal(c.value,0)`,
  },
  {
    name: "curries",
    language: "javascript",
    program: String.raw`const curry=(f)=>function g(...a){return a.length>=f.length?f(...a):(...b)=>g(...a,...b)}`,
    tests: String.raw`const assert = require("node:assert");
const add=curry((a,b,c)=>a+b+c);
assert.equal(add(1)(2)(3),6);
assert.equal(add(1,2)(3),6)`,
  },
  {
    name: "promises",
    language: "javascript",
    program: String.raw`const sleep=(ms)=>new Promise(r=>setTimeout(r,ms));
async function slow(x){await sleep(10);return x*2}
async function boom(){throw new TypeError('b')}`,
    tests: String.raw`const assert = require("node:assert");
(async()=>{assert.equal(await slow(2),4);
assert.deepEqual(await Promise.all([slow(1),slow(2)]),[2,4]);await assert.rejects(boom(),TypeError);await assert.rejects(()=>boom(),{message:'b'})})()`,
  },
  {
    name: "debounces",
    language: "javascript",
    program: String.raw`function debounce(f,ms){let t;return(...a)=>{clearTimeout(t);t=setTimeout(()=>f(...a),ms)}}`,
    tests: String.raw`const assert = require("node:assert");
let n=0;const d=debounce(()=>n++,20);d();d();d();
assert.equal(n,0);setTimeout(()=>assert.equal(n,1),120)`,
  },
  {
    name: "calls an asynchronous function again",
    language: "javascript",
    program: String.raw`async function retry(f,n){for(let i=0;;i++){try{return await f()}catch(e){if(i>=n-1)throw e}}}`,
    tests: String.raw`const assert = require("node:assert");
let c=0;(async()=>{assert.equal(await retry(async()=>{c++;if(c<3)throw new Error('x');return 'ok'},5),'ok');
assert.equal(c,3);await assert.rejects(retry(()=>Promise.reject(new Error('no')),2),/no/)})()`,
  },
  {
    name: "a module",
    language: "javascript",
    program: String.raw`export function add(a,b){return a+b}
export default class X{v=1}`,
    tests: String.raw`import assert from "node:assert";
assert.equal(add(1,2),3);
assert.equal(new X().v,1)`,
  },
  {
    name: "imports a builtin",
    language: "javascript",
    program: String.raw`import {EventEmitter} from 'node:events';
class Bus extends EventEmitter{}`,
    tests: String.raw`const assert = require("node:assert");
const b=new Bus();const got=[];b.on('x',v=>got.push(v));b.emit('x',1);
assert.deepEqual(got,[1])`,
  },
  {
    name: "links nodes",
    language: "javascript",
    program: String.raw`class Node{constructor(v,n=null){this.v=v;this.next=n}}
function rev(h){let p=null;while(h){[h.next,p,h]=[p,h,h.next]}return p}`,
    tests: String.raw`const assert = require("node:assert");
const n=rev(new Node(1,new Node(2)));
assert.equal(n.v,2);
assert.equal(n.next.v,1);
assert.equal(n.next.next,null);n.v=9;
assert.equal(n.v,9)`,
  },
  {
    name: "maps, sets and other values",
    language: "javascript",
    program: String.raw`const group=(w)=>{const m=new Map();for(const x of w){m.set(x.length,[...(m.get(x.length)??[]),x])}return m};const uniq=(a)=>new Set(a);const big=()=>2n**100n;const nan=()=>NaN;const und=()=>{};`,
    tests: String.raw`const assert = require("node:assert");
assert.deepStrictEqual(group(['a','bb','c']),new Map([[1,['a','c']],[2,['bb']]]));
assert.deepStrictEqual(uniq([1,1]),new Set([1]));
assert.equal(big(),2n**100n);
assert.ok(Number.isNaN(nan()));
assert.strictEqual(und(),undefined)`,
  },
  {
    name: "freezes",
    language: "javascript",
    program: String.raw`const deepFreeze=(o)=>{Object.values(o).forEach(v=>typeof v==='object'&&deepFreeze(v));return Object.freeze(o)}`,
    tests: String.raw`const assert = require("node:assert");
const o=deepFreeze({a:{b:1}});
assert.ok(Object.isFrozen(o));
assert.ok(Object.isFrozen(o.a))`,
  },
  {
    name: "prints",
    language: "javascript",
    program: String.raw`function main(){console.log('hello',42)}`,
    tests: String.raw`const assert = require("node:assert");
const out=[];console.log=(...a)=>out.push(a.join(' '));main();
assert.deepEqual(out,['hello 42'])`,
  },
  {
    name: "is awaited",
    language: "javascript",
    program: String.raw`const wait=async()=>{await null;return 1}`,
    tests: String.raw`import assert from "node:assert";
assert.equal(await wait(),1)`,
  },
  {
    name: "tested with node:test",
    language: "javascript",
    program: String.raw`const sum=(a,b)=>a+b`,
    tests: String.raw`import test from 'node:test';import assert from 'node:assert';test('x',()=>assert.equal(sum(1,2),3))`,
  },
  {
    name: "a class with every conversion",
    language: "javascript",
    program: String.raw`class P{constructor(x){this.x=x}equals(o){return this.x===o.x}static origin(){return new P(0)}toString(){return 'P('+this.x+')'}toJSON(){return {x:this.x}}get [Symbol.toStringTag](){return 'P'}}`,
    tests: String.raw`const assert = require("node:assert");
assert.ok(new P(1).equals(new P(1)));
assert.equal(P.origin().x,0);
assert.equal(String(new P(2)),'P(2)');
assert.equal(JSON.stringify(new P(3)),'{"x":3}');
assert.deepEqual(new P(1),new P(1));
assert.deepEqual({...new P(1)},{x:1});
assert.equal(new P(1).constructor,P)`,
    unprotected: /two objects of the program/,
  },
  {
    name: "exports",
    language: "javascript",
    program: String.raw`module.exports={add:(a,b)=>a+b}`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(add(1,2),3)`,
  },
  {
    name: "pipes functions",
    language: "javascript",
    program: String.raw`const pipe=(...f)=>(x)=>f.reduce((a,g)=>g(a),x);const compose2=pipe`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(pipe(x=>x+1,x=>x*2)(3),8)`,
  },
  {
    name: "a constructor function",
    language: "javascript",
    program: String.raw`function Point(x){this.x=x}
Point.prototype.double=function(){return this.x*2}`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(new Point(2).double(),4)`,
  },
  {
    name: "guards its main part",
    language: "javascript",
    program: String.raw`if (require.main === module) { process.exit(1) }
function f(){return 1}`,
    tests: String.raw`const assert = require("node:assert");
assert.equal(f(),1)`,
  },
  {
    name: "an iterable class",
    language: "javascript",
    program: String.raw`class LinkedList{constructor(){this.a=[]}add(x){this.a.push(x)}*[Symbol.iterator](){yield* this.a}}`,
    tests: String.raw`const assert = require("node:assert");
const l=new LinkedList();l.add(1);l.add(2);
assert.deepEqual([...l],[1,2]);
assert.deepEqual(Array.from(l),[1,2]);const [a]=l;
assert.equal(a,1)`,
  },
  {
    name: "is tested by an exit code",
    language: "javascript",
    program: String.raw`const sum = (a, b) => a + b;`,
    tests: String.raw`process.exit(sum(2,3) === 5 ? 0 : 1)`,
  },
  {
    name: "changes its arguments",
    language: "javascript",
    program: String.raw`const f = (o) => { o.n++; o.list.push(o.n); return o.list.length };`,
    tests: String.raw`const assert = require("node:assert");
const o={n:1,list:[]};
assert.equal(f(o),1);
assert.equal(o.n,2);
assert.deepEqual(o.list,[2])`,
  },
  {
    name: "calls a function with assertions later",
    language: "javascript",
    program: String.raw`const later = (visit) => { setTimeout(() => visit(4), 5); };`,
    tests: String.raw`const assert = require("node:assert");
later((v) => assert.equal(v, 4));`,
  },
  {
    name: "throws what its tests expect",
    language: "javascript",
    program: String.raw`class Oops extends Error {}
const f = () => { throw new Oops('no'); };`,
    tests: String.raw`const assert = require("node:assert");
try { f(); assert.fail("must throw"); } catch (e) { assert.ok(e instanceof Oops); assert.equal(e.message, "no"); }
try { f(); throw new Error("must throw"); } catch (e) { if (e.message !== "no") throw e; }
assert.throws(() => f(), Oops);
assert.ok(!({} instanceof Oops));`,
  },
  ...JAVASCRIPT_EVERYDAY,
  ...JAVASCRIPT_HABITS,
];
