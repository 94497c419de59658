import { describe, expect, test } from "vitest";
import {
  all,
  debate,
  ring,
  sample,
  star,
  type DebateConfig,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";
import { answering, lastTurn, named, panelSaying, promptOf, says } from "../support/panel.ts";

const QUESTION = "What is the answer?";

/** Who sees whom in round r of a panel of five, by panel index. */
async function sight(see: NonNullable<DebateConfig["see"]>, seed = 0): Promise<number[][][]> {
  const model = scripted(({ debater }) => `word of ${debater}`);
  const config = {
    debaters: model,
    panelSize: 5,
    rounds: 2,
    revise: "everyone",
    stop: "never",
    see,
    seed,
  } as const;
  await debate(QUESTION, config);
  return [0, 1, 2].map((round) =>
    model.requests
      .filter((request) => request.round === round)
      .map(({ peers }) => peers.map(({ text }) => Number(text.slice(-1))).sort((a, b) => a - b)),
  );
}

describe("topologies", () => {
  const others = (viewer: number): number[] => [0, 1, 2, 3, 4].filter((index) => index !== viewer);

  test("nobody sees anybody in round 0", async () => {
    expect((await sight("all"))[0]).toEqual([[], [], [], [], []]);
  });

  test.each(["all", all()] as const)("all: everybody sees all others (%j)", async (see) => {
    expect((await sight(see))[1]).toEqual([0, 1, 2, 3, 4].map(others));
  });

  test("all is the same as a list of everybody, in what is sent too", async () => {
    const requests = async (see: DebateConfig["see"], anonymous: boolean): Promise<unknown> => {
      const model = scripted(({ debater, round }) => (round === 1 ? "" : `word of ${debater}`));
      const config = {
        debaters: model,
        panelSize: 11,
        rounds: 2,
        revise: "everyone",
        stop: "never",
        see,
      } as const;
      await debate(QUESTION, { ...config, anonymous }).catch(() => undefined);
      return model.requests.map(({ peers, messages }) => ({
        peers,
        prompts: messages.map(({ content }) => content.replaceAll(/\[\[\w+ |\b\w+\]\]/g, "")),
      }));
    };
    for (const anonymous of [true, false]) {
      const listed = await requests(({ size }) => [...Array(size).keys()], anonymous);
      expect(await requests("all", anonymous)).toEqual(listed);
    }
  });

  test.each(["ring", ring(), { type: "ring" }] as const)(
    "ring: one neighbour on each side (%j)",
    async (see) => {
      expect((await sight(see))[1]).toEqual([
        [1, 4],
        [0, 2],
        [1, 3],
        [2, 4],
        [0, 3],
      ]);
    },
  );

  test("ring(2): two on each side; more than there are is all", async () => {
    expect((await sight(ring(2)))[1]).toEqual([0, 1, 2, 3, 4].map(others));
    expect((await sight(ring(9)))[2]).toEqual([0, 1, 2, 3, 4].map(others));
  });

  test("star(i): the hub sees all, the others see the hub", async () => {
    expect((await sight(star(2)))[1]).toEqual([[2], [2], others(2), [2], [2]]);
    expect((await sight("star"))[1]).toEqual([others(0), [0], [0], [0], [0]]);
  });

  test("sample(k): k others, drawn anew each round, the same for the same seed", async () => {
    const [, first, second] = await sight(sample(2));
    for (const [viewer, seen] of [...first!.entries(), ...second!.entries()]) {
      expect(seen).toHaveLength(2);
      expect(new Set(seen).size).toBe(2);
      expect(seen).not.toContain(viewer);
    }
    expect(second).not.toEqual(first);
    expect(await sight(sample(2))).toEqual([[[], [], [], [], []], first, second]);
    expect((await sight(sample(2), 1))[1]).not.toEqual(first);
    expect((await sight(sample(99)))[1]).toEqual([0, 1, 2, 3, 4].map(others));
  });

  test("a function: its indexes, without the viewer and without those that don't exist", async () => {
    const asked: unknown[] = [];
    const seen = await sight(({ viewer, size, round, random }) => {
      asked.push([viewer, size, round]);
      expect(random()).toBeLessThan(1);
      return [viewer, 0, 0, 7, -1, 3];
    });
    expect(seen[1]).toEqual([[3], [0, 3], [0, 3], [0], [0, 3]]);
    expect(asked).toHaveLength(10);
    expect(asked[1]).toEqual([1, 5, 1]);
  });
});

const three = { ANN: ["apple", "avocado"], BEN: ["banana"], CAT: ["cherry"] };

/** The request of `name` in `round`. */
function requestOf(panel: ReturnType<typeof named>, name: string, round: number): ModelRequest {
  const model = panel.find((debater) => debater.name === name)!.model;
  return model.requests.find((request) => request.round === round)!;
}

describe("views", () => {
  async function shown(config: Partial<DebateConfig>): Promise<ReturnType<typeof named>> {
    const debaters = named(three);
    await debate(QUESTION, {
      debaters,
      rounds: 2,
      revise: "everyone",
      stop: "never",
      anonymous: false,
      ...config,
    });
    return debaters;
  }

  test("latest: each peer's last words, in panel order, and nothing older", async () => {
    const request = requestOf(await shown({ show: "latest" }), "BEN", 2);
    expect(request.peers.map(({ debater, text }) => [debater, text])).toEqual([
      ["ANN", "avocado"],
      ["CAT", "cherry"],
    ]);
    expect(lastTurn(request)).toContain("begin: ANN]]\navocado\n");
    expect(lastTurn(request)).not.toContain("apple");
  });

  test("transcript: every round stands in the chat once, one's own turns as one's own", async () => {
    const request = requestOf(await shown({ show: "transcript" }), "ANN", 2);
    expect(request.peers.map(({ debater, round }) => `${debater} ${round}`)).toEqual([
      "BEN 1",
      "CAT 1",
    ]);
    const titlesIn = (text: string) =>
      [...text.matchAll(/begin: (.*)\]\]/g)].map(([, title]) => title);
    expect(titlesIn(lastTurn(request))).toEqual([
      "BEN, round 1",
      "CAT, round 1",
      "your last answer",
    ]);
    expect(titlesIn(promptOf(request)).filter((title) => title?.includes("round"))).toEqual([
      "BEN, round 0",
      "CAT, round 0",
      "BEN, round 1",
      "CAT, round 1",
    ]);
    expect(request.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
      "user",
    ]);
  });

  test("transcript: who comes into sight later, or missed a turn, gets the earlier rounds too", async () => {
    let turn = 0;
    const model = scripted(({ debater, round }) => {
      turn += 1;
      if (debater === "BEN" && round === 1) return "";
      return answering(`${debater} in ${round}, turn ${turn}`, 0.5);
    });
    await debate(QUESTION, {
      debaters: ["ANN", "BEN", "CAT"].map((name) => ({ name, model })),
      rounds: 3,
      revise: "everyone",
      stop: "never",
      answer: "exact",
      anonymous: false,
      show: "transcript",
      see: ({ viewer, round }) => (viewer === 0 ? [round < 3 ? 1 : 2] : [0, 2]),
      limits: { retries: 0 },
    });
    const peersOf = (name: string, round: number): string[] =>
      model.requests
        .filter((request) => request.debater === name && request.round === round)
        .flatMap(({ peers }) => peers.map((peer) => `${peer.debater} ${peer.round}`));
    expect(peersOf("ANN", 3)).toEqual(["CAT 0", "CAT 1", "CAT 2"]);
    expect(peersOf("BEN", 2)).toEqual(["ANN 0", "CAT 0", "ANN 1", "CAT 1"]);
    expect(peersOf("CAT", 3)).toEqual(["ANN 2"]);
  });

  test("digest: clusters, counts and the shortest reasoning given for each", async () => {
    const long = "a very long chain of thought that goes on";
    const debaters = panelSaying(
      "green",
      answering("red", 0.5, { reasoning: long }),
      answering("red", 0.9, { reasoning: "short" }),
      answering("red", 0.7, { reasoning: "" }),
      answering("blue", 0.5, { reasoning: "sky" }),
    );
    await debate(QUESTION, {
      debaters,
      rounds: 1,
      revise: "everyone",
      stop: "never",
      show: "digest",
    });
    const turn = lastTurn(debaters[0]!.requests[1]!);
    expect(turn).toMatch(/begin: held by 3 of 4 others\]\]\nAnswer: red\nshort\n/);
    expect(turn).toMatch(/begin: held by 1 of 4 others\]\]\nAnswer: blue\nsky\n/);
    expect(turn).not.toContain(long);
    expect(debaters[0]!.requests[1]!.peers).toHaveLength(2);
  });

  test("digest: last votes from different rounds are counted by answer, not by cluster number", async () => {
    const debaters = panelSaying(
      ["red", "blue", "blue"],
      ["red", { error: "down" }, "red"],
      "blue",
      "blue",
    );
    const config = {
      debaters,
      rounds: 2,
      revise: "everyone",
      stop: "never",
      show: "digest",
      limits: { retries: 0 },
    } as const;
    await debate(QUESTION, config);
    // Debater 1's last word is "red" of round 0, where red led; in round 1 blue leads.
    const turn = lastTurn(debaters[3]!.requests[2]!);
    expect(turn).toMatch(/held by 2 of 3 others\]\]\nAnswer: blue\n/);
    expect(turn).toMatch(/held by 1 of 3 others\]\]\nAnswer: red\n/);
  });

  test("who failed in the last round is shown with what it said before", async () => {
    const debaters = named({
      ANN: ["apple", { error: "down" }, "apple"],
      BEN: "banana",
      CAT: "cherry",
    });
    const config = {
      debaters,
      rounds: 2,
      revise: "everyone",
      stop: "never",
      anonymous: false,
      limits: { retries: 0 },
    } as const;
    await debate(QUESTION, config);
    expect(requestOf(debaters, "BEN", 2).peers.map(({ debater, text }) => [debater, text])).toEqual(
      [
        ["ANN", "apple"],
        ["CAT", "cherry"],
      ],
    );
  });

  test("who was never read is not shown", async () => {
    const debaters = named({ ANN: ["", "apple"], BEN: "banana", CAT: "cherry" });
    await debate(QUESTION, {
      debaters,
      rounds: 2,
      revise: "everyone",
      stop: "never",
      anonymous: false,
    });
    expect(requestOf(debaters, "BEN", 1).peers.map(({ debater }) => debater)).toEqual(["CAT"]);
    expect(requestOf(debaters, "BEN", 2).peers.map(({ debater }) => debater)).toEqual([
      "ANN",
      "CAT",
    ]);
  });
});

