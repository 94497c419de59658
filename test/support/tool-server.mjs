/* An MCP server for tests. It notes every call in the file that is its first argument. */
import { appendFileSync } from "node:fs";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const [, , log] = process.argv;
const note = (line) => log && appendFileSync(log, `${line}\n`);
const text = (words) => ({ content: [{ type: "text", text: words }] });

function createServer() {
  const server = new McpServer({ name: "lookups", version: "1" });
  server.registerTool(
    "population",
    {
      description: "Inhabitants of a city",
      inputSchema: z.object({ city: z.string() }),
      annotations: { readOnlyHint: true },
    },
    async ({ city }) => {
      note(`population ${city}`);
      return text(`${city} has 2100000 inhabitants.`);
    },
  );
  server.registerTool(
    "order",
    { description: "Orders something", inputSchema: z.object({ what: z.string() }) },
    async ({ what }) => {
      note(`order ${what}`);
      return text(`ordered ${what}`);
    },
  );
  server.registerTool(
    "slow",
    {
      description: "Takes its time",
      inputSchema: z.object({ ms: z.number() }),
      annotations: { readOnlyHint: true },
    },
    async ({ ms }) => {
      note(`slow begins`);
      await new Promise((resolve) => setTimeout(resolve, ms));
      note(`slow ends`);
      return text("done");
    },
  );
  return server;
}

serveStdio(createServer);
