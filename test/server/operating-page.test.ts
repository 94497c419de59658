import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import type { AccessEntry, LogFields } from "rostrum/server";
import { describe, expect, test } from "vitest";
import { called, refusal } from "./support/call.ts";
import { ownFolder } from "./support/process.ts";

const script = `export const words = "${"many words ".repeat(500)}";`;

function built(): URL {
  const folder = join(ownFolder(), "viewer");
  mkdirSync(join(folder, "assets"), { recursive: true });
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>rostrum</title>");
  writeFileSync(join(folder, "assets", "app.js"), script);
  return pathToFileURL(`${folder}/`);
}

describe("the page behind a proxy", () => {
  test("a name that the server doesn't know gets a page that says what to do", async () => {
    const { server, send } = called({ page: built() });
    const response = await server.app.request("http://panel.example.com/", {
      headers: { accept: "text/html,*/*", host: 'panel.example.com"><script>' },
    });
    expect(response.status).toBe(403);
    expect(response.headers.get("content-type")).toContain("text/html");
    const text = await response.text();
    expect(text).toContain("--allow-host");
    expect(text).not.toContain("<script>");
    const api = send("/panels", { headers: { host: "panel.example.com", accept: "*/*" } });
    expect(await refusal(api)).toMatchObject({ status: 403, code: "host_not_allowed" });
  });

  test("with a rewritten Host, the page and its script load, and an act says what is wrong", async () => {
    const { get, post } = called({ page: built() });
    const origin = { origin: "https://panel.example.com" };
    expect((await get("/", origin)).status).toBe(200);
    expect((await get("/assets/app.js", origin)).status).toBe(200);
    expect((await get("/panels", origin)).status).toBe(403);
    const { code, message } = await refusal(post("/debates", { question: "Q?" }, origin));
    expect(code).toBe("origin_not_allowed");
    expect(message).toContain("--allow-origin");
  });

  test("scripts are compressed for clients that accept compression", async () => {
    const { get } = called({ page: built() });
    const asked = async (encoding: string) => {
      const response = await get("/assets/app.js", { "accept-encoding": encoding });
      expect(response.headers.get("vary")).toMatch(/accept-encoding/i);
      const body = Buffer.from(await response.arrayBuffer());
      return { encoding: response.headers.get("content-encoding"), body };
    };
    const gzipped = await asked("gzip, deflate, br");
    expect(gzipped.encoding).toBe("gzip");
    expect(gzipped.body.byteLength).toBeLessThan(script.length / 10);
    expect(gunzipSync(gzipped.body).toString()).toBe(script);
    expect(await asked("gzip;q=0")).toMatchObject({ encoding: null });
    expect(await asked("identity")).toMatchObject({ encoding: null });
  });
});

describe("logs", () => {
  test("every request has an id, and an entry without its query", async () => {
    const entries: AccessEntry[] = [];
    const { get, start } = called({ access: (entry) => entries.push(entry) });
    const id = await start({ question: "Q?", panel: "agreeing" });
    const response = await get(`/debates/${id}?q=secret`, { "x-request-id": "from-proxy-1" });
    expect(response.headers.get("x-request-id")).toBe("from-proxy-1");
    const odd = await get("/healthz", { "x-request-id": "a b" });
    expect(odd.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
    expect(entries).toMatchObject([
      { method: "POST", path: "/debates", status: 201, debateId: id, user: null },
      {
        method: "GET",
        path: `/debates/${id}`,
        status: 200,
        requestId: "from-proxy-1",
        debateId: id,
      },
      { path: "/healthz", status: 200 },
    ]);
    expect(JSON.stringify(entries)).not.toContain("secret");
  });

  test("a debate that fails is logged with its id", async () => {
    const lines: [string, LogFields | undefined][] = [];
    const broken = () => {
      throw new Error("no luck");
    };
    const { start, finished } = called({
      panels: { broken: { debaters: [broken, broken], limits: { retries: 0 } } },
      log: (line, fields) => lines.push([line, fields]),
    });
    const id = await start({ question: "Q?" });
    await finished(id);
    // A model that fails is told too, once, and without the words of a function.
    expect(lines.map(([line]) => line)).toEqual([
      "function:broken: a call failed (no usable answer)",
      `debate ${id} failed (panel_failed); its record says why`,
    ]);
    expect(lines[1]?.[1]).toMatchObject({ debateId: id });
  });
});
