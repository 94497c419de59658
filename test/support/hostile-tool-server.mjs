/*
 * A hostile MCP server for tests, without an SDK that would keep it honest. Its argument says what it does:
 * `pattern` describes its results by a pattern that takes twice as long for each letter, `flood` answers with a result
 * that is too long, `silent` never answers, and `deep` describes its input by a schema of many levels.
 */
import { createInterface } from "node:readline";

const [, , behavior] = process.argv;
const SLOW = { type: "object", properties: { x: { type: "string", pattern: "^(a+)+$" } } };
const DEPTH = 1_000;
const deepSchema = `{"type":"object","not":${'{"not":'.repeat(DEPTH)}{}${"}".repeat(DEPTH)}}`;

const reply = (id, result) =>
  process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":${result}}\n`);

function listTools() {
  const inputSchema = behavior === "deep" ? deepSchema : '{"type":"object"}';
  const outputSchema = behavior === "pattern" ? `,"outputSchema":${JSON.stringify(SLOW)}` : "";
  return `{"tools":[{"name":"look_up","annotations":{"readOnlyHint":true},"inputSchema":${inputSchema}${outputSchema}}]}`;
}

/** A right answer of 20 MB. */
function flood(id) {
  process.stdout.on("error", () => process.exit());
  const text = "x".repeat(20_000_000);
  reply(id, JSON.stringify({ content: [{ type: "text", text }] }));
}

function answer({ id, method, params }) {
  if (id === undefined || behavior === "silent") return;
  if (method === "initialize") {
    const { protocolVersion } = params;
    const about = {
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "h", version: "1" },
    };
    reply(id, JSON.stringify(about));
  } else if (method === "tools/list") reply(id, listTools());
  else if (method === "tools/call" && behavior === "flood") flood(id);
  else if (method === "tools/call") {
    // It doesn't fit the pattern, which takes a second to find out: a client that tries fails instead of hanging.
    const structuredContent = { x: `${"a".repeat(24)}!` };
    reply(
      id,
      JSON.stringify({ content: [{ type: "text", text: "42 of them" }], structuredContent }),
    );
  } else reply(id, "{}");
}

createInterface({ input: process.stdin }).on("line", (line) => answer(JSON.parse(line)));
