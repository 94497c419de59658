import { memoryJournal, type RunStore } from "rostrum";
import { hashToken, newToken, type Serving } from "rostrum/server";
import { describe, expect, test } from "vitest";
import { listening, sent, type Answered } from "./support/socket.ts";

const tokens = { ada: newToken(), root: newToken() };

type Options = NonNullable<Parameters<typeof listening>[0]>;
const panels = { sums: { debaters: ["embedded/xs-1", "embedded/xs-2"], rounds: 0 } };

function opened(options: Options): Promise<Serving> {
  return listening({
    panels,
    models: ["embedded/xs-3"],
    savedPanels: true,
    auth: {
      tokens: [
        { user: "ada", hash: hashToken(tokens.ada) },
        { user: "root", role: "admin", hash: hashToken(tokens.root) },
      ],
    },
    ...options,
  });
}

function as(
  user: keyof typeof tokens,
  serving: Serving,
  method: string,
  path: string,
  body?: object,
): Promise<Answered> {
  return sent(serving, path, {
    method,
    headers: {
      authorization: `Bearer ${tokens[user]}`,
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

interface Offer {
  panels: {
    name: string;
    purpose?: string;
    missing: string[];
    saved?: object;
    members: object[];
  }[];
  saving: boolean;
}

const json = ({ text }: Answered): unknown => JSON.parse(text);
const offerTo = async (user: keyof typeof tokens, serving: Serving): Promise<Offer> =>
  json(await as(user, serving, "GET", "/panels")) as Offer;
const mine = { name: "mine", purpose: "Small sums.", debaters: ["embedded/xs-1", "embedded/xs-3"] };

describe("panels that are saved on the server", () => {
  test("are asked by name, survive a restart, and are deleted by admins only", async () => {
    const journal = memoryJournal();
    const serving = await opened({ journal });
    expect(await offerTo("ada", serving)).toMatchObject({ saving: false });
    expect(await offerTo("root", serving)).toMatchObject({ saving: true });
    expect((await as("ada", serving, "POST", "/panels", mine)).status).toBe(403);
    expect(json(await as("root", serving, "POST", "/panels", mine))).toEqual({
      name: "mine",
      version: 1,
    });
    await serving.close();

    const next = await opened({ journal });
    const { panels: listed } = await offerTo("ada", next);
    expect(listed.map(({ name }) => name)).toEqual(["sums", "mine"]);
    expect(listed[1]).toMatchObject({
      purpose: "Small sums.",
      missing: [],
      saved: { version: 1, by: "root" },
    });
    const models = json(await as("ada", next, "GET", "/v1/models")) as { data: { id: string }[] };
    expect(models.data.map(({ id }) => id)).toContain("mine");
    const chat = { model: "mine", messages: [{ role: "user", content: "What is 3 + 4?" }] };
    expect((await as("ada", next, "POST", "/v1/chat/completions", chat)).status).toBe(200);
    const plan = { panel: "mine", question: "What is 3 + 4?", rounds: 0 };
    expect(json(await as("ada", next, "POST", "/plan", plan))).toMatchObject({ calls: { max: 2 } });

    expect((await as("ada", next, "DELETE", "/panels/mine")).status).toBe(403);
    expect((await as("root", next, "DELETE", "/panels/mine")).status).toBe(204);
    expect((await as("root", next, "DELETE", "/panels/mine")).status).toBe(404);
    expect((await as("root", next, "DELETE", "/panels/sums")).status).toBe(404);
    const gone = await as("ada", next, "POST", "/debates", { panel: "mine", question: "Q?" });
    expect([gone.status, gone.text]).toEqual([
      400,
      expect.stringContaining("expected one of sums"),
    ]);
    const { acts } = json(await as("root", next, "GET", "/audit?act=save_panel")) as {
      acts: { user: string; outcome: string; code: string }[];
    };
    expect(acts.map(({ user, outcome, code }) => `${user} ${outcome} ${code}`)).toEqual([
      "root failed not_found",
      "root failed not_found",
      "root done mine",
      "ada refused forbidden",
      "root done mine",
      "ada refused forbidden",
    ]);
  });

  test("a debate keeps the version that it began with: run, follow-up and fork", async () => {
    const serving = await opened({});
    await as("root", serving, "POST", "/panels", { ...mine, rounds: 0 });
    const start = async (path: string, body: object): Promise<string> => {
      const answer = await as("root", serving, "POST", path, body);
      expect(answer.status, answer.text).toBe(201);
      const { id } = json(answer) as { id: string };
      await as("root", serving, "GET", `/debates/${id}/events`);
      return id;
    };
    const membersOf = async (id: string): Promise<string[]> => {
      const { started } = json(await as("root", serving, "GET", `/debates/${id}`)) as {
        started: { panel: { model: string }[] };
      };
      return started.panel.map(({ model }) => model);
    };
    const first = await start("/debates", { panel: "mine", question: "What is 3 + 4?" });
    const before = await membersOf(first);
    const changed = { ...mine, debaters: ["embedded/xs-2", "embedded/xs-2", "embedded/xs-3"] };
    expect(json(await as("root", serving, "POST", "/panels", changed))).toMatchObject({
      version: 2,
    });
    const next = await start(`/debates/${first}/follow`, { question: "And 4 + 5?" });
    const fork = await start(`/debates/${first}/fork`, { fromRound: 1 });
    expect(await membersOf(next)).toEqual(before);
    expect(await membersOf(fork)).toEqual(before);
    const second = await start("/debates", { panel: "mine", question: "What is 3 + 4?" });
    expect(await membersOf(second)).toHaveLength(3);
    const { runs } = json(await as("root", serving, "GET", "/debates?panelName=mine")) as {
      runs: { panelName: string }[];
    };
    expect(runs).toHaveLength(4);
  });

  test.each<[string, object, number]>([
    ["a panel of the config", { ...mine, name: "sums" }, 409],
    ["a command", { ...mine, debaters: ["command:rm -rf /", "embedded/xs-1"] }, 400],
    ["a command as judge", { ...mine, judge: "command:curl" }, 400],
    ["an address", { ...mine, debaters: ["compat:m@https://evil.example", "embedded/xs-1"] }, 400],
    ["a model of nobody", { ...mine, debaters: ["openai/gpt-9", "embedded/xs-1"] }, 400],
    ["one debater", { ...mine, debaters: [{ model: "embedded/xs-1" }] }, 400],
    ["no debater", { ...mine, debaters: [] }, 400],
    ["no name", { ...mine, name: "" }, 400],
    ["a name with a path", { ...mine, name: "../../etc/passwd" }, 400],
    ["a name with a mark", { ...mine, name: "a\u202eb" }, 400],
    ["__proto__", { ...mine, name: "__proto__" }, 400],
    ["a secret field", { ...mine, apiKey: "x" }, 400],
    ["another panel in it", { ...mine, panel: "sums" }, 400],
    ["too many rounds", { ...mine, rounds: 1000 }, 400],
    ["an empty body", {}, 400],
  ])("refuses %s, and stores nothing", async (_what, body, status) => {
    const journal = memoryJournal();
    const serving = await opened({ journal });
    const answer = await as("root", serving, "POST", "/panels", body);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining('"error"')]);
    expect(await journal.service?.listPanels()).toEqual([]);
  });

  test("are off by default, and the answer says how to turn them on", async () => {
    const serving = await opened({ savedPanels: false });
    expect(await offerTo("root", serving)).toMatchObject({ saving: false });
    const answer = await as("root", serving, "POST", "/panels", mine);
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining("--save-panels")]);
  });

  test("one whose model is gone from the config is listed and says so", async () => {
    const journal = memoryJournal();
    const serving = await opened({ journal });
    await as("root", serving, "POST", "/panels", mine);
    const next = await opened({ journal, models: [] });
    const [, listed] = (await offerTo("root", next)).panels;
    expect(listed?.missing).toEqual([expect.stringContaining("expected a configured model")]);
    const asked = await as("root", next, "POST", "/debates", { panel: "mine", question: "Q?" });
    expect(asked.status).toBe(400);
  });

  test("a panel of the config wins over one that was saved before under its name", async () => {
    const journal = memoryJournal();
    const serving = await opened({ journal });
    await as("root", serving, "POST", "/panels", mine);
    const next = await opened({ journal, panels: { ...panels, mine: panels.sums } });
    const found = (await offerTo("root", next)).panels.filter(({ name }) => name === "mine");
    expect(found).toHaveLength(1);
    expect(found[0]?.saved).toBeUndefined();
  });

  test.each(["", "{", "[]", '{"request":3}'])(
    "something else in the journal is not offered, and harms nothing: %j",
    async (body) => {
      const journal = memoryJournal();
      await journal.service?.savePanel({ name: "odd", by: null, body }, 1);
      const serving = await opened({ journal });
      expect((await offerTo("root", serving)).panels.map(({ name }) => name)).toEqual(["sums"]);
      expect((await as("root", serving, "DELETE", "/panels/odd")).status).toBe(204);
    },
  );

  test("saves that come at once are all kept", async () => {
    const journal = memoryJournal();
    const serving = await opened({ journal });
    const names = Array.from({ length: 20 }, (_, at) => `panel-${at % 10}`);
    await Promise.all(
      names.map((name) => as("root", serving, "POST", "/panels", { ...mine, name })),
    );
    const kept = (await journal.service?.listPanels()) ?? [];
    expect(kept.map(({ version }) => version)).toEqual(Array(10).fill(2));
  });

  test("an unknown panel is answered with the names of all panels, saved ones too", async () => {
    const serving = await opened({});
    await as("root", serving, "POST", "/panels", mine);
    const body = { panel: "other", question: "Q?" };
    for (const path of ["/debates", "/plan"]) {
      const answer = await as("ada", serving, "POST", path, body);
      expect([answer.status, json(answer)]).toEqual([
        400,
        {
          error: expect.objectContaining({
            code: "unknown_panel",
            message: expect.stringContaining('expected one of sums, mine, got "other"'),
          }) as object,
        },
      ]);
    }
  });

  test("servers on one journal share them at once, and a user who is deleted leaves no name", async () => {
    const journal: RunStore = memoryJournal();
    const [one, other] = [await opened({ journal }), await opened({ journal })];
    await as("root", one, "POST", "/panels", mine);
    const body = { panel: "mine", question: "What is 3 + 4?" };
    expect((await as("ada", other, "POST", "/debates", body)).status).toBe(201);
    await as("root", other, "POST", "/panels", { ...mine, purpose: "Sums." });
    const savedIn = async (serving: Serving): Promise<unknown> =>
      (await offerTo("ada", serving)).panels[1];
    expect(await savedIn(one)).toMatchObject({
      purpose: "Sums.",
      saved: { version: 2, by: "root" },
    });
    await journal.service?.forgetUser("root");
    expect(await savedIn(one)).toMatchObject({
      saved: { version: 2, by: expect.stringMatching(/^deleted user \d+$/) as string },
    });
    await as("root", one, "DELETE", "/panels/mine");
    expect((await as("ada", other, "POST", "/debates", body)).status).toBe(400);
  });
});
