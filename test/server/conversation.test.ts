import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DebateConfig, DebateEvent, DebateRecord } from "rostrum";
import { hashToken, newToken } from "rostrum/server";
import { called, refusal } from "./support/call.ts";
import { says } from "./support/models.ts";
import { ownFolder, serving, type Running } from "./support/process.ts";
import { sseOf } from "./support/sse.ts";

async function post({ url }: Running, path: string, body?: object): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

async function record({ url }: Running, id: string): Promise<DebateRecord> {
  return (await (await fetch(`${url}/debates/${id}`)).json()) as DebateRecord;
}

/** Reads a debate's events until one of them is the one, or to the end. */
async function until(
  { url }: Running,
  id: string,
  found: (event: DebateEvent, seen: DebateEvent[]) => boolean = () => false,
): Promise<DebateEvent[]> {
  const seen: DebateEvent[] = [];
  for await (const { data } of sseOf(await fetch(`${url}/debates/${id}/events`))) {
    const event = JSON.parse(data) as DebateEvent;
    if (event.type === "debate.delta") continue;
    seen.push(event);
    if (found(event, seen)) return seen;
  }
  return seen;
}

const replies = (seen: DebateEvent[]): number =>
  seen.filter(({ type }) => type === "debate.response").length;
const lines = (folder: string, name: string): string[] =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8").trim().split("\n") : [];

describe("a server killed while a debate waits", () => {
  test("for a person to let it proceed: notes and pauses are still there", async () => {
    const folder = ownFolder();
    const first = await serving(folder);
    await post(first, "/debates", { question: "Which?", panel: "moderated", id: "paused" });
    await until(first, "paused", ({ type }) => type === "debate.waiting");
    expect((await post(first, "/debates/paused/say", { note: "Mind the gap." })).status).toBe(200);
    await first.end("SIGKILL");
    const second = await serving(folder);
    expect(await record(second, "paused")).toMatchObject({
      status: "waiting",
      waits: [{ for: "proceed", round: 0 }],
      result: { notes: [{ round: 1, note: "Mind the gap." }] },
    });
    expect((await post(second, "/debates/paused/proceed")).status).toBe(200);
    await second.end("SIGKILL");
    const third = await serving(folder);
    await until(third, "paused", (event) => event.type === "debate.waiting" && event.round === 1);
    expect((await post(third, "/debates/paused/proceed")).status).toBe(200);
    const seen = await until(third, "paused");
    expect(seen.at(-1)).toMatchObject({ type: "debate.completed" });
    expect(seen.filter(({ type }) => type === "debate.said")).toHaveLength(1);
    expect(seen.filter(({ type }) => type === "debate.proceeded")).toHaveLength(2);
    expect(seen.map((event) => "seq" in event && event.seq)).toEqual(seen.map((_, seq) => seq));
    // Calls that were cut off by the second kill may have been made twice.
    const calls = new Set(lines(folder, "calls"));
    expect(calls.size).toBe(6);
    const prompts = lines(folder, "prompts").filter((prompt) => prompt.includes("Mind the gap."));
    expect(prompts.length).toBeGreaterThanOrEqual(3);
  });

  test.each([
    ["table", "grace", "debater_2", 2],
    ["bench", "ada", "judge", 3],
  ])(
    "for a person's words (%s): what was said is not asked again",
    async (panel, name, source, calls) => {
      const folder = ownFolder();
      const first = await serving(folder);
      await post(first, "/debates", { question: "Which?", panel, id: "seat" });
      await until(
        first,
        "seat",
        (_event, seen) =>
          replies(seen) === calls && seen.some(({ type }) => type === "debate.waiting"),
      );
      await first.end("SIGKILL");
      const second = await serving(folder);
      expect(await record(second, "seat")).toMatchObject({
        status: "waiting",
        waits: [{ for: "speak", name, source }],
      });
      expect((await post(second, "/debates/seat/speak", { name, text: "Answer: 1" })).status).toBe(
        200,
      );
      await second.end("SIGKILL");
      const third = await serving(folder);
      const seen = await until(third, "seat");
      expect(seen.at(-1)).toMatchObject({ type: "debate.completed" });
      const { result } = await record(third, "seat");
      expect(result).toMatchObject({ answer: "1", usage: { calls } });
      expect(lines(folder, "calls")).toHaveLength(calls);
    },
  );
});

const moderated: DebateConfig = {
  debaters: [says("1"), says("2")],
  rounds: 1,
  stop: "never",
  onRound: "wait",
};

async function waiting(get: (path: string) => Promise<Response>, id: string): Promise<void> {
  for await (const { data } of sseOf(await get(`/debates/${id}/events`))) {
    if ((JSON.parse(data) as DebateEvent).type === "debate.waiting") return;
  }
}

