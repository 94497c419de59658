// What is part of the package and loads at first use: the packages that speak MCP, on both sides, and read YAML; and the
// server with its page and its metrics.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { debate, memoryJournal, type ModelRequest } from "rostrum";
import { serve } from "rostrum/server";

writeFileSync("rostrum.config.yaml", "panels:\n  sums:\n    debaters: embedded*3\n");
const program = fileURLToPath(new URL("bin.js", import.meta.resolve("rostrum")));
const command = [
  process.execPath,
  program,
  ...["mcp", "--config", "rostrum.config.yaml", "--trust", "--journal", "mcp.db"],
];
const offered = new Set<string>();
const { answer } = await debate("What is 6 × 7?", {
  debaters: ["Ada", "Bob"].map((name) => ({
    name,
    model: ({ tools }: ModelRequest) => {
      for (const tool of Object.keys(tools ?? {})) offered.add(tool);
      return "Answer: 42";
    },
  })),
  tools: { mcp: { command, allow: ["ask"] } },
});
if (answer !== "42" || !offered.has("ask")) {
  throw new Error(`expected 42 and the tool "ask", got ${answer} and ${[...offered].join(", ")}`);
}

const { url, close } = await serve({
  port: 0,
  journal: memoryJournal(),
  panels: { sums: { debaters: "embedded*3" } },
});
for (const [path, expected] of [
  ["/", "<!doctype html>"],
  ["/metrics", "# HELP"],
  ["/openapi.json", "openapi"],
] as const) {
  const response = await fetch(new URL(path, url));
  const text = await response.text();
  if (!response.ok || !text.includes(expected)) {
    throw new Error(
      `expected ${path} to answer with "${expected}", got ${response.status}: ${text}`,
    );
  }
}
await close();
