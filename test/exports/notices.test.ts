import { describe, expect, it } from "vitest";
import { Debate } from "../../packages/runtime/src/api/debate.ts";
import { ModelError, wasStopped } from "../../packages/core/src/errors.ts";
import { fold, type DebateRecord } from "../../packages/core/src/record/recorder.ts";
import type { DebateEvent } from "../../packages/core/src/protocol/events.ts";
import { toMarkdown } from "../../packages/core/src/export/markdown/render.ts";
import { listNotices } from "../../packages/core/src/export/notices.ts";
import { describeState } from "../../packages/core/src/export/phrases.ts";

/** Holds a debate of two, and tells what its events amount to. */
async function recordOf(
  said: [string, string],
  options: {
    signal?: AbortSignal;
    wait?: boolean;
    settle?: (id: string, panel: Debate) => void;
  } = {},
): Promise<DebateRecord> {
  const events: DebateEvent[] = [];
  const { signal, wait = false, settle } = options;
  const panel = new Debate({
    debaters: said.map((text) => () => text),
    rounds: 0,
    onEscalate: wait ? "wait" : "flag",
  });
  const onEvent = (event: DebateEvent): void => {
    events.push(event);
    if (event.type === "debate.escalated" && settle)
      setImmediate(() => settle(event.debateId, panel));
  };
  await panel.run("q", { onEvent, ...(signal ? { signal } : {}) }).catch(() => undefined);
  return fold(events);
}

const kinds = (record: DebateRecord): string[] => listNotices(record).map(({ kind }) => kind);

describe("one list of notices for terminal, exports, server and page", () => {
  it("a run that somebody ended is stopped, not failed", async () => {
    const controller = new AbortController();
    const settle = (): void => controller.abort();
    const record = await recordOf(["1", "2"], { signal: controller.signal, wait: true, settle });
    expect(record.status).toBe("failed");
    expect(kinds(record)).toContain("stopped");
    expect(kinds(record)).not.toContain("failed");
    expect(describeState(record.status, wasStopped(record.error))).toBe("Stopped");
  });

  it("a run that broke has failed, and says why", async () => {
    const broken = (): never => {
      throw new Error("no such luck");
    };
    const events: DebateEvent[] = [];
    const panel = new Debate({ debaters: [broken, broken], limits: { retries: 0 } });
    await panel.run("q", { onEvent: (event) => void events.push(event) }).catch(() => undefined);
    const record = fold(events);
    const [first] = listNotices(record);
    expect(first).toMatchObject({ kind: "failed", title: "The debate failed." });
    expect(first?.details).toHaveLength(1);
    expect(describeState(record.status, wasStopped(record.error))).toBe("Failed");
  });

  it("calls that a stop cut off have not failed, and reasons are data", async () => {
    const controller = new AbortController();
    const events: DebateEvent[] = [];
    const stops = ({ signal }: { signal: AbortSignal }): Promise<string> =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
        setImmediate(() => controller.abort());
      });
    const broken = (): never => {
      throw new ModelError("no such model", { status: 404 });
    };
    const panel = new Debate({ debaters: [() => "1", broken, stops], limits: { retries: 0 } });
    await expect(
      panel.run("q", {
        signal: controller.signal,
        onEvent: (event) => void events.push(event),
      }),
    ).rejects.toMatchObject({ code: "aborted" });
    const { result } = fold(events);
    expect(result.rounds[0]?.positions.map(({ errorCode }) => errorCode)).toEqual([
      undefined,
      "404",
      "aborted",
    ]);
    expect(result.warnings).toEqual(
      expect.arrayContaining([
        "debater_1 failed in the first round: no such model.",
        "debater_2 had not replied in the first round when the debate was stopped.",
      ]),
    );
    const exported = toMarkdown(fold(events));
    expect(exported).toContain("### stops (stopped before it replied)");
    expect(exported).not.toContain("cut off");
    const degraded = listNotices(fold(events)).find(({ kind }) => kind === "degraded");
    expect(degraded).toEqual({
      kind: "degraded",
      title: "Degraded: 1 of 3 replies failed; 1 reply had not arrived when it was stopped.",
      details: ["debater_1, first answers: no such model"],
      reasons: [
        {
          kind: "failed",
          text: "1 of 3 replies failed",
          details: ["debater_1, first answers: no such model"],
        },
        {
          kind: "stopped",
          text: "1 reply had not arrived when it was stopped",
          details: [],
        },
      ],
    });
  });

  it("the time of a run that nobody ended is unknown, not zero", async () => {
    const events: DebateEvent[] = [];
    const debaters = [() => "1", () => "1"];
    await new Debate({ debaters }).run("q", { onEvent: (event) => void events.push(event) });
    const begun = events.filter(({ type }) => type === "debate.started");
    expect(toMarkdown(fold(begun))).toContain("- Time: unknown\n");
    expect(toMarkdown(fold(events))).toMatch(/- Time: \d+ ms\n/);
  });

  it("members that failed in the same way are counted, and not taken for one of them", async () => {
    const broken = (): never => {
      throw new Error("no such luck");
    };
    const detailsWith = async (...failing: number[]): Promise<string[]> => {
      const events: DebateEvent[] = [];
      const debaters = [0, 1, 2, 3].map((member) =>
        failing.includes(member) ? broken : () => "1",
      );
      const panel = new Debate({
        debaters,
        rounds: 1,
        stop: "never",
        limits: { retries: 0, quorum: 1 },
      });
      await panel.run("q", { onEvent: (event) => void events.push(event) });
      return listNotices(fold(events)).flatMap(({ details }) => details);
    };
    expect(await detailsWith(0)).toEqual(["debater_0, first answers and round 2: no such luck"]);
    expect(await detailsWith(0, 1, 2)).toEqual([
      "debater_0 and 2 others, first answers and round 2: no such luck",
    ]);
  });

  it("a person is asked for once, and not after a review", async () => {
    expect(kinds(await recordOf(["1", "2"]))).toEqual(["escalated"]);
    const waiting: DebateRecord = { ...(await recordOf(["1", "2"])), status: "waiting" };
    expect(kinds(waiting)).toEqual(["waiting"]);
    const settle = (id: string, panel: Debate): void =>
      void panel.review(id, { verdict: "confirm" });
    expect(kinds(await recordOf(["1", "2"], { wait: true, settle }))).toEqual([]);
  });

  it("a debate that still runs says so", async () => {
    expect(kinds({ ...(await recordOf(["1", "1"])), status: "running" })).toEqual(["unfinished"]);
  });
});
