import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import type { AddressInfo } from "node:net";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askNetwork } from "../src/index.ts";
import { CHROMIUM_FLAGS } from "../../../test/browser/support/chromium-flags.ts";
import { findChromium } from "../../../test/browser/support/find-chromium.ts";

const root = new URL("../", import.meta.url);
const place = findChromium();

const request = {
  role: "debater",
  question: "What is 77 × 35 × 86 + 12?",
  peers: [],
  messages: [],
  seed: 5,
};

/** A module worker that asks an embedded debater, and posts the reply back. */
const worker = `
  import { askNetwork } from "/src/index.ts";
  try {
    const { signal } = new AbortController();
    const replies = [];
    for (const variant of ["xs-2", "m"]) {
      replies.push((await askNetwork(variant, { ...${JSON.stringify(request)}, signal })).text);
    }
    postMessage({ replies });
  } catch (error) {
    postMessage({ error: String(error) });
  }
`;

/** The sources as a browser can run them: types taken out, nothing bundled. */
async function contentOf(path: string): Promise<{ type: string; body: string | Uint8Array }> {
  if (path === "/") return { type: "text/html", body: "<!doctype html><title>worker</title>" };
  if (path === "/worker.js") return { type: "text/javascript", body: worker };
  const file = await readFile(new URL(`.${path}`, root));
  if (!path.endsWith(".ts")) return { type: "application/octet-stream", body: file };
  return { type: "text/javascript", body: stripTypeScriptTypes(file.toString()) };
}

describe.skipIf(place === null)("a browser worker", () => {
  let server: Server;
  let address: string;

  beforeAll(async () => {
    server = createServer((incoming, outgoing) => {
      contentOf(incoming.url ?? "/").then(
        ({ type, body }) => outgoing.writeHead(200, { "content-type": type }).end(body),
        () => outgoing.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  it("says the same as Node, with weights it fetched", async () => {
    const browser = await chromium.launch({
      executablePath: place as string,
      args: CHROMIUM_FLAGS,
    });
    try {
      const page = await browser.newPage();
      await page.goto(address);
      const heard = await page.evaluate(`new Promise((resolve) => {
        const worker = new Worker("/worker.js", { type: "module" });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => resolve({ error: message });
      })`);
      const { signal } = new AbortController();
      const replies: string[] = [];
      for (const variant of ["xs-2", "m"] as const) {
        replies.push((await askNetwork(variant, { ...request, signal })).text);
      }
      expect(heard).toEqual({ replies });
    } finally {
      await browser.close();
    }
  }, 60_000);
});
