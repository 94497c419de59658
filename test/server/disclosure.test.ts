import { fold, memoryJournal, toHtml, type ModelFunction } from "rostrum";
import { serve } from "rostrum/server";
import { expect, onTestFinished, test } from "vitest";
import { sent } from "./support/socket.ts";

const KEY = "zz-inlined-9f2b";
const HOST = "127.0.0.1:9";

/** As people write it: the key stands in the source. */
const answering: ModelFunction = async function answering() {
  const headers = { authorization: "zz-inlined-9f2b" };
  return `${Object.keys(headers).length}\nAnswer: 1\nConfidence: 0.9`;
};
const away = `compat:own@http://${HOST}/v1`;

test("nothing that a client can read has the source of a function, or the address of a model", async () => {
  const journal = memoryJournal();
  const panels = {
    mixed: {
      debaters: [answering, { model: answering, fallback: away }, away],
      judge: { name: "judy", model: away },
      route: { type: "confident" as const, model: away },
      decide: { type: "judged" as const, always: true },
      rounds: 1,
      limits: { retries: 0 },
    },
    down: { debaters: [away, away], limits: { retries: 0 } },
  };
  const serving = await serve({ port: 0, journal, panels });
  onTestFinished(() => serving.close());
  const post = (path: string, body: object): ReturnType<typeof sent> =>
    sent(serving, path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const read: string[] = [];
  for (const panel of Object.keys(panels)) {
    await post("/debates", { id: panel, question: "Q?", panel });
    // While it runs, then from the journal.
    read.push((await sent(serving, `/debates/${panel}/events`)).text);
    for (const path of [
      "",
      "/events",
      "/export?format=md",
      "/export?format=html",
      "/export?format=json",
    ])
      read.push((await sent(serving, `/debates/${panel}${path}`)).text);
    read.push((await post("/plan", { question: "Q?", panel })).text);
    const messages = [{ role: "user", content: "Q?" }];
    for (const stream of [false, true])
      read.push((await post("/v1/chat/completions", { model: panel, messages, stream })).text);
  }
  for (const path of ["/panels", "/debates", "/openapi.json", "/v1/models", "/debates?search=own"])
    read.push((await sent(serving, path)).text);
  read.push((await post("/debates", { question: "Q?", judge: away })).text);
  // It is looked for where it would be: the debaters are named, and their failures told.
  const all = read.join("\n");
  expect(all).toContain("function:answering");
  expect(all).toContain("compat:own");
  expect(all).toContain("[address]");
  for (const secret of [KEY, "async function", HOST, "/v1)"]) expect(all).not.toContain(secret);

  const run = await journal.read("mixed");
  expect(toHtml(fold(run?.events ?? []))).not.toContain(`@http://${HOST}`);
});

test("error messages that clients see contain no addresses of models", async () => {
  const { toPublicText } = await import("../../packages/server/src/public-text.ts");
  for (const words of [
    '"compat:x@https://llm.internal:8443/v1" needs a key: set ROSTRUM_KEY_LLM_INTERNAL_8443',
    "Cannot connect to API: connect ECONNREFUSED 10.1.2.3:8000 (calling http://10.1.2.3:8000)",
    "getaddrinfo ENOTFOUND llm.internal",
    "connect ETIMEDOUT ::1:8443, then [::1]:8443 and 10.1.2.3",
    'the judge (compat:x@https://llm.internal/v1), "compat:y@http://10.1.2.3/v1"',
  ]) {
    expect(toPublicText(words)).not.toMatch(/internal|10\.1|8443|8000|::1/i);
  }
  expect(toPublicText("rate limit of 5.0 reached at 12:30:45, version 1.2.3")).toBe(
    "rate limit of 5.0 reached at 12:30:45, version 1.2.3",
  );
});
