import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { called, refusal } from "./support/call.ts";
import { dialled, listening } from "./support/socket.ts";

const JSON_TYPE = { "content-type": "application/json" };

afterEach(() => {
  vi.restoreAllMocks();
});

describe("requests that nobody expects", () => {
  test.each([
    ["Latin-1", Buffer.from('{"question":"O\u00f9 est la cl\u00e9 ?"}', "latin1"), 400, "not_utf8"],
    ["UTF-16", Buffer.from('{"question":"Q?"}', "utf16le"), 400, "invalid_json"],
    ["a body that is cut in a character", Buffer.from([0x22, 0xe2, 0x82]), 400, "not_utf8"],
  ])("a question in %s is refused, not asked in other words", async (_name, body, status, code) => {
    const call = called();
    const sent = call.send("/debates", { method: "POST", headers: JSON_TYPE, body });
    expect(await refusal(sent)).toMatchObject({ status, code });
    expect(await (await call.get("/debates")).json()).toMatchObject({ runs: [] });
  });

  test("a byte order mark before the JSON is not part of it", async () => {
    const call = called();
    const body = Buffer.from('\uFEFF{"question":"Q?","panel":"agreeing"}');
    const { status } = await call.send("/debates", { method: "POST", headers: JSON_TYPE, body });
    expect(status).toBe(201);
  });

  test.each(["/debates", "/plan", "/v1/chat/completions", "/mcp"])(
    "a compressed body for %s is refused with the reason",
    async (path) => {
      const call = called();
      const sent = await call.send(path, {
        method: "POST",
        headers: { ...JSON_TYPE, "content-encoding": "gzip" },
        body: gzipSync('{"question":"Q?"}'),
      });
      expect(sent.status).toBe(415);
      expect(await sent.text()).toContain("send it uncompressed");
    },
  );

  test("a parameter that is given twice is refused", async () => {
    const call = called();
    const answer = await refusal(call.get("/debates?status=running&status=completed"));
    expect(answer).toMatchObject({ status: 400, field: "status" });
    expect((await call.get("/debates?status=running&limit=1")).status).toBe(200);
  });

  test.each([".", ".."])("%s is not an id, because no address leads to it", async (id) => {
    const call = called();
    const answer = await refusal(call.post("/debates", { question: "Q?", id }));
    expect(answer).toMatchObject({ status: 400, field: "id" });
    expect((await call.post("/debates", { question: "Q?", id: "..." })).status).toBe(201);
  });

  test("every route says which methods it has", async () => {
    const call = called();
    const document = (await (await call.get("/openapi.json")).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    for (const [path, methods] of Object.entries(document.paths)) {
      const address = path.replaceAll(/\{\w+\}/g, "x");
      const response = await call.send(address, { method: "PUT" });
      expect([path, response.status]).toEqual([path, 405]);
      const allowed = response.headers.get("allow")?.toLowerCase().split(", ") ?? [];
      expect(allowed.filter((method) => method !== "head").sort()).toEqual(
        Object.keys(methods).sort(),
      );
    }
    expect((await call.get("/no/such/route")).status).toBe(404);
  });

  test("a method that Node can't pass on is refused, and is no fault of the server", async () => {
    const lines: string[] = [];
    const serving = await listening({ log: (line) => lines.push(line) });
    const { socket } = await dialled(serving);
    const answered = new Promise<string>((resolve) => {
      socket.once("data", (text: string) => resolve(text));
    });
    socket.write("TRACE /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    expect(await answered).toMatch(/^HTTP\/1\.1 405 /);
    expect(lines).toEqual([]);
  });

  test("a health check over HTTP/1.0 without a Host is answered", async () => {
    const { socket } = await dialled(await listening());
    const answered = new Promise<string>((resolve) => {
      socket.once("data", (text: string) => resolve(text));
    });
    socket.write("GET /healthz HTTP/1.0\r\n\r\n");
    expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("a clock that is set back locks nobody out", async () => {
    const call = called({ limits: { requestsPerMinute: 3 } });
    expect((await call.get("/panels")).status).toBe(200);
    const before = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => before - 3_600_000);
    expect((await call.get("/panels")).status).toBe(200);
  });
});
