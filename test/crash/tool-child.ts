import {
  Debate,
  number,
  sqliteJournal,
  type ModelReply,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { postgresJournal } from "../../packages/server/src/postgres/index.ts";

/*
 * Runs one debate whose debaters look things up and order things at an MCP server. It says on standard output which
 * tool steps the journal holds at its start, every turn of a model, and the end.
 */
const [, , place = "", server = "", log = "", cap = "0"] = process.argv;
const journal = place.startsWith("postgres")
  ? postgresJournal(place, { leaseMs: 200 })
  : sqliteJournal(place);
const ID = "run";
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Four tools on the way to a reply: every other one has an effect. */
function model({ messages, debater = "", tools }: ModelRequest): ModelReply | string {
  const used = messages.filter((message) => message.toolResults !== undefined).length;
  say(`turn ${debater} ${used}`);
  if (used === 4 || !tools) return "Answer: 42";
  const key = `${debater}.${used}`;
  return {
    text: "",
    toolCalls: [
      used % 2 === 0
        ? { name: "population", input: { city: key } }
        : { name: "order", input: { what: key } },
    ],
  };
}

const stored = await journal.read(ID);
const done = [...(stored?.steps ?? [])].flatMap(([step, { outcome }]) =>
  outcome && step.includes("_tool_") ? [step] : [],
);
say(`done ${JSON.stringify(done)}`);
const debate = new Debate({
  debaters: [0, 1, 2].map((seat) => ({ name: `d${seat}`, model })),
  tools: { mcp: [{ command: [process.execPath, server, log], allow: ["population", "order"] }] },
  answer: number(),
  rounds: 0,
  journal,
  budget: { toolCalls: Number(cap) },
});
const result = await debate.run("How many?", { id: ID });
say(`result ${JSON.stringify(result)}`);
await journal.close();
