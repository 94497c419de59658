/* What servers of others may do to a run: take its time, and send as much as they like. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import {
  BudgetExceededError,
  ConfigError,
  Debate,
  number,
  type DebateConfig,
  type DebateResult,
} from "../../packages/rostrum/src/index.ts";
import { listProviderModels } from "../../packages/cli/src/discovery/available-models.ts";
import { fetchOffer } from "../../packages/cli/src/discovery/local-servers.ts";
import { createGitHubApi } from "../../packages/cli/src/pull-request/github-api.ts";
import { fetchJson } from "../../packages/server/src/oidc/discovery.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";
import { newHome } from "../cli/support/home.ts";
import { rostrum } from "../cli/support/rostrum.ts";
import { says } from "../support/panel.ts";

/** More than any reply needs, and little enough for a test to send. */
const MAX_SENT_BYTES = 400_000_000;
const PIECE = "x".repeat(1_000_000);

interface EndlessServer {
  url: string;
  /** Bytes that were written before the other side hung up. */
  countSent(): number;
  /** Resolves when a connection is closed. */
  hungUp: Promise<void>;
}

/** A server whose answers don't end. `begin` writes the headers and the beginning. */
async function serveEndlessly(
  begin: (response: ServerResponse, incoming: IncomingMessage) => void,
): Promise<EndlessServer> {
  let sent = 0;
  const over = Promise.withResolvers<void>();
  const server = createServer((incoming, response) => {
    incoming.resume();
    incoming.on("end", () => {
      begin(response, incoming);
      const write = (): void => {
        while (!response.destroyed && sent < MAX_SENT_BYTES) {
          sent += PIECE.length;
          if (!response.write(PIECE)) return void response.once("drain", write);
        }
        response.end();
      };
      response.on("close", () => over.resolve());
      if (!response.writableEnded) write();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, countSent: () => sent, hungUp: over.promise };
}

const beginJson = (response: ServerResponse): void => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"id": "1", "choices": [{"message": {"content": "');
};

describe("a provider that sends without end", () => {
  const endings: Record<string, (response: ServerResponse) => void> = {
    "a reply": beginJson,
    "an error": (response) => {
      response.writeHead(400, { "content-type": "application/json" });
      response.write('{"error": {"message": "');
    },
    "one event of a stream": (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('data: {"id": "1", "choices": [{"index": 0, "delta": {"content": "');
    },
  };

  test.each(Object.entries(endings))(
    "%s is cut off, and the member failed",
    async (what, begin) => {
      const server = await serveEndlessly(begin);
      const debate = new Debate({
        debaters: [`compat:tiny@${server.url}/v1`, says("Answer: 42"), says("Answer: 42")],
        rounds: 0,
        limits: { retries: 0 },
      });
      // Somebody who listens gets a stream.
      const onEvent = what.includes("stream") ? { onEvent: () => undefined } : {};
      const result = await debate.run("How many?", onEvent);
      await server.hungUp;
      expect(server.countSent()).toBeLessThan(MAX_SENT_BYTES);
      expect(result.rounds[0]?.positions[0]).toMatchObject({ status: "failed" });
      expect(result.rounds[0]?.positions[0]?.error).toMatch(
        what === "an error" ? /status 400/ : /at most \d+ MB/,
      );
    },
  );

  test("a small body that unpacks to a large one is cut off too", async () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000, " "));
    expect(bomb.length).toBeLessThan(1_000_000);
    const server = await serveEndlessly((response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end(bomb);
    });
    const debate = new Debate({
      debaters: [`compat:tiny@${server.url}/v1`, says("Answer: 42"), says("Answer: 42")],
      rounds: 0,
      limits: { retries: 0 },
    });
    const result = await debate.run("How many?");
    expect(result.rounds[0]?.positions[0]?.error).toMatch(/at most \d+ MB/);
  });

  test("a list of models and what an identity provider says are cut off", async () => {
    const server = await serveEndlessly(beginJson);
    expect(await fetchOffer(server.url)).toEqual({ status: 0 });
    await expect(fetchJson(server.url)).rejects.toMatchObject({
      code: "identity_provider_unavailable",
    });
    expect(server.countSent()).toBeLessThan(MAX_SENT_BYTES);
  });
});

/** A server whose answers are right, and longer than anybody needs. */
async function serveAtLength(status: number, answer: object, bytes: number): Promise<string> {
  const text = JSON.stringify({ ...answer, more: "x".repeat(bytes) });
  const server = createServer((incoming, response) => {
    incoming.resume();
    response.writeHead(status, { "content-type": "application/json" }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("an answer that is too long is not read to its end", () => {
  const LIST = { data: [{ id: "gpt-long" }] };

  test("by a search for local servers", async () => {
    expect(await fetchOffer(await serveAtLength(200, LIST, 1))).toEqual({ models: ["gpt-long"] });
    expect(await fetchOffer(await serveAtLength(200, LIST, 9_000_000))).toEqual({ status: 0 });
  });

  test("by the list of a provider's models", async () => {
    const list = async (bytes: number): Promise<string> => {
      const url = await serveAtLength(200, LIST, bytes);
      return JSON.stringify(await listProviderModels("openai", "sk-x", () => fetch(url)));
    };
    expect(await list(1)).toContain("gpt-long");
    expect(await list(9_000_000)).toMatch(/at most 8 MB/);
  });

  test("by reviews of pull requests", async () => {
    const ask = async (bytes: number): Promise<string> => {
      const url = await serveAtLength(404, { message: "No such branch" }, bytes);
      const asking = createGitHubApi({ GITHUB_API_URL: url }).get("/x", z.unknown());
      return String(await asking.catch((error: unknown) => error));
    };
    expect(await ask(1)).toContain("No such branch");
    expect(await ask(200_000)).not.toContain("No such branch");
  });

  test("by rostrum reload", async () => {
    using home = newHome();
    const reload = async (bytes: number): Promise<string> => {
      const url = await serveAtLength(200, { changed: ["panels"] }, bytes);
      return (await rostrum(home, ["reload", "--url", url])).stderr;
    };
    expect(await reload(1)).toContain("reloaded: panels");
    expect(await reload(200_000)).toContain("what changed is unknown");
  });
});

const HOSTILE = fileURLToPath(new URL("../support/hostile-tool-server.mjs", import.meta.url));

/** A debate with a member that asks for one tool of a server. */
function lookUp(
  server: object,
  more: Partial<DebateConfig<number>> = {},
): Promise<DebateResult<number>> {
  const replies = [{ text: "", toolCalls: [{ name: "look_up", input: {} }] }, "Answer: 42"];
  const model = scripted(replies, { repeatLast: true });
  return new Debate<number>({
    debaters: [{ model, tools: { mcp: [server] } as never }, says("Answer: 42")],
    answer: number(),
    rounds: 0,
    ...more,
  }).run("How many?");
}

const uses = (result: DebateResult<number>): unknown => result.rounds[0]?.positions[0]?.toolCalls;

describe("a server of tools", () => {
  test("that describes its results by a pattern keeps nobody busy", async () => {
    const result = await lookUp({ command: ["node", HOSTILE, "pattern"] });
    expect(uses(result)).toMatchObject([{ output: "42 of them" }]);
  });

  test("whose result is too long is hung up on", async () => {
    const result = await lookUp({ command: ["node", HOSTILE, "flood"] });
    expect(uses(result)).toMatchObject([{ error: expect.any(String) }]);
  });

  test("whose schema is too deep to walk is refused", async () => {
    const refused = lookUp({ command: ["node", HOSTILE, "deep"] });
    await expect(refused).rejects.toBeInstanceOf(ConfigError);
    await expect(refused).rejects.toThrow(/at most 200 levels/);
  });

  /** Less than the time after which a connection is given up anyway. */
  const timeout = 20_000;

  test("that doesn't answer costs no more than the time of the run", { timeout }, async () => {
    const waiting = lookUp({ command: ["node", HOSTILE, "silent"] }, { budget: { ms: 300 } });
    await expect(waiting).rejects.toBeInstanceOf(BudgetExceededError);
    await expect(waiting).rejects.toMatchObject({ shortage: { limit: "ms" } });
  });

  test("over HTTP that sends without end is cut off", async () => {
    const server = await serveEndlessly(beginJson);
    await expect(lookUp({ url: server.url })).rejects.toBeInstanceOf(ConfigError);
    expect(server.countSent()).toBeLessThan(MAX_SENT_BYTES);
  });
});