describe("anonymity", () => {
  test.each(["latest", "transcript", "digest"] as const)(
    "no debater and no judge reads a real name (%s); results carry them",
    async (show) => {
      const debaters = named(three);
      const judge = says("Debater A: convincing");
      const result = await debate(QUESTION, {
        debaters,
        judge,
        decide: { type: "judged", mode: "pick" },
        rounds: 2,
        revise: "everyone",
        stop: "never",
        show,
      });
      const requests = [...debaters.map(({ model }) => model), judge].flatMap(
        (model) => model.requests,
      );
      for (const request of requests) {
        expect(promptOf(request)).not.toMatch(/ANN|BEN|CAT|debater_/);
        for (const { debater } of request.peers) expect(debater).toMatch(/^Debater [A-C]$/);
      }
      expect(result.rounds[0]?.positions.map(({ debater }) => debater)).toEqual([
        "ANN",
        "BEN",
        "CAT",
      ]);
      expect(["ANN", "BEN", "CAT"]).toContain(result.winner);
    },
  );

  test("the judge's label leads to the debater who stood under it", async () => {
    const debaters = named(three);
    let picked = "";
    const judge = scripted(({ peers }) => {
      picked = peers.find(({ debater }) => debater === "Debater B")?.text ?? "";
      return "Debater B: best";
    });
    const decide = { type: "judged", mode: "pick" } as const;
    const result = await debate(QUESTION, {
      debaters,
      judge,
      decide,
      rounds: 0,
    });
    expect(result.text).toBe(picked);
    expect(result.winner).toBe({ apple: "ANN", banana: "BEN", cherry: "CAT" }[picked]);
  });

  test("the order is shuffled by seed: it varies over seeds and holds for one", async () => {
    const orderFor = async (seed: number): Promise<string> => {
      const judge = says("Answer: apple");
      await debate(QUESTION, {
        debaters: named(three),
        judge,
        rounds: 0,
        seed,
      });
      return judge.requests[0]!.peers.map(({ text }) => text).join();
    };
    const orders = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(orderFor));
    expect(new Set(orders).size).toBeGreaterThan(2);
    expect(await orderFor(3)).toBe(orders[3]);
  });

  test.each([{ see: "all" }, { see: "sample" }, { see: { type: "sample", k: 2 } }] as const)(
    "a label means the same debater in every round ($see), also when somebody was silent",
    async ({ see }) => {
      const model = scripted(({ debater, round }) =>
        debater === "debater_2" && round === 0 ? "" : `word of ${debater}`,
      );
      await debate(QUESTION, {
        debaters: model,
        panelSize: 5,
        rounds: 4,
        revise: "everyone",
        stop: "never",
        see,
      });
      for (let viewer = 0; viewer < 5; viewer++) {
        const meaning = new Map<string, string>();
        for (const { debater, peers } of model.requests) {
          if (debater !== `debater_${viewer}`) continue;
          for (const { debater: label, text } of peers) {
            expect(meaning.get(label) ?? text).toBe(text);
            meaning.set(label, text);
          }
        }
        expect(new Set(meaning.values()).size).toBe(meaning.size);
      }
    },
  );

  test("anonymous: false shows the names, to the judge too", async () => {
    const debaters = named(three);
    const judge = says("Answer: apple");
    await debate(QUESTION, {
      debaters,
      judge,
      rounds: 1,
      revise: "everyone",
      stop: "never",
      anonymous: false,
    });
    expect(promptOf(requestOf(debaters, "ANN", 1))).toMatch(/begin: BEN\]\]/);
    expect(judge.requests[0]!.peers.map(({ debater }) => debater)).toEqual(["ANN", "BEN", "CAT"]);
  });

  test("beyond 26 peers labels go on with AA", async () => {
    const judge = says("Answer: x");
    const model = scripted(({ debater }) => `word of ${debater}`);
    await debate(QUESTION, {
      debaters: model,
      panelSize: 28,
      judge,
      rounds: 0,
      answer: "exact",
    });
    const labels = judge.requests[0]!.peers.map(({ debater }) => debater);
    expect(labels.slice(24)).toEqual(["Debater Y", "Debater Z", "Debater AA", "Debater AB"]);
  });
});

