/*
 * Tests which clients work with a server: `node scripts/clients.ts` starts a server on loopback and
 * runs each client against it. `--save` writes the table to docs/evidence/clients.txt, which
 * docs/integrations.md shows. `--through=nginx` (or caddy) puts the proxy in front of the server, with TLS and the
 * configuration of deploy/. Packages that nothing else in the repository needs are in
 * scripts/clients, with their own lockfile.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { memoryJournal } from "../packages/rostrum/src/index.ts";
import { hashToken, newToken, serve } from "../packages/server/src/index.ts";
import { openAiServer, type Behaviour, type Received } from "../test/support/openai-server.ts";
import { frontOf, type Kind } from "../test/support/real-proxy.ts";
import { aiSdk } from "./clients/ai-sdk.ts";
import { langChain } from "./clients/langchain.ts";
import { mcp, modernMcp, olderMcp } from "./clients/mcp.ts";
import { openAiChat, openAiResponses } from "./clients/openai-js.ts";
import { openAiPython, python } from "./clients/openai-python.ts";
import { TASKS, TASK_MS, within, type ClientTasks } from "./clients/tasks.ts";
import { withClients } from "./lib/clients-table.ts";
import { ROOT } from "./lib/root.ts";

const CLIENTS_FOLDER = join(ROOT, "scripts/clients");

/**
 * Model behind the panel: calls the offered tool, and replies in the requested format.
 */
function behave({ body }: Received): Behaviour {
  const text = JSON.stringify(body["messages"]);
  if (Array.isArray(body["tools"]) && !text.includes("tool returned")) return { tool: "multiply" };
  if (text.includes('\\"city\\"') || body["response_format"] !== undefined)
    return { reply: '{"reasoning":"known","answer":{"city":"Lima"},"confidence":0.9}' };
  return { reply: "It is six.\nAnswer: 6\nConfidence: 0.9" };
}

/** Makes the proxy send the token of a user, because the clients have none. */
function signClientsIn(config: string): string {
  return config
    .replace('connection "";', `connection "";\nproxy_set_header authorization "Bearer ${token}";`)
    .replace(
      "flush_interval -1",
      `flush_interval -1\n\t\t\theader_up authorization "Bearer ${token}"`,
    );
}

function installExtraPackages(): boolean {
  if (existsSync(join(CLIENTS_FOLDER, "node_modules"))) return true;
  try {
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], {
      cwd: CLIENTS_FOLDER,
      stdio: "ignore",
    });
    return true;
  } catch {
    return false;
  }
}

function versionOf(name: string, from: string): string {
  const manifest = join(from, "node_modules", name, "package.json");
  return (createRequire(import.meta.url)(manifest) as { version: string }).version;
}

const folder = mkdtempSync(join(tmpdir(), "rostrum-clients-"));
const models = await openAiServer(behave);
const model = `compat:tiny@${models.url}`;
const through = process.argv.find((each) => each.startsWith("--through="))?.slice(10);
const token = newToken();
const serving = await serve({
  port: 0,
  // A server behind a proxy needs users.
  ...(through === undefined
    ? {}
    : { auth: { tokens: [{ user: "client", hash: hashToken(token) }] } }),
  basePath: through === undefined ? "" : "/rostrum",
  journal: memoryJournal(),
  panels: {
    bench: { debaters: [model, model], judge: model, rounds: 0 },
    panel: { debaters: [model, model], rounds: 0 },
  },
});
const front =
  through === undefined
    ? null
    : await frontOf(through as Kind, { servers: [serving.port], edit: signClientsIn });
if (front) {
  setDefaultCACertificates([...getCACertificates("default"), front.ca]);
  // Python's client reads this one.
  process.env["SSL_CERT_FILE"] = front.caFile;
}
const rows: string[][] = [];
const failureMessages: string[] = [];
try {
  const url = front ? `https://localhost:${front.port}/rostrum` : serving.url;
  const root = (name: string): string => versionOf(name, ROOT);
  const hasExtraPackages = installExtraPackages();
  const program = await python(folder);
  const clients: [string, ClientTasks | null][] = [
    [`openai ${root("openai")} (JS), chat completions`, openAiChat(url)],
    [`openai ${root("openai")} (JS), Responses API`, openAiResponses(url)],
    ["openai (Python)", program === null ? null : openAiPython(url, program)],
    [`AI SDK ${root("ai")}, @ai-sdk/openai ${root("@ai-sdk/openai")} (Responses API)`, aiSdk(url)],
    [
      `LangChain, @langchain/openai ${hasExtraPackages ? versionOf("@langchain/openai", CLIENTS_FOLDER) : ""}`,
      hasExtraPackages ? await langChain(url) : null,
    ],
    [
      `MCP of 2026, @modelcontextprotocol/client ${root("@modelcontextprotocol/client")}`,
      mcp(() => modernMcp(url)),
    ],
    [
      `MCP of 2025, @modelcontextprotocol/sdk ${hasExtraPackages ? versionOf("@modelcontextprotocol/sdk", CLIENTS_FOLDER) : ""}`,
      hasExtraPackages ? mcp(() => olderMcp(url)) : null,
    ],
  ];
  for (const [name, tasks] of clients) {
    const cells: string[] = [];
    for (const task of TASKS) {
      const work = tasks?.[task];
      if (tasks === null) cells.push("not installed");
      else if (!work) cells.push("–");
      else {
        try {
          console.error(`${name}: ${task}`);
          await within(work(), TASK_MS);
          cells.push("works");
        } catch (error) {
          cells.push("fails");
          failureMessages.push(
            `${name}, ${task}: ${error instanceof Error ? error.message : String(error)}`,
          );
        }
      }
    }
    rows.push([name, ...cells]);
  }
} finally {
  await front?.end();
  await serving.close();
  await models.close();
  rmSync(folder, { recursive: true, force: true });
}

const lines = [
  `| client | ${TASKS.join(" | ")} |`,
  `|---${"|---".repeat(TASKS.length)}|`,
  ...rows.map((cells) => `| ${cells.join(" | ")} |`),
];
const table = `${lines.join("\n")}\n`;
console.log(table);
for (const line of failureMessages) console.error(line);
if (process.argv.includes("--save") && front === null) {
  writeFileSync(join(ROOT, "docs/evidence/clients.txt"), `$ node scripts/clients.ts\n${table}`);
  const page = join(ROOT, "docs/integrations.md");
  writeFileSync(page, withClients(readFileSync(page, "utf8"), table));
}
process.exit(failureMessages.length > 0 ? 1 : 0);
