import { memoryJournal } from "rostrum";
import { hashToken, newToken } from "rostrum/server";
import { describe, expect, test } from "vitest";
import { called, refusal } from "./support/call.ts";
import { says } from "./support/models.ts";

const ada = newToken();
const bob = newToken();
const root = newToken();
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
const tokens = [
  { user: "ada", hash: hashToken(ada), budget: { calls: 10 } },
  { user: "bob", hash: hashToken(bob) },
  { user: "root", hash: hashToken(root), admin: true },
];
const priced = (answer: string) => ({
  model: says(answer, { usage: { inputTokens: 100, outputTokens: 10 } }),
  price: { input: 1, output: 2 },
});
const panels = {
  cheap: { debaters: [priced("42"), priced("42")] },
  unpriced: { debaters: [says("42"), says("42"), says("42")] },
};

interface Row {
  key: string | null;
  calls: number;
  debates: number;
  tokens: number | null;
  costUsd: number | null;
}
interface Usage {
  rows: Row[];
  total: Row;
  limits: { user: string; calls?: { cap: number; spent: number; left: number } }[];
}

/** A server on which ada has asked `cheap` twice and bob `unpriced` once. */
async function used() {
  const server = called({ panels, auth: { tokens } });
  const usage = async (token: string, query: string): Promise<Usage> =>
    (await (await server.get(`/usage?${query}`, bearer(token))).json()) as Usage;
  const asked: [string, string][] = [
    [ada, "cheap"],
    [ada, "cheap"],
    [bob, "unpriced"],
  ];
  for (const [token, panel] of asked) {
    const response = await server.post("/debates", { question: "6*7?", panel }, bearer(token));
    const { id } = (await response.json()) as { id: string };
    await (await server.get(`/debates/${id}/events`, bearer(token))).text();
  }
  return { ...server, usage };
}

describe("readiness", () => {
  test("a server with a journal that answers is ready, without a token", async () => {
    const { get } = called({ auth: { tokens } });
    const response = await get("/readyz");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ready" });
  });

  test("a journal that can't be reached makes it unready, while the process is healthy", async () => {
    const journal = memoryJournal();
    const { get } = called({
      journal: { ...journal, list: () => Promise.reject(new Error("disk /var/secret is gone")) },
    });
    expect((await get("/healthz")).status).toBe(200);
    const { status, code, message } = await refusal(get("/readyz"));
    expect([status, code]).toEqual([503, "not_ready"]);
    expect(message).not.toContain("secret");
  });
});

describe("metrics", () => {
  test("count debates, calls, tokens, dollars and requests, without a word of any user", async () => {
    const { get } = await used();
    expect((await get("/metrics")).status).toBe(401);
    const response = await get("/metrics?secret=1", bearer(bob));
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const text = await response.text();
    expect(text).toContain('rostrum_debates_total{status="completed"} 3\n');
    expect(text).toContain('rostrum_debates{state="running"} 0\n');
    expect(text).toContain("rostrum_watchers 0\n");
    expect(text).toMatch(
      /rostrum_http_requests_total\{method="POST",route="\/debates",status="201"\} 3\n/,
    );
    expect(text).toMatch(
      /rostrum_http_requests_total\{method="GET",route="\/metrics",status="401"\} 1\n/,
    );
    expect(text).toMatch(
      /rostrum_http_request_duration_seconds_bucket\{le="\+Inf",route="\/debates"\} 3\n/,
    );
    const sum = (name: string): number =>
      [...text.matchAll(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, "gm"))].reduce(
        (total, [, value]) => total + Number(value),
        0,
      );
    expect(sum("rostrum_calls_total")).toBe(7);
    expect(sum("rostrum_tokens_total")).toBe(4 * 110 + 3 * 15);
    expect(sum("rostrum_cost_dollars_total")).toBeCloseTo((4 * (100 + 20)) / 1e6);
    expect(sum("rostrum_calls_unknown_cost_total")).toBe(3);
    expect(text).not.toMatch(/ada|bob|6\*7|secret/);
    for (const line of text.trimEnd().split(/\n+/)) {
      expect(line).toMatch(
        /^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? \S+)$/,
      );
    }
  });

  test("tokens that nobody reported are unknown, not zero", async () => {
    const silent = (): string => "Answer: 42";
    const { post, get, finished } = called({ panels: { silent: { debaters: [silent, silent] } } });
    const { id } = (await (await post("/debates", { question: "Q?" })).json()) as { id: string };
    await finished(id);
    const text = await (await get("/metrics")).text();
    expect(text).toMatch(/^rostrum_calls_total\{model="function:silent"\} 2$/m);
    expect(text).not.toMatch(/^rostrum_tokens_total/m);
    expect(text).toMatch(/^rostrum_calls_unknown_tokens_total\{model="function:silent"\} 2$/m);
  });

  test("known tokens are a lower bound where a call of the same model is unknown", async () => {
    let calls = 0;
    const usage = { inputTokens: 10, outputTokens: 5 };
    const member = (): object => ({ text: "Answer: 42", ...(calls++ === 0 ? { usage } : {}) });
    const panel = { debaters: [member, member] as never };
    const { post, get, finished } = called({ panels: { half: panel } });
    const { id } = (await (await post("/debates", { question: "Q?" })).json()) as { id: string };
    await finished(id);
    const answer = (await (await get("/usage?by=model")).json()) as { rows: object[] };
    expect(answer.rows).toMatchObject([{ tokens: null, atLeastTokens: 15 }]);
  });

  test("an address that no route has is not a label", async () => {
    const { get } = called();
    await get("/private-words");
    await get("/healthz");
    const text = await (await get("/metrics")).text();
    expect(text).toContain('route="none",status="404"');
    expect(text).toContain('route="/healthz",status="200"');
    expect(text).not.toContain("private-words");
  });

  test("are public where the owner says so", async () => {
    const { get } = called({ auth: { tokens }, metricsPublic: true });
    expect((await get("/metrics")).status).toBe(200);
  });
});

