import { fold, judged, type DebateEvent } from "rostrum";
import { describe, expect, test } from "vitest";
import { called, refusal, split } from "./support/call.ts";
import { says } from "./support/models.ts";
import { sseOf } from "./support/sse.ts";

describe("debates over REST", () => {
  test("one is started, watched, read and listed", async () => {
    const { post, get } = called();
    const response = await post("/debates", { question: "What is 6*7?", panel: "agreeing" });
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as { id: string };
    expect(response.headers.get("location")).toBe(`debates/${id}`);

    const events: DebateEvent[] = [];
    for await (const { data } of sseOf(await get(`/debates/${id}/events`))) {
      events.push(JSON.parse(data) as DebateEvent);
    }
    const record = (await (await get(`/debates/${id}`)).json()) as Record<string, unknown>;
    expect(record["status"]).toBe("completed");
    expect(record["result"]).toMatchObject({
      id,
      answer: "42",
      agreement: 1,
      stopReason: "agreed",
    });
    // The wire and the log tell the same.
    const { result } = fold(events);
    expect(result).toEqual(record["result"]);

    const page = (await (await get("/debates?search=6*7")).json()) as { runs: { id: string }[] };
    expect(page.runs.map((run) => run.id)).toEqual([id]);
  });

  test("an id and an Idempotency-Key together are refused: one of them would do nothing", async () => {
    const { post } = called();
    const body = { question: "What is 6*7?", panel: "agreeing", id: "mine" };
    const refused = await post("/debates", body, { "idempotency-key": "order-1" });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("expected an id or an Idempotency-Key, got both");
  });

  test("context, metadata and every rule reach the debate", async () => {
    const { start, finished } = called();
    const id = await start({
      question: "Which?",
      context: [{ role: "user", content: "Earlier words" }],
      panel: "split",
      rounds: 0,
      answer: { type: "choice", options: ["1", "2", "3"] },
      stop: ["unanimous", { type: "stable", rounds: 1 }],
      decide: { type: "weighted" },
      see: { type: "ring", k: 1 },
      show: "digest",
      escalateBelow: 0.2,
      seed: 7,
      metadata: { ticket: "A-1" },
    });
    const { started, result } = (await finished(id)) as Record<string, Record<string, unknown>>;
    expect(started).toMatchObject({
      rounds: 0,
      context: [{ role: "user", content: "Earlier words" }],
      metadata: { ticket: "A-1" },
      rules: {
        stop: ["unanimous", "stable"],
        decide: "weighted",
        answer: "choice",
        see: "ring",
        show: "digest",
      },
    });
    expect(result).toMatchObject({ decision: { method: "weighted", basis: "choice" } });
  });

  test("documents with names, a crux and a report can be asked for", async () => {
    const analyst = ({ role }: { role: string }): string =>
      role === "crux"
        ? '{"claim": "It is so.", "for": [1], "against": [2]}'
        : '{"claims": [], "recommendation": "Wait."}';
    const citations = [{ document: "plan.txt", quote: "The audit ends in May" }];
    const judge = (): string => JSON.stringify({ citations, answer: 1 });
    const { start, finished, post } = called({
      panels: {
        split: {
          ...split,
          judge,
          decide: judged({ structured: true }),
          crux: { model: analyst },
          report: { type: "memo", model: analyst },
        },
      },
    });
    const id = await start({
      question: "Which?",
      context: [{ document: "plan.txt", text: "The audit ends in May." }],
    });
    const record = await finished(id);
    expect(record["result"]).toMatchObject({
      cruxes: [{ round: 1, claim: "It is so." }],
      memo: { recommendation: "Wait." },
      decision: { citations: [{ document: "plan.txt", at: [0, 21], verified: true }] },
    });
    const off = await finished(await start({ question: "Which?", crux: false, report: "none" }));
    expect(off["result"]).toMatchObject({ cruxes: [] });
    for (const option of [
      { crux: { model: "openai/gpt-5" } },
      { report: { type: "memo", model: "openai/gpt-5" } },
    ]) {
      const refused = await post("/debates", { question: "Which?", ...option });
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain("model_not_allowed");
    }
    const twice = { document: "a", text: "b" };
    expect((await post("/debates", { question: "Which?", context: [twice, twice] })).status).toBe(
      400,
    );
  });

  test("an answer can be asked for in a shape", async () => {
    const city = (request: { responseFormat?: unknown }): string =>
      `{"reasoning":"known","answer":{"city":"Lima"},"confidence":0.9}${request.responseFormat ? "" : " "}`;
    const { start, finished } = called({ panels: { cities: { debaters: [city, city] } } });
    const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const id = await start({ question: "Capital of Peru?", answer: { type: "json", schema } });
    expect((await finished(id))["result"]).toMatchObject({ answer: { city: "Lima" } });
  });

  test("pages follow each other", async () => {
    const { start, finished, get } = called();
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      ids.push(await start({ question: `Question ${index}?`, panel: "agreeing" }));
      await finished(ids[index] as string);
    }
    const seen: string[] = [];
    let before = "";
    for (;;) {
      const response = await get(`/debates?limit=2&status=completed${before}`);
      const page = (await response.json()) as { runs: { id: string }[]; next: string | null };
      seen.push(...page.runs.map(({ id }) => id));
      if (page.next === null) break;
      before = `&before=${page.next}`;
    }
    expect(seen).toEqual(ids.reverse());
  });

  test("exports in every format", async () => {
    const { start, finished, get } = called();
    const id = await start({ question: "What is 6*7?", panel: "agreeing" });
    await finished(id);
    for (const [format, type, words, ending] of [
      ["md", "text/markdown", "# Debate", "md"],
      ["html", "text/html", "<!doctype html>", "html"],
      ["json", "application/json", '"status": "completed"', "json"],
      ["mermaid", "text/plain", "flowchart LR", "mmd"],
    ] as const) {
      const response = await get(`/debates/${id}/export?format=${format}`);
      expect(response.headers.get("content-type")).toContain(type);
      expect(response.headers.get("content-disposition")).toBe(
        `attachment; filename="debate-${id}.${ending}"`,
      );
      expect(response.headers.get("content-security-policy")).toContain("sandbox");
      expect(await response.text()).toContain(words);
    }
  });

  test("panels say who sits in them; a plan says what it takes", async () => {
    const withJudge = {
      debaters: [
        { model: says("1"), name: "ada", price: { input: 1, output: 2 } },
        { model: says("2"), price: { input: 1, output: 2 } },
        { model: says("3"), price: { input: 1, output: 2 } },
      ],
      judge: { model: says("1"), price: { input: 1, output: 2 } },
    };
    const { get, post } = called({
      panels: { judged: withJudge, split },
      defaultPanel: "split",
    });
    const { panels } = (await (await get("/panels")).json()) as {
      panels: Record<string, unknown>[];
    };
    expect(panels).toMatchObject([
      {
        name: "judged",
        default: false,
        rounds: 1,
        members: [{ name: "ada", weight: 1 }, {}, {}],
        judge: { name: "judge" },
      },
      { name: "split", default: true, rounds: 1, judge: null },
    ]);
    const plan = (await (
      await post("/plan", { question: "Q?", panel: "judged" })
    ).json()) as Record<string, unknown>;
    expect(plan["calls"]).toEqual({ min: 3, typical: 5, max: 7 });
    expect(plan["sentence"]).toMatch(
      /^3 debaters × up to 2 rounds \+ judge: \d to 7 calls; about \$0\.\d+, at most \$0\.\d+$/,
    );
    const budget = { usd: 0.012 };
    const capped = (await (
      await post("/plan", { question: "Q?", panel: "judged", budget })
    ).json()) as Record<string, unknown>;
    expect(capped).toMatchObject({
      leftOut: { parts: [], lastRound: 0 },
      warnings: expect.arrayContaining([expect.stringContaining("No revision round")]),
      sentence: expect.stringMatching(/^3 debaters × 1 round \+ judge: /),
    });
    const single = (await (await post("/plan", { question: "Q?", rounds: 0 })).json()) as Record<
      string,
      unknown
    >;
    expect(single["sentence"]).toBe("3 debaters × 1 round: 3 calls; price unknown");
  });

  test("/healthz and /openapi.json are served", async () => {
    const { get } = called();
    expect(await (await get("/healthz")).json()).toMatchObject({ status: "ok" });
    expect((await get("/openapi.json")).status).toBe(200);
  });
});