describe("who revises", () => {
  test("dissenters: members of a sole leading cluster keep their answer and cost nothing", async () => {
    const debaters = panelSaying("red", ["blue", "green"], "red", ["", "red"]);
    const result = await debate(QUESTION, {
      debaters,
      rounds: 1,
      stop: "never",
      revise: "dissenters",
    });
    expect(result.rounds[1]?.positions.map(({ status, answer }) => [status, answer])).toEqual([
      ["kept", "red"],
      ["spoke", "green"],
      ["kept", "red"],
      ["spoke", "red"],
    ]);
    expect(debaters.map(({ requests }) => requests.length)).toEqual([1, 2, 1, 2]);
    expect(result.rounds[1]?.positions[0]).not.toHaveProperty("usage");
    expect(result.agreement).toBe(0.75);
  });

  test("dissenters without a sole leader: all revise", async () => {
    const debaters = panelSaying("red", "red", "blue", "blue");
    await debate(QUESTION, { debaters, rounds: 1, stop: "never", revise: "dissenters" });
    expect(debaters.map(({ requests }) => requests.length)).toEqual([2, 2, 2, 2]);
  });

  test("dissenters when all agree: rounds pass without calls", async () => {
    const debaters = panelSaying("red", "red");
    const config = { debaters, rounds: 2, stop: "never", revise: "dissenters" } as const;
    const result = await debate(QUESTION, config);
    expect(result).toMatchObject({ usage: { calls: 2 }, agreement: 1, stopReason: "max_rounds" });
    expect(result.rounds).toHaveLength(3);
  });
});