describe("usage", () => {
  test("an admin sees all users, and what is left of their limits", async () => {
    const { usage } = await used();
    const { rows, total, limits } = await usage(root, "by=user");
    expect(
      rows.map(({ key, calls, debates, costUsd }) => ({ key, calls, debates, costUsd })),
    ).toEqual([
      { key: "ada", calls: 4, debates: 2, costUsd: expect.closeTo(0.00048) as number },
      { key: "bob", calls: 3, debates: 1, costUsd: null },
    ]);
    expect(total).toMatchObject({ calls: 7, debates: 3, tokens: 485, unknownCalls: 3 });
    expect(total.costUsd).toBeCloseTo(0.00048);
    expect(limits).toEqual([{ user: "ada", calls: { cap: 10, spent: 4, reserved: 0, left: 6 } }]);
  });

  test("a user sees only their own", async () => {
    const { usage } = await used();
    for (const by of ["user", "panel", "model", "day"]) {
      const { total, limits } = await usage(bob, `by=${by}`);
      expect(total).toMatchObject({ calls: 3, debates: 1 });
      expect(limits).toEqual([]);
    }
    expect((await usage(ada, "by=user")).rows.map(({ key }) => key)).toEqual(["ada"]);
    expect((await usage(ada, "by=user")).limits).toHaveLength(1);
  });

  test("a debate that is deleted has still been paid for", async () => {
    const { usage, get, server } = await used();
    const before = await usage(root, "by=user");
    const list = (await (await get("/debates", bearer(root))).json()) as { runs: { id: string }[] };
    for (const { id } of list.runs) {
      const url = `http://127.0.0.1/debates/${id}`;
      const { status } = await server.app.request(url, { method: "DELETE", headers: bearer(root) });
      expect(status).toBe(204);
    }
    const after = await usage(root, "by=user");
    expect(after.total).toEqual(before.total);
    expect(after.rows).toEqual(before.rows);
    expect((await usage(ada, "by=day")).total.calls).toBe(4);
    for (const by of ["panel", "model", "day"])
      expect((await usage(root, `by=${by}`)).total).toEqual(before.total);
  });

  test("every grouping has the same sum", async () => {
    const { usage } = await used();
    for (const by of ["user", "panel", "model", "day"]) {
      const { rows } = await usage(root, `by=${by}`);
      expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(7);
    }
    expect((await usage(root, "by=panel")).rows.map(({ key }) => key)).toEqual([
      "cheap",
      "unpriced",
    ]);
    const today = new Date().toISOString().slice(0, 10);
    expect((await usage(root, "by=day")).rows.at(-1)?.key).toBe(today);
  });

  test("a time range leaves out what is not in it, and nonsense is refused", async () => {
    const { usage, get } = await used();
    expect((await usage(root, "by=day&to=2020-01-01")).total).toMatchObject({
      calls: 0,
      debates: 0,
      costUsd: 0,
    });
    expect((await usage(root, "by=day&from=2020-01-01")).total.calls).toBe(7);
    for (const query of ["by=words", "from=yesterday", "turns=1"]) {
      expect((await refusal(get(`/usage?${query}`, bearer(root)))).status).toBe(400);
    }
    expect((await get("/usage")).status).toBe(401);
  });

  test("sums equal those of the result, with a judge, a comparer, ballots and a report", async () => {
    const prose = (text: string) => says(text, { words: "Because." });
    const server = called({
      panels: {
        whole: {
          debaters: [prose("stay on Postgres"), prose("move to Dynamo"), prose("rent a cluster")],
          judge: prose("stay on Postgres"),
          compare: () => '{"groups": [{"items": [1]}, {"items": [2]}, {"items": [3]}]}',
          rounds: 1,
          crux: { model: () => '{"claim": "c", "for": [1], "against": [2]}' },
          report: { type: "claims", model: () => '{"claims": []}' },
        },
        ranked: {
          debaters: [prose("one"), prose("two"), prose("three")],
          rounds: 0,
          decide: "ranked",
        },
      },
    });
    let calls = 0;
    for (const panel of ["whole", "ranked"]) {
      const id = await server.start({ question: "What should we do?", panel });
      const { result } = (await server.finished(id)) as unknown as {
        result: { usage: { calls: number } };
      };
      calls += result.usage.calls;
    }
    const usage = (await (await server.get("/usage?by=model")).json()) as Usage;
    expect(usage.total.calls).toBe(calls);
    expect(calls).toBeGreaterThan(12);
  });
});
