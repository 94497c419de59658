import { describe, expect, test } from "vitest";
import {
  Debate,
  debate,
  ModelError,
  type DebateConfig,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { faulty, scripted, type Fault } from "../../packages/runtime/src/testing/index.ts";
import { conductor } from "../support/conductor.ts";
import { rejection, watch } from "../support/outcomes.ts";
import { answering, panelSaying, says } from "../support/panel.ts";

const QUESTION = "What is the answer?";

/** A panel of three in which only the first one has trouble. */
async function troubled(faults: (Fault | string)[], limits: DebateConfig["limits"] = {}) {
  const model = faulty(faults);
  const debaters = [model, ...panelSaying("red", "red")];
  const result = await debate(QUESTION, { debaters, rounds: 0, limits });
  return { model, result, position: result.rounds[0]?.positions[0] };
}

describe("retries", () => {
  const again = { type: "rate_limited", retryAfterMs: 0 } as const;

  test("a call that is rate limited is made again after the time it was told, 2 times by default", async () => {
    const { model, result, position } = await troubled([
      again,
      { ...again, retryAfterMs: 1 },
      "red",
    ]);
    expect(model.calls).toBe(3);
    expect(position).toMatchObject({ status: "spoke", answer: "red", attempts: 3 });
    expect(result).toMatchObject({
      usage: { calls: 5 },
      integrity: { degraded: false, planned: 3 },
    });
  });

  test("no more than limits.retries", async () => {
    const { model, position, result } = await troubled([again, again, "red"], { retries: 1 });
    expect(model.calls).toBe(2);
    expect(position).toMatchObject({ status: "failed", error: "too many requests", attempts: 2 });
    expect(result.usage.calls).toBe(4);
    expect(result.integrity).toMatchObject({ degraded: true, planned: 3, completed: 2 });
  });

  test("a wait longer than a call may take is not waited for", async () => {
    const { model, position } = await troubled([
      { type: "rate_limited", retryAfterMs: 3_600_000 },
      "red",
    ]);
    expect(model.calls).toBe(1);
    expect(position?.status).toBe("failed");
  });

  test.each([
    { status: 400, calls: 1 },
    { status: 401, calls: 1 },
    { status: 403, calls: 1 },
    { status: 404, calls: 1 },
    { status: 422, calls: 1 },
    { status: 503, retryable: false, calls: 1 },
  ])("status $status (retryable: $retryable) is not tried again", async ({ calls, ...fault }) => {
    const { model, position } = await troubled([{ type: "error", ...fault }, "red"]);
    expect(model.calls).toBe(calls);
    expect(position).toMatchObject({ status: "failed", error: "provider down" });
  });

  test.each([408, 409, 425, 429, 500, 502, 503, 529])(
    "status %i is tried again",
    async (status) => {
      const models = [0, 1].map(() => {
        let calls = 0;
        return () => {
          if (++calls === 1) throw new ModelError("busy", { status, retryAfterMs: 0 });
          return "red";
        };
      });
      const result = await debate(QUESTION, { debaters: models, rounds: 0 });
      expect(result).toMatchObject({ usage: { calls: 4 }, integrity: { degraded: false } });
    },
  );

  test("an error without a status is tried again; a status in the error of any client counts", async () => {
    const thrown = [
      Object.assign(new Error("slow down"), { status: 429, headers: { "Retry-After": "0" } }),
      Object.assign(new Error("overloaded"), {
        statusCode: 529,
        responseHeaders: { "retry-after-ms": "0" },
      }),
      Object.assign(new Error("no key"), { status: 401, requestId: "req_7" }),
    ];
    let calls = 0;
    const model = (): never => {
      throw thrown[calls++];
    };
    const debaters = [model, ...panelSaying("red", "red")];
    const result = await debate(QUESTION, {
      debaters,
      rounds: 0,
      limits: { retries: 9 },
    });
    expect(calls).toBe(3);
    expect(result.integrity.dropped[0]?.error).toBe("no key (status 401, request req_7)");
  });

  test("what failed attempts cost is in the totals, unknown where it is unknown", async () => {
    const price = { input: 1, output: 1 };
    const usage = { inputTokens: 10, outputTokens: 5, cachedInputTokens: 0 };
    const paying = (first: ModelError) => {
      let calls = 0;
      const model = () => {
        if (++calls === 1) throw first;
        return { text: "red", usage };
      };
      return debate(QUESTION, {
        debaters: [
          { model, price },
          { model: says({ text: "red", usage }), price },
        ],
        rounds: 0,
      });
    };
    const refused = await paying(new ModelError("busy", { status: 429, retryAfterMs: 0 }));
    expect(refused).toMatchObject({ costUsd: 30 / 1e6, usage: { calls: 3, inputTokens: 20 } });
    const lost = await paying(new ModelError("connection lost", { retryAfterMs: 0 }));
    expect(lost).toMatchObject({ costUsd: null, usage: { calls: 3, inputTokens: null } });
  });
});

describe("timeouts", () => {
  test.each([
    { type: "hang", deaf: false },
    { type: "hang", deaf: true },
  ] as const)(
    "a model that hangs (deaf: $deaf) is given up after limits.timeoutMs",
    async (fault) => {
      const { model, position, result } = await troubled([fault], { timeoutMs: 5, retries: 0 });
      expect(model.calls).toBe(1);
      expect(position).toMatchObject({ status: "failed", error: "no reply within 5 ms" });
      expect(result).toMatchObject({ answer: "red", integrity: { degraded: true } });
    },
  );

  test("its signal fires, with the timeout as the reason", async () => {
    const reasons: unknown[] = [];
    const model = ({ signal }: ModelRequest): Promise<never> =>
      new Promise(() => signal.addEventListener("abort", () => reasons.push(signal.reason)));
    const debaters = [model, ...panelSaying("red", "red")];
    await debate(QUESTION, {
      debaters,
      rounds: 0,
      limits: { timeoutMs: 5, retries: 0 },
    });
    expect(reasons).toMatchObject([{ name: "TimeoutError" }]);
  });

  test("a reply that comes after its timeout changes nothing", async () => {
    const late = Promise.withResolvers<string>();
    const debaters = [() => late.promise, ...panelSaying("red", "red")];
    const run = debate(QUESTION, {
      debaters,
      rounds: 0,
      limits: { timeoutMs: 5, retries: 0 },
    });
    const result = await run;
    late.resolve("blue");
    await late.promise;
    expect(result.rounds[0]?.positions[0]?.status).toBe("failed");
  });

  test("a timeout of months is no timeout at all, not an instant one", async () => {
    const { position } = await troubled(["red"], { timeoutMs: 1e12 });
    expect(position?.status).toBe("spoke");
    const slow = await troubled([{ type: "slow", ms: 20, text: "red" }], {
      timeoutMs: 1e12,
      retries: 0,
    });
    expect(slow.position?.status).toBe("spoke");
  });
});

describe("a debater that fails", () => {
  test.each(["error", "garbage", "truncated", "slow"] as const)(
    "%s: the others go on",
    async (type) => {
      const fault = { type, text: "Answer: re", ms: 1, retryable: false } as Fault;
      const { result } = await troubled([fault]);
      expect(result).toMatchObject({ answer: "red" });
    },
  );

  test("is asked again in the next round, and then sees what the others said", async () => {
    const model = scripted([{ error: "down" }, "blue"]);
    const debaters = [model, ...panelSaying("red", "green")];
    const result = await debate(QUESTION, {
      debaters,
      rounds: 1,
      revise: "everyone" as const,
      stop: "never",
      limits: { retries: 0 },
    });
    expect(result.rounds[1]?.positions[0]).toMatchObject({ status: "spoke", changed: false });
    const [turn] = model.requests[1]?.messages ?? [];
    expect(turn?.content).toContain(QUESTION);
    expect(turn?.content).toContain("red");
    expect(turn?.content).not.toContain("last answer");
    expect(model.requests[1]?.peers.map(({ answer }) => answer).sort()).toEqual(["green", "red"]);
  });

  test("keeps its vote from the round before", async () => {
    const debaters = panelSaying(["red", { error: "down" }], "red", "blue");
    const result = await debate(QUESTION, {
      debaters,
      rounds: 1,
      revise: "everyone" as const,
      stop: "never",
      limits: { retries: 0 },
    });
    expect(result.answer).toBe("red");
    expect(result.decision.tally[0]?.votes).toBe(2);
    expect(result.rounds[1]?.agreement).toBeCloseTo(1 / 3, 12);
  });

  test("a nested debate that was aborted is a failed call, not the end of this one", async () => {
    const inner = async (): Promise<string> => {
      const answered = await debate(
        QUESTION,
        { debaters: panelSaying("a", "b") },
        { signal: AbortSignal.abort() },
      );
      return answered.text;
    };
    const debaters = [inner, ...panelSaying("red", "red")];
    const result = await debate(QUESTION, {
      debaters,
      rounds: 0,
      limits: { retries: 0 },
    });
    expect(result.rounds[0]?.positions[0]).toMatchObject({
      status: "failed",
      error: "the debate was aborted",
    });
  });
});

describe("quorum", () => {
  const down = { error: "down" };
  const limits = (quorum?: number) => ({ retries: 0, ...(quorum === undefined ? {} : { quorum }) });

  test.each([
    { replies: ["a", "a", down], quorum: undefined, fails: false },
    { replies: ["a", down, down], quorum: undefined, fails: true },
    { replies: ["a", down, down], quorum: 1, fails: false },
    { replies: ["a", "b", down], quorum: 3, fails: true },
    { replies: ["a", "", down], quorum: 2, fails: false },
    { replies: ["", "", ""], quorum: 1, fails: true },
    { replies: [down, down, down], quorum: 1, fails: true },
  ])("$replies with quorum $quorum fails: $fails", async ({ replies, quorum, fails }) => {
    const run = debate(QUESTION, {
      debaters: panelSaying(...replies),
      rounds: 0,
      limits: limits(quorum),
    });
    const outcome = await run.then(
      () => null,
      (error: Error) => error.name,
    );
    expect(outcome).toBe(fails ? "PanelFailedError" : null);
  });

  test("the error says how many replied, how many were needed and what went wrong, and carries the replies", async () => {
    const debaters = panelSaying(answering("a", 0.9), down, down);
    const error = await rejection(debate(QUESTION, { debaters, rounds: 0, limits: limits() }));
    expect(error).toMatchObject({ name: "PanelFailedError", code: "panel_failed" });
    expect(error.message).toBe(
      "too few replies: 1 of 3 members replied, at least 2 must (limits.quorum); debater_1: down (the same for debater_2)",
    );
    expect(
      error.partial?.rounds[0]?.positions.map(({ status, answer }) => [status, answer]),
    ).toEqual([
      ["spoke", "a"],
      ["failed", null],
      ["failed", null],
    ]);
    expect(error.partial).toMatchObject({
      answer: null,
      stopReason: "unfinished",
      usage: { calls: 3 },
    });
  });

  test("lost in a later round, the debate ends with the rounds before", async () => {
    const debaters = panelSaying(["a", "a"], ["b", down], ["c", down]);
    const result = await debate(QUESTION, {
      debaters,
      rounds: 1,
      revise: "everyone" as const,
      limits: limits(),
    });
    expect(result).toMatchObject({ stopReason: "panel_failed", integrity: { degraded: true } });
    expect(result.rounds[0]?.positions.map(({ text }) => text)).toEqual(["a", "b", "c"]);
    expect(result.rounds[1]?.shortfall).toContain("1 of 3 members replied");
  });
});

describe("concurrency", () => {
  test.each([1, 2, 4])("limits.concurrency %i: never more calls in flight", async (concurrency) => {
    const conduct = conductor(() => 0);
    const model = async ({ debater = "" }: ModelRequest): Promise<string> => {
      await conduct.turn();
      return debater;
    };
    const config = {
      debaters: model,
      panelSize: 6,
      rounds: 1,
      revise: "everyone" as const,
      limits: { concurrency },
    };
    const result = await conduct.drive(debate(QUESTION, config));
    expect(conduct.most).toBe(concurrency);
    expect(result.usage.calls).toBe(12);
  });

  test("without it a round is all in flight at once", async () => {
    const conduct = conductor(() => 0);
    const model = async (): Promise<string> => {
      await conduct.turn();
      return "red";
    };
    await conduct.drive(debate(QUESTION, { debaters: model, panelSize: 6, rounds: 0 }));
    expect(conduct.most).toBe(6);
  });
});

test("replies and failures are reported in the order in which they arrive", async () => {
  const conduct = conductor((waiting) => waiting - 1);
  const model = async ({ debater = "" }: ModelRequest): Promise<string> => {
    await conduct.turn();
    if (debater === "debater_1") throw new ModelError("no", { retryable: false });
    return "red";
  };
  const panel = new Debate({ debaters: model, rounds: 0 });
  const { stored, result } = await conduct.drive(watch(panel));
  const replies = stored.filter((event) => "debater" in event);
  expect(replies.map((event) => `${event.type} ${event.debater}`)).toEqual([
    "debate.response debater_2",
    "debate.debater_failed debater_1",
    "debate.response debater_0",
  ]);
  expect(result?.rounds[0]?.positions.map(({ status }) => status)).toEqual([
    "spoke",
    "failed",
    "spoke",
  ]);
});

test("a slow first seat hides nobody: the others are reported while it is still thinking", async () => {
  const slow = Promise.withResolvers<string>();
  const stream = new Debate({
    debaters: [() => slow.promise, says("red"), says("red")],
    rounds: 0,
  }).stream(QUESTION);
  const heard: string[] = [];
  for await (const event of stream) {
    if (event.type !== "debate.response") continue;
    heard.push(event.debater);
    if (heard.length === 2) slow.resolve("red");
  }
  expect(heard).toEqual(["debater_1", "debater_2", "debater_0"]);
});
