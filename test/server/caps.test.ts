import { type DebateConfig, createBudget } from "rostrum";
import { describe, expect, test } from "vitest";
import { called, refusal } from "./support/call.ts";
import { says } from "./support/models.ts";

type Panel = Omit<DebateConfig<unknown>, "journal">;

const question = "What is 12+15*21?";
const costly = "embedded/xs-1";
const other = "embedded/xs-2";
const free: Panel = { debaters: [says("1"), says("1")] };
const endless = { revise: "everyone", rounds: 10, stop: "never" };

async function used(panels: Record<string, Panel>, request: object): Promise<number> {
  const { start, finished } = called({ panels: { free, ...panels } });
  const id = await start({ question, ...endless, ...request });
  const { result } = (await finished(id)) as unknown as { result: { usage: { calls: number } } };
  return result.usage.calls;
}

describe("a model takes its panel's cap with it", () => {
  const names: [string, Panel][] = [
    ["debaters", { debaters: [`${costly}*2`] }],
    ["a debater with settings", { debaters: [{ model: costly }, says("1")] }],
    ["the model of debaters that name none", { debaters: [{}, {}], model: costly }],
    ["judge", { ...free, judge: costly }],
    ["router", { ...free, route: { type: "confident", model: costly } }],
    ["fallback", { debaters: [{ model: says("1"), fallback: costly }, says("1")] }],
  ];
  test.each(names)("where it is named as %s", async (_name, panel) => {
    const capped = { ...panel, budget: { calls: 4 } };
    for (const request of [
      { debaters: [costly, costly] },
      { debaters: [`${costly}*2`] },
      { debaters: [{ model: costly, name: "a" }, other] },
      { debaters: [other, other], judge: costly, decide: { type: "judged", always: true } },
    ]) {
      expect(
        await used({ capped, plain: { debaters: [other, other] } }, request),
      ).toBeLessThanOrEqual(4);
    }
  });

  test("the least of every cap holds, and a request can only lower it", async () => {
    const panels: Record<string, Panel> = {
      a: { debaters: [`${costly}*2`], budget: { calls: 8, tokens: 1e9 } },
      b: { debaters: [costly, other], budget: { calls: 4 } },
      c: { debaters: [`${other}*2`], budget: { calls: 6 } },
    };
    expect(await used(panels, { debaters: [costly, costly] })).toBe(4);
    expect(await used(panels, { debaters: [other, other] })).toBe(4);
    expect(await used(panels, { debaters: [costly, costly], budget: { calls: 100 } })).toBe(4);
    expect(await used(panels, { debaters: [costly, costly], budget: { calls: 2 } })).toBe(2);
    // By its name, a panel has its own cap and nobody else's.
    expect(await used(panels, { panel: "a" })).toBe(8);
    // Whoever sits in it for this request brings their cap along.
    expect(
      await used(panels, { panel: "a", judge: other, decide: { type: "judged", always: true } }),
    ).toBeLessThanOrEqual(4);
  });

  test("a budget that debates share holds for a request too", async () => {
    const budget = createBudget({ calls: 5 });
    const panels = { shared: { debaters: [`${costly}*2`], budget } };
    const { start, finished, post } = called({ panels });
    const pair = { question, debaters: [costly, costly], rounds: 0 };
    for (let asked = 0; asked < 2; asked++) await finished(await start(pair));
    expect(await refusal(post("/debates", pair))).toMatchObject({ status: 402, code: "budget" });
    expect(budget.spent().calls).toBe(4);
    const request = { question, debaters: [costly, costly], budget: { calls: 2 } };
    expect(await refusal(post("/debates", request))).toMatchObject({ status: 400 });
  });

  test("a fork of it has the same cap", async () => {
    const capped = { debaters: [`${costly}*2`], budget: { calls: 4 } };
    const { start, finished, post } = called({ panels: { capped } });
    const id = await start({ question, ...endless, debaters: [costly, costly] });
    await finished(id);
    const forked = await post(`/debates/${id}/fork`, { fromRound: 1, rounds: 10 });
    const { id: fork } = (await forked.json()) as { id: string };
    expect(await finished(fork)).toMatchObject({ result: { stopReason: "budget" } });
  });
});
