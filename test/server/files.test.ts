import { hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { memoryJournal, type ModelRequest } from "rostrum";
import { pdf, PNG } from "../support/files.ts";
import { called, refusal } from "./support/call.ts";

const CONTRACT = pdf(2);
const data = Buffer.from(CONTRACT).toString("base64");
const sha256 = hash("sha256", CONTRACT, "hex");

/** Debaters that take files, and what they were sent. */
function reading() {
  const seen: ModelRequest[] = [];
  const model = (request: ModelRequest): string => {
    seen.push(request);
    return "Answer: yes";
  };
  const debater = { model, takes: ["image" as const, "pdf" as const] };
  return { seen, panels: { reading: { debaters: [debater, debater], rounds: 0 } } };
}

const asking = (document: string, bytes: string): object => ({
  question: "Is it enforceable?",
  context: [{ document, data: bytes }],
});

describe("files over HTTP", () => {
  test("are sent in base64, shown by name, and read back with their type", async () => {
    const { seen, panels } = reading();
    const { post, get, finished } = called({ panels });
    const started = await post("/debates", { ...asking("contract.pdf", data), id: "one" });
    expect(started.status).toBe(201);
    const record = (await finished("one")) as { started?: { context: unknown } };
    expect(seen[0]?.messages[0]?.files?.[0]).toMatchObject({ data, pages: 2 });
    expect(record.started?.context).toEqual([
      {
        ...{ document: "contract.pdf", mediaType: "application/pdf" },
        ...{ bytes: CONTRACT.length, sha256, pages: 2 },
      },
    ]);
    const events = await (await get("/debates/one/events")).text();
    expect(events).not.toContain(data);
    const file = await get(`/debates/one/files/${sha256}`);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringMatching(/^attachment/),
      "content-security-policy": expect.stringContaining("sandbox"),
      "x-content-type-options": "nosniff",
    });
    expect(Buffer.from(await file.arrayBuffer()).equals(CONTRACT)).toBe(true);
    const other = hash("sha256", "other", "hex");
    expect(await refusal(get(`/debates/one/files/${other}`))).toMatchObject({ status: 404 });
    expect(await refusal(get("/debates/one/files/..%2f"))).toMatchObject({ status: 400 });
  });

  test("reach a fork and a follow-up too", async () => {
    const { seen, panels } = reading();
    const { post, finished } = called({ panels });
    await post("/debates", { ...asking("contract.pdf", data), id: "one" });
    await finished("one");
    await post("/debates/one/fork", { fromRound: 0, id: "two" });
    await finished("two");
    const follow = await post("/debates/one/follow", {
      ...asking("b.png", base64(PNG)),
      id: "three",
    });
    expect(follow.status).toBe(201);
    await finished("three");
    const names = seen.map(({ messages }) =>
      messages.flatMap(({ files = [] }) => files.map(({ document }) => document)),
    );
    expect(names.filter((_, index) => index % 2 === 0)).toEqual([
      ["contract.pdf"],
      ["contract.pdf"],
      ["contract.pdf", "b.png"],
    ]);
  });

  test("a panel that doesn't accept them is refused, even in the plan", async () => {
    const { post } = called();
    for (const path of ["/debates", "/plan"]) {
      const refused = await refusal(post(path, asking("contract.pdf", data)));
      expect(refused).toMatchObject({ status: 400 });
      expect(refused.message).toMatch(/contract\.pdf is a PDF, and debater_0 .*doesn't accept it/);
    }
  });

  test("anything that isn't a file is refused with a message", async () => {
    const { panels } = reading();
    const { post } = called({ panels });
    const cases: [object, RegExp][] = [
      [asking("a.pdf", ""), /data/],
      [asking("a.pdf", "%%%"), /base64/],
      [asking("a.pdf", base64(Buffer.from("Hello"))), /got other bytes in a\.pdf/],
      [asking("a.txt", data), /expected a text, as the name says, got a PDF/],
      [{ question: "x", context: [{ document: "a", data, mediaType: "text/html" }] }, /context/],
      [{ question: "x", context: [{ document: "a", data, text: "x" }] }, /context/],
    ];
    for (const [body, words] of cases) {
      const refused = await refusal(post("/debates", body));
      expect(refused.status).toBe(400);
      expect(`${refused.field} ${refused.message}`).toMatch(words);
    }
  });

  test("only requests with a question may be that large, and the limits apply", async () => {
    const { panels } = reading();
    const large = base64(Buffer.concat([CONTRACT, Buffer.alloc(3_000_000)]));
    const { post, finished } = called({ panels });
    expect((await post("/debates", { ...asking("a.pdf", large), id: "one" })).status).toBe(201);
    await finished("one");
    const note = { note: "x".repeat(2_000_000) };
    expect((await refusal(post("/debates/one/say", note))).status).toBe(413);
    const small = called({ panels, limits: { uploadBytes: 1_000_000 }, journal: memoryJournal() });
    expect((await refusal(small.post("/debates", asking("a.pdf", large)))).status).toBe(413);
  });

  test("a base path changes nothing about what may be large", async () => {
    const { panels } = reading();
    const { post } = called({ panels, basePath: "/tools/rostrum" });
    const large = base64(Buffer.concat([CONTRACT, Buffer.alloc(3_000_000)]));
    expect((await post("/tools/rostrum/debates", asking("a.pdf", large))).status).toBe(201);
  });

  test("a few large bodies are read at once, the next one is asked to wait, and none keeps its place", async () => {
    const { panels } = reading();
    const { post, send } = called({ panels, journal: memoryJournal() });
    const large = asking("a.pdf", base64(Buffer.concat([CONTRACT, Buffer.alloc(3_000_000)])));
    const slow = await Promise.all(
      Array.from({ length: 4 }, () => slowly(Buffer.from(JSON.stringify(large)), send)),
    );
    expect(await refusal(post("/debates", large))).toMatchObject({ status: 503, code: "busy" });
    expect((await post("/debates", asking("a.pdf", data))).status).toBe(201);
    slow[0]?.breakOff();
    expect((await refusal(slow[0]?.answer as Promise<Response>)).status).toBe(400);
    expect((await post("/debates", large)).status).toBe(201);
    for (const { finish } of slow.slice(1)) finish();
    for (const { answer } of slow.slice(1)) expect((await answer).status).toBe(201);
    expect((await post("/debates", large)).status).toBe(201);
  });
});

/** Sends two megabytes of a body and waits until they were read. */
async function slowly(
  body: Buffer,
  send: (path: string, init: RequestInit) => Promise<Response>,
): Promise<{ answer: Promise<Response>; finish(): void; breakOff(): void }> {
  const part = 2 * 1024 * 1024;
  const wasRead = Promise.withResolvers<void>();
  let source: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        source = controller;
        controller.enqueue(body.subarray(0, part));
      },
      pull: () => wasRead.resolve(),
    },
    { highWaterMark: 0 },
  );
  const answer = send("/debates", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: stream,
    duplex: "half",
  });
  await wasRead.promise;
  return {
    answer,
    finish() {
      source?.enqueue(body.subarray(part));
      source?.close();
    },
    breakOff: () => source?.error(new Error("gone")),
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