describe("debates that wait", () => {
  test("don't count against the limit of running debates", async () => {
    const {
      start,
      get,
      post: send,
      finished,
    } = called({
      panels: { moderated, agreeing: { debaters: [says("4"), says("4")] } },
      limits: { debates: 1 },
    });
    for (const id of ["one", "two", "three"]) {
      await start({ question: "Q?", panel: "moderated", id });
      await waiting(get, id);
    }
    const plain = await start({ question: "Q?", panel: "agreeing" });
    expect(await finished(plain)).toMatchObject({ status: "completed" });
    expect((await send("/debates/one/cancel")).status).toBe(200);
  });

  test("take acts of the right kind only, with words for everything else", async () => {
    const {
      start,
      get,
      post: send,
      finished,
    } = called({
      panels: { moderated, agreeing: { debaters: [says("4"), says("4")] } },
    });
    const id = await start({ question: "Q?", panel: "moderated" });
    await waiting(get, id);
    const refused = async (act: string, body: unknown = {}): Promise<number> =>
      (await refusal(send(`/debates/${id}/${act}`, body))).status;
    expect(await refused("speak", { name: "grace", text: "x" })).toBe(409);
    expect(await refused("review", { verdict: "confirm" })).toBe(409);
    expect(await refused("follow", { question: "More?" })).toBe(409);
    for (const body of [
      {},
      { note: 5 },
      { note: "" },
      { note: "x", extra: 1 },
      [],
      null,
      "x",
      { note: "x".repeat(100_001) },
    ]) {
      expect(await refused("say", body)).toBe(400);
    }
    for (const body of [{}, { name: "a" }, { name: 1, text: "x" }, { name: "a", text: " " }]) {
      expect(await refused("speak", body)).toBe(400);
    }
    expect(await refused("say", { note: "x", from: "a\nb" })).toBe(400);
    for (const act of ["proceed", "say", "speak", "follow"]) {
      const own =
        act === "say"
          ? { note: "x" }
          : act === "speak"
            ? { name: "a", text: "x" }
            : act === "follow"
              ? { question: "Q?" }
              : {};
      expect((await refusal(send(`/debates/nothing/${act}`, own))).status).toBe(404);
    }
    const done = await start({ question: "Q?", panel: "agreeing" });
    await finished(done);
    expect(await refusal(send(`/debates/${done}/proceed`))).toMatchObject({ status: 409 });
    expect(await refusal(send(`/debates/${done}/say`, { note: "x" }))).toMatchObject({
      status: 409,
    });
  });

  test("with tokens, nobody speaks or moderates in another user's name", async () => {
    const tokens = { ada: newToken(), grace: newToken(), eve: newToken() };
    const { send, get } = called({
      panels: { table: { debaters: [says("1"), "human:grace"], rounds: 1, onRound: "wait" } },
      auth: {
        tokens: [
          { user: "ada", hash: hashToken(tokens.ada) },
          { user: "grace", hash: hashToken(tokens.grace), sees: "all" },
        ],
      },
    });
    const as = (user: keyof typeof tokens, path: string, body: object = {}): Promise<Response> =>
      send(path, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${tokens[user]}`,
        },
        body: JSON.stringify(body),
      });
    const authorization = { authorization: `Bearer ${tokens.ada}` };
    expect((await as("ada", "/debates", { question: "Q?", id: "own" })).status).toBe(201);
    await waiting((path) => get(path, authorization), "own");
    const words = { name: "grace", text: "Answer: 2" };
    expect((await as("eve", "/debates/own/speak", words)).status).toBe(401);
    expect((await as("ada", "/debates/own/speak", words)).status).toBe(403);
    // The page asks before it shows a form that would be refused.
    for (const [user, speaker, speaks] of [
      ["ada", "grace", false],
      ["grace", "grace", true],
      ["ada", "the lawyer", true],
    ] as const) {
      const me = await get(`/me?speaker=${encodeURIComponent(speaker)}`, {
        authorization: `Bearer ${tokens[user]}`,
      });
      expect(await me.json()).toMatchObject({ user, speaks });
    }
    expect((await as("ada", "/debates/own/say", { note: "x", from: "grace" })).status).toBe(200);
    expect((await as("grace", "/debates/own/speak", words)).status).toBe(200);
    const kept = (await (await get("/debates/own", authorization)).json()) as DebateRecord;
    expect(kept.result.notes).toEqual([{ round: 1, note: "x", from: "ada" }]);
    expect((await as("ada", "/debates/own/cancel")).status).toBe(200);
  });
});

describe("a follow-up over REST", () => {
  test("asks the same panel, and its record names its parent", async () => {
    const heard: string[] = [];
    const listening = ({ messages }: { messages: { content: string }[] }): string => {
      heard.push(messages.map(({ content }) => content).join("\n"));
      return "Answer: 4";
    };
    const {
      start,
      finished,
      post: send,
    } = called({
      panels: {
        other: { debaters: [says("9"), says("9")] },
        own: { debaters: [listening, says("4")] },
      },
    });
    const id = await start({ question: "What is 2+2?", panel: "own" });
    await finished(id);
    const order = { question: "And doubled?", carry: "verdict", id: "next" };
    const response = await send(`/debates/${id}/follow`, order);
    expect(response.status).toBe(201);
    expect(await finished("next")).toMatchObject({ status: "completed", started: { parent: id } });
    expect(heard.at(-1)).toContain("What is 2+2?");
    expect((await send(`/debates/${id}/follow`, order)).status).toBe(200);
    expect((await refusal(send(`/debates/${id}/follow`, { question: "" }))).status).toBe(400);
    expect(
      (await refusal(send(`/debates/${id}/follow`, { question: "x", carry: "all" }))).status,
    ).toBe(400);
  });
});
