/** Code with tests: programs are grouped by what they do, and the first that passes is taken, the cheapest first. */
import assert from "node:assert/strict";
import { code, Debate } from "rostrum";
import { scripted } from "rostrum/testing";

const fenced = (program: string): string => `Answer:\n\`\`\`js\n${program}\n\`\`\``;
const small = scripted([fenced("const median = (list) => list[Math.floor(list.length / 2)];")]);
const large = scripted([
  fenced("const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];"),
]);
const largest = scripted([fenced("never asked")]);

const panel = new Debate({
  debaters: [
    { name: "largest", model: largest, price: { input: 10, output: 50 } },
    { name: "small", model: small, price: { input: 0.1, output: 0.4 } },
    { name: "large", model: large, price: { input: 1, output: 5 } },
  ],
  answer: code({ language: "javascript" }),
  // The program arrives on standard input. It runs without network, and can write nowhere but to its own folder.
  verify: {
    command: [
      "node",
      "-e",
      `const program = require("node:fs").readFileSync(0, "utf8");
       const median = new Function(program + "; return median")();
       if (median([9, 1, 5]) !== 5) { console.log("median([9, 1, 5]) is", median([9, 1, 5])); process.exit(1); }`,
    ],
    select: true,
  },
});
const result = await panel.run("Write median(list) in JavaScript.");

for (const { debater, status, verdict, check } of result.rounds[0]?.positions ?? []) {
  console.log(`${debater}: ${status}${verdict ? `, ${verdict}` : ""}${check ? `: ${check}` : ""}`);
}
for (const warning of result.warnings) console.log(warning);
assert.equal(result.winner, "large");
assert.equal(result.stopReason, "verified");
assert.equal(largest.requests.length, 0, "the most expensive one is not asked");
