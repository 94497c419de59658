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

  test("a fork and a follow-up have them", async () => {
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

  test("a panel that doesn't take them is refused, in the plan too", async () => {
    const { post } = called();
    for (const path of ["/debates", "/plan"]) {
      const refused = await refusal(post(path, asking("contract.pdf", data)));
      expect(refused).toMatchObject({ status: 400 });
      expect(refused.message).toMatch(/contract\.pdf is a PDF, and debater_0 .*takes none/);
    }
  });

  test("what isn't a file says so", async () => {
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

  test("only requests with a question may be that large, and limits hold", async () => {
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
});

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
