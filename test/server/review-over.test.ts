import { memoryJournal } from "rostrum";
import { hashToken, newToken, type Serving } from "rostrum/server";
import { describe, expect, test } from "vitest";
import { agreeing, split } from "./support/call.ts";
import { says } from "./support/models.ts";
import { listening, sent, type Answered } from "./support/socket.ts";

const tokens = { ada: newToken(), rita: newToken(), root: newToken() };

async function opened(options: Parameters<typeof listening>[0] = {}) {
  const journal = memoryJournal();
  const serving = await listening({
    journal,
    panels: { agreeing, split },
    auth: {
      tokens: [
        { user: "ada", role: "asker", hash: hashToken(tokens.ada) },
        { user: "rita", role: "reviewer", sees: "all", hash: hashToken(tokens.rita) },
        { user: "root", role: "admin", hash: hashToken(tokens.root) },
      ],
    },
    ...options,
  });
  return { serving, journal };
}

function as(
  user: keyof typeof tokens,
  serving: Serving,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answered> {
  return sent(serving, path, {
    headers: {
      authorization: `Bearer ${tokens[user]}`,
      ...(body ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
}

async function finished(serving: Serving, panel: string): Promise<string> {
  const { text } = await as("ada", serving, "/debates", { question: "Q?", panel });
  const { id } = JSON.parse(text) as { id: string };
  await as("ada", serving, `/debates/${id}/events`);
  return id;
}

interface Parsed {
  runs: unknown[];
  result: { review?: object; usage: object };
  acts: { user: string; outcome: string }[];
}

const parsed = ({ text }: Answered): Parsed => JSON.parse(text) as Parsed;

describe("a review of a debate that is over, over a socket", () => {
  test("is taken from a reviewer, shown everywhere, audited, and taken once", async () => {
    const { serving } = await opened();
    const id = await finished(serving, "split");
    const listed = async (): Promise<unknown[]> =>
      parsed(await as("rita", serving, "/debates?only=to_review")).runs;
    expect(await listed()).toHaveLength(1);
    const before = parsed(await as("rita", serving, `/debates/${id}`));
    const said = { verdict: "correct", answer: "2", reason: "counted", reviewer: "somebody else" };
    expect((await as("ada", serving, `/debates/${id}/review`, said)).status).toBe(403);
    const both = await Promise.all([
      as("rita", serving, `/debates/${id}/review`, said),
      as("root", serving, `/debates/${id}/review`, { verdict: "reject" }),
    ]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    const taken = both[0]?.status === 200 ? "rita" : "root";
    const record = parsed(await as("ada", serving, `/debates/${id}`));
    expect(record).toMatchObject({
      status: "completed",
      result: { review: { reviewer: taken }, usage: before.result.usage },
      reviewed: { panel: { answer: "1" } },
    });
    expect(await listed()).toHaveLength(0);
    expect((await as("ada", serving, `/debates/${id}/export?format=md`)).text).toContain(
      `A person ${taken === "rita" ? "corrected" : "rejected"} this: ${taken}`,
    );
    const { acts } = parsed(await as("root", serving, `/audit?debate=${id}&act=review`));
    expect(acts.map(({ user, outcome }) => `${user} ${outcome}`).sort()).toEqual(
      ["ada refused", `${taken} done`, `${taken === "rita" ? "root" : "rita"} failed`].sort(),
    );
  });

  test("comes to a reader who had seen the end, as two more events", async () => {
    const { serving } = await opened();
    const id = await finished(serving, "agreeing");
    const past = (await as("ada", serving, `/debates/${id}/events`)).text;
    const last =
      past
        .match(/^id: (\d+)$/gm)
        ?.at(-1)
        ?.slice(4) ?? "";
    const since = (): Promise<Answered> =>
      as("ada", serving, `/debates/${id}/events`, undefined, { "last-event-id": last });
    expect((await since()).status).toBe(204);
    await as("rita", serving, `/debates/${id}/review`, { verdict: "confirm" });
    const types = (await since()).text.match(/"type":"debate\.\w+"/g);
    expect(types).toEqual(['"type":"debate.reviewed"', '"type":"debate.completed"']);
  });

  test("needs neither the panel nor the server that ran it", async () => {
    const { serving, journal } = await opened();
    const id = await finished(serving, "split");
    const { serving: other } = await opened({
      journal,
      panels: { other: { debaters: [says("1"), says("2")] } },
    });
    const review = { verdict: "correct", answer: "3", groups: undefined };
    expect((await as("rita", other, `/debates/${id}/review`, review)).status).toBe(200);
    expect(parsed(await as("ada", serving, `/debates/${id}`))).toMatchObject({
      result: { answer: "3", winner: "debater_2", review: { reviewer: "rita" } },
    });
  });

  test("what can't be counted or read is refused, and changes nothing", async () => {
    const { serving } = await opened();
    const id = await finished(serving, "split");
    for (const said of [
      {},
      { verdict: "maybe" },
      { verdict: "correct" },
      { verdict: "confirm", groups: [["eve"]] },
      { verdict: "confirm", groups: [["debater_0", "debater_1"]] },
    ]) {
      expect((await as("rita", serving, `/debates/${id}/review`, said)).status).toBe(400);
    }
    expect(parsed(await as("ada", serving, `/debates/${id}`)).result.review).toBeUndefined();
    expect((await as("rita", serving, "/debates/none/review", { verdict: "confirm" })).status).toBe(
      404,
    );
  });
});

describe("an outcome of a debate that is over, over a socket", () => {
  test("is taken from whoever asked, with their name, and the last one counts", async () => {
    const { serving } = await opened();
    const id = await finished(serving, "split");
    const told = { right: false, source: "somebody else" };
    expect((await as("ada", serving, `/debates/${id}/outcome`, told)).status).toBe(200);
    expect((await as("rita", serving, `/debates/${id}/outcome`, { answer: "2" })).status).toBe(200);
    const record = parsed(await as("ada", serving, `/debates/${id}`));
    expect(record.result).toMatchObject({ answer: "1", outcome: { answer: "2", source: "rita" } });
    for (const odd of [{}, { right: 1 }, { right: true, answer: "2" }, { answer: "" }]) {
      expect((await as("ada", serving, `/debates/${id}/outcome`, odd)).status).toBe(400);
    }
    expect((await as("ada", serving, "/debates/none/outcome", told)).status).toBe(404);
  });
});
