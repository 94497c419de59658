import { describe, expect, test } from "vitest";
import {
  Debate,
  debate,
  fold,
  memoryJournal,
  ModelError,
  type DebateConfig,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { openAiServer } from "../support/openai-server.ts";
import { lasting, rejection } from "../support/outcomes.ts";
import { says } from "../support/panel.ts";

const QUESTION = "What is the answer?";
const id = "run-1";

const refusal = (status: number): ModelError => new ModelError("refused", { status });

/** Debater 1 is refused from a round on; the others repeat themselves. */
function panel(status: number, from = 0, lines = ["red", "red", "red"]) {
  const asked: string[] = [];
  let healed = false;
  const model = ({ debater = "", round }: ModelRequest): string => {
    asked.push(`${debater} ${round}`);
    if (debater === "debater_1" && round >= from && !healed) throw refusal(status);
    return lines[Number(debater.at(-1))] ?? "";
  };
  return { model, asked, heal: () => void (healed = true) };
}

const config = (
  model: DebateConfig["debaters"],
  more: Partial<DebateConfig> = {},
): DebateConfig => ({
  debaters: model,
  panelSize: 3,
  rounds: 2,
  revise: "everyone",
  answer: "exact",
  limits: { retries: 2 },
  ...more,
});

const statuses = (result: { rounds: { positions: { status: string }[] }[] }): string[] =>
  result.rounds.map(({ positions }) => positions.map(({ status }) => status).join(" "));

describe("an error that can't heal drops the debater for the rest of the run", () => {
  test.each([401, 402, 403, 404])(
    "%i: it is asked once, and leaves the agreement",
    async (status) => {
      const { model, asked } = panel(status);
      const result = await debate(QUESTION, config(model));
      expect(asked.filter((call) => call.startsWith("debater_1"))).toEqual(["debater_1 0"]);
      // The two that are left agree at once: nobody is asked a second time.
      expect(asked).toHaveLength(3);
      expect(result).toMatchObject({
        answer: "red",
        agreement: 1,
        stopReason: "agreed",
        integrity: { degraded: true, planned: 3, completed: 2 },
        usage: { calls: 3 },
      });
      expect(result.integrity.dropped).toEqual([
        { debater: "debater_1", round: 0, error: "refused" },
      ]);
      expect(result.warnings.join()).toContain("debater_1 was not asked again");
    },
  );

  test.each([400, 429, 500])("%i may heal: it is asked again in the next round", async (status) => {
    const { model, asked } = panel(status, 0, ["red", "blue", "green"]);
    await debate(QUESTION, config(model, { limits: { retries: 0 }, stop: "never" }));
    expect(asked.filter((call) => call.startsWith("debater_1"))).toHaveLength(3);
  });

  test("it is `failed` in that round and `not_asked` after it, and never counts in the agreement if it never voted", async () => {
    const { model, asked } = panel(401, 0, ["red", "", "blue"]);
    const result = await debate(QUESTION, config(model, { stop: "never" }));
    expect(statuses(result)).toEqual([
      "spoke failed spoke",
      "spoke not_asked spoke",
      "spoke not_asked spoke",
    ]);
    expect(result.rounds.map(({ agreement }) => agreement)).toEqual([0.5, 0.5, 0.5]);
    expect(asked).toHaveLength(7);
    expect(result.usage.calls).toBe(7);
  });

  test("its earlier vote still counts, in the agreement and in the decision", async () => {
    const { model } = panel(401, 1, ["red", "blue", "blue"]);
    const result = await debate(QUESTION, config(model, { stop: "never" }));
    expect(statuses(result)).toEqual([
      "spoke spoke spoke",
      "spoke failed spoke",
      "spoke not_asked spoke",
    ]);
    expect(result.rounds.map(({ agreement }) => agreement)).toEqual([2 / 3, 1 / 3, 2 / 3]);
    expect(result).toMatchObject({ answer: "blue", integrity: { degraded: true } });
    expect(result.decision.tally[0]).toMatchObject({
      answer: "blue",
      votes: 2,
      debaters: ["debater_1", "debater_2"],
    });
  });

  test("the fallback is asked first: only if both are refused the debater is dropped", async () => {
    const fallback = says("red");
    const refused = (): never => {
      throw refusal(401);
    };
    const members = (stand: DebateConfig["model"]): DebateConfig["debaters"] => [
      says("blue"),
      { name: "shaky", model: refused, fallback: stand as never },
      says("green"),
    ];
    const whole = await debate(QUESTION, config(members(fallback), { stop: "never" }));
    expect(fallback.requests).toHaveLength(3);
    expect(whole.integrity).toMatchObject({ degraded: false, dropped: [] });
    const lame = await debate(QUESTION, config(members(refused), { stop: "never" }));
    expect(lame.integrity.dropped).toEqual([
      { debater: "shaky", round: 0, error: "refused; fallback: refused" },
    ]);
    const flaky = (): never => {
      throw new ModelError("busy", { status: 400 });
    };
    const hopeful = await debate(QUESTION, config(members(flaky), { stop: "never" }));
    expect(hopeful.integrity.dropped).toHaveLength(3);
  });

  test("a provider's own words for a wrong key or an unknown model count as well", async () => {
    const gone = [
      Object.assign(new Error("API key not valid."), { statusCode: 400 }),
      Object.assign(new Error("nope is not a valid model ID"), { statusCode: 400 }),
      new ModelError("retired", { permanent: true }),
    ];
    for (const error of gone) {
      let calls = 0;
      const broken = (): never => {
        calls += 1;
        throw error;
      };
      await debate(QUESTION, config([says("a"), says("b"), broken], { stop: "never" }));
      expect(calls).toBe(1);
    }
  });

  test("a 404 over HTTP drops the debater too", async () => {
    const server = await openAiServer(({ body }) =>
      body["model"] === "gone" ? { status: 404, message: "no such model" } : { reply: "Answer: 4" },
    );
    const at = (name: string): string => `compat:${name}@${server.url}`;
    const debaters = [at("one"), at("two"), at("gone")];
    const result = await debate(QUESTION, config(debaters, { stop: "never" }));
    await server.close();
    expect(result.rounds.map(({ positions }) => positions[2]?.status)).toEqual([
      "failed",
      "not_asked",
      "not_asked",
    ]);
  });

  test("a panel that can't reach its quorum any more is not asked for another round", async () => {
    const model = ({ debater, round }: ModelRequest): string => {
      if (debater !== "debater_0" && round === 1) throw refusal(403);
      return `${debater}`;
    };
    const result = await debate(QUESTION, config(model, { stop: "never" }));
    expect(result).toMatchObject({ stopReason: "panel_failed", usage: { calls: 6 } });
    expect(result.rounds).toHaveLength(2);
  });
});

describe("on resume", () => {
  test("it is asked again, in the round in which the run goes on", async () => {
    const { model, asked, heal } = panel(401, 0, ["red", "blue", "green"]);
    const journal = memoryJournal();
    const leave = new AbortController();
    const hanging = (request: ModelRequest): string | Promise<never> => {
      if (request.round < 2 || leave.signal.aborted) return model(request);
      leave.abort();
      return new Promise(() => undefined);
    };
    const held = config(hanging, { stop: "never", journal });
    const error = await rejection(debate(QUESTION, held, { id, signal: leave.signal }));
    expect(error.name).toBe("AbortError");
    expect(asked.filter((call) => call.startsWith("debater_1"))).toEqual(["debater_1 0"]);
    heal();
    const result = await debate(QUESTION, held, { id });
    expect(asked.filter((call) => call.startsWith("debater_1"))).toEqual([
      "debater_1 0",
      "debater_1 2",
    ]);
    expect(statuses(result)).toEqual([
      "spoke failed spoke",
      "spoke not_asked spoke",
      "spoke spoke spoke",
    ]);
    expect(result.warnings.join("\n")).toContain("debater_1 failed in the first round: refused.");
    expect(result.warnings.join("\n")).not.toMatch(/not asked again|check its/);
    expect(fold((await journal.read(id))?.events ?? []).result).toEqual(result);
    // A replay makes the same decisions without asking anybody.
    const replayed = await new Debate(held).replay(id, { escalateBelow: 0.5 });
    expect(lasting(replayed)).toEqual(lasting(result));
  });

  test("one that is refused again is not asked again, and the result says so", async () => {
    const { model, asked } = panel(401, 0, ["red", "blue", "green"]);
    const leave = new AbortController();
    const hanging = (request: ModelRequest): string | Promise<never> => {
      if (request.round < 1 || leave.signal.aborted) return model(request);
      leave.abort();
      return new Promise(() => undefined);
    };
    const held = config(hanging, { stop: "never", journal: memoryJournal() });
    await rejection(debate(QUESTION, held, { id, signal: leave.signal }));
    const result = await debate(QUESTION, held, { id });
    expect(asked.filter((call) => call.startsWith("debater_1"))).toEqual([
      "debater_1 0",
      "debater_1 1",
    ]);
    expect(result.warnings).toContain(
      "debater_1 was not asked again after a permanent error: check its key and its model.",
    );
  });

  test("a fork asks it again in the first round that it holds itself", async () => {
    const { model, asked, heal } = panel(401, 0, ["red", "blue", "green"]);
    const journal = memoryJournal();
    const panelOf = new Debate(config(model, { stop: "never", journal }));
    await panelOf.run(QUESTION, { id });
    const before = asked.length;
    heal();
    const result = await panelOf.fork(id, { fromRound: 2 });
    expect(asked.slice(before).toSorted()).toEqual(["debater_0 2", "debater_1 2", "debater_2 2"]);
    expect(statuses(result)[2]).toBe("spoke spoke spoke");
  });
});