describe("wrong requests are refused before a call, with the field", () => {
  const wrong: [string, Record<string, unknown>, string, string][] = [
    ["no question", {}, "invalid_request", "question"],
    ["an empty question", { question: "  " }, "invalid_request", "question"],
    ["an unknown option", { question: "Q?", turns: 3 }, "invalid_request", "turns"],
    ["an unknown panel", { question: "Q?", panel: "nobody" }, "unknown_panel", "panel"],
    ["too many rounds", { question: "Q?", rounds: 11 }, "invalid_request", "rounds"],
    [
      "a rule that isn't one",
      { question: "Q?", stop: { type: "agreement", share: 2 } },
      "invalid_request",
      "stop.share",
    ],
    ["a judge that is missing", { question: "Q?", decide: "judged" }, "invalid_request", "judge"],
    [
      "a panel and debaters",
      { question: "Q?", panel: "split", debaters: ["a/b"] },
      "invalid_request",
      "debaters",
    ],
    [
      "a model that isn't configured",
      { question: "Q?", debaters: ["openai/other", "openai/other"] },
      "model_not_allowed",
      "debaters[0]",
    ],
    [
      "an address",
      { question: "Q?", debaters: ["compat:x@http://10.0.0.1/v1", "compat:x@http://10.0.0.1/v1"] },
      "model_not_allowed",
      "debaters[0]",
    ],
    [
      "a program to run",
      { question: "Q?", debaters: ["command:id -u", "COMMAND:id"] },
      "model_not_allowed",
      "debaters[0]",
    ],
    [
      "a program to run, as an object",
      { question: "Q?", judge: { model: { command: ["id"] } } },
      "invalid_request",
      "judge.model",
    ],
    [
      "an address for a judge",
      { question: "Q?", judge: { model: "compat:x@http://10.0.0.1/v1" } },
      "model_not_allowed",
      "judge",
    ],
    [
      "a configured address",
      { question: "Q?", debaters: ["compat:own@http://127.0.0.1:9/v1*2"] },
      "model_not_allowed",
      "debaters[0]",
    ],
    [
      "too many seats",
      { question: "Q?", debaters: ["embedded*13"] },
      "invalid_request",
      "debaters",
    ],
    [
      "a schema that can't be held to",
      { question: "Q?", answer: { type: "json", schema: { type: "shape" } } },
      "invalid_request",
      "answer.schema",
    ],
    ["an id that isn't one", { question: "Q?", id: "../etc" }, "invalid_request", "id"],
  ];
  test.each(wrong)("%s", async (_name, body, code, field) => {
    let asked = 0;
    const counting = (): string => {
      asked += 1;
      return "Answer: 1";
    };
    const panels = {
      counting: { debaters: [counting, counting] },
      split,
      local: { debaters: ["embedded", "compat:own@http://127.0.0.1:9/v1"] },
    };
    const { post, get } = called({ panels });
    expect(await refusal(post("/debates", body))).toMatchObject({ status: 400, code, field });
    expect(asked).toBe(0);
    expect(await (await get("/debates")).json()).toEqual({ runs: [], next: null });
  });

  test("a body that is not JSON gets 400, and one without the content type 415", async () => {
    const { send } = called();
    const headers = { "content-type": "application/json" };
    expect(await refusal(send("/debates", { method: "POST", headers, body: "{" }))).toMatchObject({
      status: 400,
      code: "invalid_json",
    });
    const form = { "content-type": "text/plain" };
    expect(
      await refusal(send("/debates", { method: "POST", headers: form, body: "{}" })),
    ).toMatchObject({ status: 415 });
  });

  test("debates and addresses that don't exist get 404", async () => {
    const { get, post, send } = called();
    for (const path of ["/debates/none", "/debates/none/events", "/debates/none/export"]) {
      expect(await refusal(get(path))).toMatchObject({ status: 404, code: "not_found" });
    }
    expect(await refusal(post("/debates/none/cancel"))).toMatchObject({ status: 404 });
    expect(await refusal(post("/debates/none/fork", { fromRound: 1 }))).toMatchObject({
      status: 404,
    });
    expect(await refusal(post("/debates/none/review", { verdict: "confirm" }))).toMatchObject({
      status: 404,
    });
    expect(await refusal(send("/debates/none", { method: "DELETE" }))).toMatchObject({
      status: 404,
    });
    expect(await refusal(get("/nowhere"))).toMatchObject({ status: 404 });
    expect(await refusal(get("/debates?limit=0"))).toMatchObject({ status: 400, field: "limit" });
  });

  test("a debate whose model has no key is refused and not stored", async () => {
    const { post, get } = called({ panels: { keyless: { debaters: ["openai/gpt-4o-mini*2"] } } });
    const key = process.env["OPENAI_API_KEY"];
    delete process.env["OPENAI_API_KEY"];
    try {
      const said = await refusal(post("/debates", { question: "Q?" }));
      expect(said).toMatchObject({ status: 503, code: "panel_unavailable" });
      expect(said.message).toContain("OPENAI_API_KEY");
      expect(await (await get("/debates")).json()).toMatchObject({ runs: [] });
    } finally {
      if (key !== undefined) process.env["OPENAI_API_KEY"] = key;
    }
  });
});
