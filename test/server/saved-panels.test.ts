import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryJournal } from "rostrum";
import { createServer, hashToken, newToken, type Serving } from "rostrum/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { listening, sent, type Answered } from "./support/socket.ts";

const tokens = { ada: newToken(), root: newToken() };

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-panels-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "panels.json");
}

type Options = NonNullable<Parameters<typeof listening>[0]>;
const panels = { sums: { debaters: ["embedded/xs-1", "embedded/xs-2"], rounds: 0 } };

function opened(options: Options): Promise<Serving> {
  return listening({
    panels,
    models: ["embedded/xs-3"],
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
    const savedPanels = newFile();
    const journal = memoryJournal();
    const serving = await opened({ savedPanels, journal });
    expect(await offerTo("ada", serving)).toMatchObject({ saving: false });
    expect(await offerTo("root", serving)).toMatchObject({ saving: true });
    expect((await as("ada", serving, "POST", "/panels", mine)).status).toBe(403);
    expect(json(await as("root", serving, "POST", "/panels", mine))).toEqual({
      name: "mine",
      version: 1,
    });
    await serving.close();

    const next = await opened({ savedPanels, journal });
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
    const serving = await opened({ savedPanels: newFile() });
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
  ])("refuses %s, and writes nothing", async (_what, body, status) => {
    const savedPanels = newFile();
    const serving = await opened({ savedPanels });
    const answer = await as("root", serving, "POST", "/panels", body);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining('"error"')]);
    expect(() => readFileSync(savedPanels)).toThrow("ENOENT");
  });

  test("are off without a file, and the answer says how to turn them on", async () => {
    const serving = await opened({});
    expect(await offerTo("root", serving)).toMatchObject({ saving: false });
    const answer = await as("root", serving, "POST", "/panels", mine);
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining("--save-panels")]);
  });

  test("one whose model is gone from the config is listed and says so", async () => {
    const savedPanels = newFile();
    const serving = await opened({ savedPanels });
    await as("root", serving, "POST", "/panels", mine);
    const next = await opened({ savedPanels, models: [] });
    const [, listed] = (await offerTo("root", next)).panels;
    expect(listed?.missing).toEqual([expect.stringContaining("expected a configured model")]);
    const asked = await as("root", next, "POST", "/debates", { panel: "mine", question: "Q?" });
    expect(asked.status).toBe(400);
  });

  test("a panel of the config wins over one that was saved before under its name", async () => {
    const savedPanels = newFile();
    const serving = await opened({ savedPanels });
    await as("root", serving, "POST", "/panels", mine);
    const next = await opened({ savedPanels, panels: { ...panels, mine: panels.sums } });
    const found = (await offerTo("root", next)).panels.filter(({ name }) => name === "mine");
    expect(found).toHaveLength(1);
    expect(found[0]?.saved).toBeUndefined();
  });

  test.each(["", "{", "[]", '{"panels":{"a":3}}'])("a damaged file is named: %j", (text) => {
    const savedPanels = newFile();
    writeFileSync(savedPanels, text);
    expect(() => createServer({ panels, journal: memoryJournal(), savedPanels })).toThrow(
      "savedPanels: expected the panels that a server saved",
    );
  });

  test("saves that come at once are all kept", async () => {
    const savedPanels = newFile();
    const serving = await opened({ savedPanels });
    const names = Array.from({ length: 20 }, (_, at) => `panel-${at % 10}`);
    await Promise.all(
      names.map((name) => as("root", serving, "POST", "/panels", { ...mine, name })),
    );
    const { panels: kept } = JSON.parse(readFileSync(savedPanels, "utf8")) as {
      panels: Record<string, { version: number }>;
    };
    expect(Object.values(kept).map(({ version }) => version)).toEqual(Array(10).fill(2));
  });
});
