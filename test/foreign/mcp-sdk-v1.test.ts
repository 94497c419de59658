import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { memoryJournal } from "rostrum";
import { serve } from "rostrum/server";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { installPrivately } from "../support/install-privately.ts";
import { program } from "../support/programs.ts";
import { says } from "../server/support/models.ts";
import { ownFolder } from "../server/support/process.ts";

/** What the test uses of the first SDK. */
interface OlderClient {
  connect(transport: object): Promise<void>;
  setRequestHandler(schema: object, handler: (request: unknown) => unknown): void;
  callTool(call: { name: string; arguments: object }): Promise<Record<string, unknown>>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  readResource(wanted: { uri: string }): Promise<{ contents: { text: string }[] }>;
  close(): Promise<void>;
}

interface OlderSdk {
  Client: new (info: object, options: { capabilities: object }) => OlderClient;
  StdioClientTransport: new (options: object) => object;
  StreamableHTTPClientTransport: new (url: URL) => object;
  ElicitRequestSchema: object;
}

const PACKAGE = "@modelcontextprotocol/sdk";

async function loadSdk(): Promise<OlderSdk | null> {
  const folder = await installPrivately(
    new URL("./sdk-v1", import.meta.url),
    `${PACKAGE}/package.json`,
  );
  if (folder === null) return null;
  const files = ["client/index.js", "client/stdio.js", "client/streamableHttp.js", "types.js"];
  const modules = files.map(
    (file) => import(pathToFileURL(join(folder, "node_modules", PACKAGE, "dist/esm", file)).href),
  );
  return Object.assign({}, ...(await Promise.all(modules))) as OlderSdk;
}

describe("a client of the first SDK", () => {
  let sdk: OlderSdk | null = null;
  beforeAll(async () => {
    sdk = await loadSdk();
  });

  function newClient(from: OlderSdk, capabilities: object = {}): OlderClient {
    const client = new from.Client({ name: "older", version: "1" }, { capabilities });
    onTestFinished(() => client.close());
    return client;
  }

  test("asks over standard input and output without a key", async ({ skip }) => {
    if (sdk === null) return skip(`${PACKAGE} can't be installed here`);
    const client = newClient(sdk);
    const folder = ownFolder();
    await client.connect(
      new sdk.StdioClientTransport({
        command: process.execPath,
        args: [program("rostrum"), "mcp"],
        env: { PATH: process.env["PATH"] ?? "", HOME: folder, ROSTRUM_HOME: folder },
        cwd: folder,
        stderr: "ignore",
      }),
    );
    const asked = { question: "What is 6*7?", wait: 45 };
    const { structuredContent } = await client.callTool({ name: "ask", arguments: asked });
    expect(structuredContent).toMatchObject({ status: "completed", answer: "42" });
    const { transcript } = structuredContent as { transcript: string };
    const { contents } = await client.readResource({ uri: transcript });
    expect(contents[0]?.text).toContain("What is 6");
  });

  test("asks over HTTP, and its person speaks at the table", async ({ skip }) => {
    if (sdk === null) return skip(`${PACKAGE} can't be installed here`);
    const panels = { table: { debaters: ["human:grace", says("41"), says("42")], rounds: 0 } };
    const serving = await serve({ port: 0, journal: memoryJournal(), panels });
    onTestFinished(() => serving.close());
    const client = newClient(sdk, { elicitation: {} });
    client.setRequestHandler(sdk.ElicitRequestSchema, () => ({
      action: "accept",
      content: { words: "41" },
    }));
    await client.connect(new sdk.StreamableHTTPClientTransport(new URL(`${serving.url}/mcp`)));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("ask");
    const { structuredContent } = await client.callTool({
      name: "ask",
      arguments: { question: "Q?", wait: 45 },
    });
    expect(structuredContent).toMatchObject({ status: "completed", answer: "41" });
  });
});
