import { readFileSync } from "node:fs";
import { debate } from "../packages/rostrum/src/index.ts";
import { scripted } from "../packages/rostrum/src/testing/index.ts";
const { cases } = JSON.parse(readFileSync("../shared/golden.json","utf8"));
let bad=0;
const at=(o,p)=>p.split(".").reduce((v,k)=>v?.[k],o);
for (const c of cases) {
  const { names, weights, ...config } = c.config;
  const say = (s)=>scripted(Array.isArray(s)?s:[s],{repeatLast:true});
  const debaters = c.replies.map((r,i)=>({model: say(r), ...(names?{name:names[i]}:{}), ...(weights?{weight:weights[i]}:{})}));
  if (config.route && c.router) config.route={...config.route, model: say(c.router)};
  try {
    const r = await debate("What is the answer?", {...config, debaters, ...(c.judge!==undefined?{judge:say(c.judge)}:{}), limits:{retries:0}});
    if (c.expect.throws) {console.log("FAIL should throw", c.name); bad++; continue}
    for (const [p,e] of Object.entries(c.expect)) { let v=at(r,p); if(typeof v==="number") v=Math.round(v*1e4)/1e4; if (v!==e) {console.log("FAIL",c.name,p,"expected",e,"got",v); bad++;} }
  } catch (e) { if (e.name!==c.expect.throws) {console.log("FAIL",c.name,e.stack); bad++} }
}
console.log(cases.length,"cases",bad,"bad");
