import dns from "node:dns";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  Debate,
  number,
  type DebateConfig,
  type ModelReply,
} from "../../packages/rostrum/src/index.ts";
import type { ToolUse } from "../../packages/core/src/protocol/tool-use.ts";
import { isPrivateAddress } from "../../packages/runtime/src/api/tools/private-addresses.ts";
import { readHtmlText } from "../../packages/runtime/src/api/tools/html-text.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";
import { says } from "../support/panel.ts";

const folder = mkdtempSync(join(tmpdir(), "rostrum-tools-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SERVER = fileURLToPath(new URL("../support/tool-server.mjs", import.meta.url));
let logs = 0;
const newLog = (): string => {
  const log = join(folder, `log-${logs++}`);
  writeFileSync(log, "");
  return log;
};

const asks = (name: string, input: unknown): ModelReply => ({
  text: "",
  toolCalls: [{ name, input }],
});

/** What becomes of some calls of tools by one debater. */
async function use(
  tools: unknown,
  calls: readonly ModelReply[],
  more: Partial<DebateConfig<number>> = {},
): Promise<ToolUse[]> {
  const model = scripted([...calls, "Answer: 42"], { repeatLast: true });
  const debate = new Debate<number>({
    debaters: [{ model, tools: tools as never }, says("Answer: 42")],
    answer: number(),
    rounds: 0,
    ...more,
  });
  const result = await debate.run("How many?");
  expect(result.answer).toBe(42);
  return result.rounds[0]?.positions[0]?.toolCalls ?? [];
}

describe("tools of a server that speaks MCP", () => {
  test("are called if it marks them as read-only, and refused if it doesn't", async () => {
    const log = newLog();
    const tools = { mcp: [{ command: ["node", SERVER, log] }] };
    const used = await use(tools, [
      asks("population", { city: "Paris" }),
      asks("order", { what: "tea" }),
    ]);
    expect(used).toMatchObject([
      { output: "Paris has 2100000 inhabitants.", document: "population 1.0.1" },
      { error: "there is no such tool, or it is not allowed" },
    ]);
    expect(readFileSync(log, "utf8")).toBe("population Paris\n");
  });

  test("that may have an effect are called if they are allowed, and then no others", async () => {
    const log = newLog();
    const tools = { mcp: [{ command: ["node", SERVER, log], allow: ["order"] }] };
    const used = await use(tools, [
      asks("order", { what: "tea" }),
      asks("population", { city: "x" }),
    ]);
    expect(used).toMatchObject([{ output: "ordered tea" }, { error: expect.any(String) }]);
    expect(readFileSync(log, "utf8")).toBe("order tea\n");
  });

  test("get the input that the model wrote, or an error", async () => {
    const log = newLog();
    const city = "Paris, ".repeat(1000);
    const used = await use({ mcp: [{ command: ["node", SERVER, log] }] }, [
      asks("population", { city }),
      asks("population", "Paris"),
    ]);
    expect(readFileSync(log, "utf8")).toBe(`population ${city}\n`);
    expect(used[1]).toMatchObject({ error: "expected an object as input, got a string" });
  });

  test("may differ from seat to seat, and a panel's are everybody's", async () => {
    const log = newLog();
    const offered: string[][] = [];
    const model = ({ tools = {} }: { tools?: object }): string => {
      offered.push(Object.keys(tools).sort());
      return "Answer: 42";
    };
    await new Debate<number>({
      debaters: [model, { model, tools: { mcp: [{ command: ["node", SERVER, log] }] } }],
      tools: { calc: true },
      answer: number(),
      rounds: 0,
    }).run("How many?");
    expect(offered).toEqual([["calc"], ["calc", "population", "slow"]]);
  });

  test.each<[unknown, RegExp]>([
    [{ mcp: [{ command: ["no-such-server"] }] }, /mcp\[0\]: expected an MCP server/],
    [
      { mcp: [{ command: ["node", SERVER], allow: ["nothing"] }] },
      /mcp\[0\]\.allow: expected tools of the server \(population/,
    ],
  ])("that can't be had end the run before a call: %j", async (tools, message) => {
    const model = says("Answer: 42");
    const debate = new Debate({ debaters: [{ model, tools: tools as never }, model], rounds: 0 });
    await expect(debate.run("How many?")).rejects.toThrow(message);
    expect(model.requests).toHaveLength(0);
  });
});

describe("the calculator", () => {
  test.each([
    [{ expression: "0.1 + 0.2" }, "0.3"],
    [{ expression: "3 h * 60 km/h", to: "km" }, "180 km"],
    [{ expression: "2^100" }, "1267650600228229401496703205376"],
    [{ expression: "1/3" }, "0.333333333333… (exactly 1/3)"],
    [{ expression: "5 miles", to: "km" }, "8.04672 km"],
    [{ expression: "$5 * 3" }, "15 usd"],
  ])("%j is computed exactly", async (input, output) => {
    expect(await use({ calc: true }, [asks("calc", input)])).toMatchObject([{ output }]);
  });

  test.each([{ expression: "rm -rf" }, { expression: "5 km", to: "hours" }, {}, "2 + 2", null])(
    "%j is refused in words",
    async (input) => {
      expect((await use({ calc: true }, [asks("calc", input)]))[0]?.error).toEqual(
        expect.any(String),
      );
    },
  );
});

describe("a folder of files", () => {
  const docs = join(folder, "docs");
  mkdirSync(join(docs, "deep"), { recursive: true });
  writeFileSync(join(docs, "a.md"), "The lamp was out.");
  writeFileSync(join(docs, "deep", "b.txt"), "It was lit.");
  writeFileSync(join(docs, "picture.png"), Buffer.from([0x89, 0x50, 0xff, 0xfe]));
  writeFileSync(join(folder, "secret.txt"), "secret");
  symlinkSync(join(folder, "secret.txt"), join(docs, "link.txt"));
  symlinkSync(folder, join(docs, "up"));
  for (const place of [".", "deep"]) {
    mkdirSync(join(docs, place, ".git/refs"), { recursive: true });
    writeFileSync(join(docs, place, ".git/config"), "secret");
    writeFileSync(join(docs, place, ".env"), "secret");
  }
  writeFileSync(join(docs, ".git/refs/head"), "secret");
  writeFileSync(join(docs, "deep/tls.pem"), "secret");
  symlinkSync(".env", join(docs, "settings.txt"));
  symlinkSync("deep/.git", join(docs, "history"));
  symlinkSync("a.md", join(docs, ".hidden"));

  test("is listed and read", async () => {
    const used = await use({ files: docs }, [
      asks("list_files", {}),
      asks("read_file", { path: "deep/b.txt" }),
    ]);
    expect(used).toMatchObject([
      { output: "a.md\ndeep/b.txt\npicture.png" },
      { output: "It was lit.", document: "read_file 1.0.2" },
    ]);
  });

  test.each([
    "../secret.txt",
    "link.txt",
    "up/secret.txt",
    "/etc/passwd",
    "deep/../../secret.txt",
    "a\0.md",
    "picture.png",
    "deep",
    "",
    ".env",
    "./.env",
    "deep/.env",
    "deep/../.env",
    ".git/config",
    ".git/refs/head",
    "deep/.git/config",
    "settings.txt",
    "deep/tls.pem",
    "history/config",
    ".hidden",
  ])("%j is not read", async (path) => {
    const [used] = await use({ files: docs }, [asks("read_file", { path })]);
    expect(used?.error).toEqual(expect.any(String));
    expect(JSON.stringify(used)).not.toContain('"secret"');
  });
});

/** Takes the addresses of a name. */
type Found = (error: null, addresses: { address: string; family: number }[]) => void;

describe("pages", () => {
  const requests: string[] = [];
  let base = "";
  const handlers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
    "/docs/page": (_, response) =>
      response
        .setHeader("content-type", "text/html; charset=utf-8")
        .end(
          "<head><title>T</title></head><script>alert(1)</script><h1>Lamps &amp; oil</h1><p>It was <b>out</b>.</p><!-- hidden -->",
        ),
    "/docs/away": (_, response) => response.writeHead(302, { location: "/private" }).end(),
    "/docs/here": (_, response) => response.writeHead(302, { location: "/docs/page" }).end(),
    "/docs/loop": (_, response) => response.writeHead(302, { location: "/docs/loop" }).end(),
    "/docs/image": (_, response) => response.setHeader("content-type", "image/png").end("x"),
    "/docs/missing": (_, response) =>
      response.writeHead(404, { "content-type": "text/plain" }).end("gone"),
    "/docs/endless": (_, response) => {
      response.setHeader("content-type", "text/plain");
      const write = (): void => {
        while (response.writable && response.write("x".repeat(65_536)));
        response.once("drain", write);
      };
      write();
    },
    "/docs/silent": () => undefined,
    "/private": (_, response) => response.end("private"),
  };
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    handlers[request.url ?? ""]?.(request, response);
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const fetchPage = async (path: string, allowed = `${base}/docs/`): Promise<ToolUse | undefined> =>
    (
      await use(
        { fetch: allowed },
        [asks("fetch", { url: path.startsWith("/") ? base + path : path })],
        {
          limits: { toolTimeoutMs: 2000 },
        },
      )
    )[0];

  test("are read as the text that people see", async () => {
    expect((await fetchPage("/docs/page"))?.output).toBe("Lamps & oil\n\nIt was out.");
    expect((await fetchPage("/docs/here"))?.output).toBe("Lamps & oil\n\nIt was out.");
  });

  test("are read only where their addresses are allowed, after every redirect", async () => {
    expect((await fetchPage("/private"))?.error).toContain("not allowed");
    expect((await fetchPage("/docs/away"))?.error).toContain("not allowed");
    for (const above of [
      "../",
      "..%2f",
      "..%5C",
      "%2e%2e%2f",
      "%252e%252e%252f",
      "..%2525252f",
      "..%252525252f",
      "..;/",
      "a%2f..%2f",
    ])
      expect((await fetchPage(`/docs/${above}private`))?.error, above).toContain("not allowed");
    expect((await fetchPage("http://user:pass@127.0.0.1/docs/"))?.error).toContain("not allowed");
    expect((await fetchPage("file:///etc/passwd"))?.error).toContain("not allowed");
    expect(requests).not.toContain("/private");
  });

  test("of a name that leads to a private network are refused", async () => {
    const { port } = new URL(base);
    const allowed = `http://inside.example:${port}/`;
    vi.spyOn(dns, "lookup").mockImplementation(((_name: string, _options: object, done: Found) =>
      done(null, [{ address: "127.0.0.1", family: 4 }])) as never);
    onTestFinished(() => void vi.restoreAllMocks());
    requests.length = 0;
    expect((await fetchPage(`${allowed}docs/page`, allowed))?.error).toContain("private network");
    expect(requests).toEqual([]);
    for (const address of [
      "127.0.0.1",
      "10.1.2.3",
      "192.168.1.1",
      "169.254.169.254",
      "::1",
      "::ffff:127.0.0.1",
      "::ffff:7f00:1",
      "fd00::1",
      "fe80::1",
      "0.0.0.0",
      "100.64.0.1",
      "64:ff9b::a00:1",
      "64:ff9b:1:ffff::a00:1",
      "::10.0.0.1",
      "::7f00:1",
      "::ffff:0:10.0.0.1",
      "fec0::1",
      "feff::1",
      "2001:db8::1",
      "3fff:fff::1",
      "5f00::1",
      "100:0:0:1::1",
      "192.0.2.1",
      "198.51.100.1",
      "203.0.113.1",
      "nonsense",
    ]) {
      expect(isPrivateAddress(address), address).toBe(true);
    }
    for (const address of ["1.1.1.1", "93.184.215.14", "2606:4700:4700::1111"]) {
      expect(isPrivateAddress(address), address).toBe(false);
    }
  });

  test("that loop, are no text, are missing, never end or never begin are told in words", async () => {
    expect((await fetchPage("/docs/loop"))?.error).toContain("redirects more than");
    expect((await fetchPage("/docs/image"))?.error).toContain(
      "expected a text page, got image/png",
    );
    expect((await fetchPage("/docs/missing"))?.error).toContain("404");
    expect((await fetchPage("/docs/endless"))?.output).toEqual(expect.stringContaining("[cut"));
    expect((await fetchPage("/docs/silent"))?.error).toContain("toolTimeoutMs");
  });

  test.each([
    ["İ".repeat(12) + "<script>x</script>Hello world", "İ".repeat(12) + "Hello world"],
    ["<SCRIPT>x</Script >seen", "seen"],
    ["<style>a</styles></style>seen", "seen"],
    ["<template-view>Hello</template-view> after", "Hello after"],
    ["<template>hidden</template> after", "after"],
    [`<a title="a>b" rel='c>d'>x</a>`, "x"],
    [`<a b">x</a> y`, "x y"],
    ["a < b", "a < b"],
    ['<p>up</p><svg class="icon" /><p>down</p>', "up\n\ndown"],
    ['<script src="a.js"/>seen', "seen"],
  ])("%j reads %j", (page, text) => {
    expect(readHtmlText(page)).toBe(text);
  });

  test("of any kind are turned into text in time that is proportional to them", () => {
    const hostile = [
      "<".repeat(200_000),
      "<script>".repeat(30_000),
      "<!--".repeat(50_000),
      "&#".repeat(100_000),
      "<p ".repeat(60_000),
      `<p a="`.repeat(60_000),
      `<p a='>`.repeat(60_000),
      "<p>=".repeat(60_000),
    ];
    for (const page of hostile) expect(readHtmlText(page).length).toBeLessThanOrEqual(page.length);
  });
});
