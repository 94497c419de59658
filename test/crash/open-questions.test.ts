import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lastingBytes, startLife } from "./life.ts";
import { debateFor, questionFor } from "./panel.ts";
import { startProvider } from "./provider.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rostrum-crash-open-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each(["crux_round_1", "crux_round_2", "claims", "memo"])(
  "killed -9 during %s: the run resumes, pays for that call again and for no other",
  async (step) => {
    const id = `memo.${step}`;
    const paid: string[] = [];
    let strike = (): void => undefined;
    const provider = await startProvider(({ stepId }) => {
      const name = stepId.slice(stepId.lastIndexOf("__") + 2);
      paid.push(name);
      if (name === step) strike();
    });
    const live = (): ReturnType<typeof startLife> =>
      startLife(join(folder, `${step}.db`), provider.url, [id]);
    try {
      const first = live();
      strike = () => {
        strike = () => undefined;
        first.child.kill("SIGKILL");
      };
      expect((await first.ended).killed).toBe(true);
      const { code, results, stderr } = await live().ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(paid.filter((name) => name === step)).toHaveLength(2);
      expect(paid).toHaveLength(new Set(paid).size + 1);
      const undisturbed = await debateFor(id, provider.url).run(questionFor(id), { id });
      expect(lastingBytes(results.get(id) ?? "{}")).toBe(lastingBytes(JSON.stringify(undisturbed)));
      expect(undisturbed).toMatchObject({ cruxes: [{ round: 1 }, { round: 2 }] });
      expect(undisturbed.memo?.recommendation).toMatch(/^Count again/);
    } finally {
      await provider.close();
    }
  },
);

test.each([
  ["ranked", "ballot_1"],
  ["council", "ballot_2"],
  ["council", "judge"],
  ["findings", "debater_1_round_1"],
  ["sides", "judge"],
  ["turns", "debater_1_round_1"],
  ["draft", "debater_2_round_1"],
  ["draft", "judge"],
])(
  "%s, killed -9 during %s: the run resumes, and only what was in flight is paid for again",
  async (shape, step) => {
    const id = `${shape}.${step}`;
    const paid: string[] = [];
    const replied = new Set<string>();
    let atTheKill: string[] | null = null;
    let strike = (): void => undefined;
    const nameOf = (stepId: string): string => stepId.slice(stepId.lastIndexOf("__") + 2);
    const provider = await startProvider(
      ({ stepId }) => {
        paid.push(nameOf(stepId));
        if (nameOf(stepId) === step) strike();
      },
      ({ stepId }) => void replied.add(nameOf(stepId)),
    );
    const live = (): ReturnType<typeof startLife> =>
      startLife(join(folder, `${id}.db`), provider.url, [id]);
    try {
      const first = live();
      strike = () => {
        strike = () => undefined;
        atTheKill = [...replied];
        first.child.kill("SIGKILL");
      };
      expect((await first.ended).killed).toBe(true);
      const { code, results, stderr } = await live().ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      const times = (name: string): number => paid.filter((each) => each === name).length;
      expect(times(step)).toBe(2);
      for (const name of new Set(paid)) expect(times(name)).toBeLessThanOrEqual(2);
      // Everything of an earlier round was in the journal long before.
      const round = (name: string): number => Number(/_round_(\d+)$/.exec(name)?.[1] ?? 9);
      for (const name of atTheKill ?? [])
        if (round(name) < round(step)) expect(times(name)).toBe(1);
      const undisturbed = await debateFor(id, provider.url).run(questionFor(id), { id });
      expect(lastingBytes(results.get(id) ?? "{}")).toBe(lastingBytes(JSON.stringify(undisturbed)));
    } finally {
      await provider.close();
    }
  },
);
