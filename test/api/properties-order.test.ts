import fc from "fast-check";
import { expect, test } from "vitest";
import { Debate, fold, type ModelRequest } from "../../packages/rostrum/src/index.ts";
import { conductor, cycling } from "../support/conductor.ts";
import { lasting, unordered, watch, type Watched } from "../support/outcomes.ts";
import { configOf, scenes, type Scene } from "../support/scenes.ts";

/** Everything about a run that must not depend on chance, as bytes: of the log, all but its order. */
function bytesOf({ stored, result, error }: Watched): string {
  const partial = error?.partial ? lasting(error.partial) : null;
  return JSON.stringify({
    events: unordered(stored),
    result: result && lasting(result),
    error: error && { name: error.name, message: error.message, partial },
  });
}

async function conducted(scene: Scene, order: readonly number[]): Promise<Watched> {
  const conduct = conductor(cycling(order));
  const panel = new Debate(configOf(scene, conduct.turn));
  return conduct.drive(watch(panel, "What is the answer?", { id: "run" }));
}

const order = fc.array(fc.nat(20), { minLength: 1, maxLength: 12 });

test("any completion order gives byte-identical results, and the same events in some order", async () => {
  await fc.assert(
    fc.asyncProperty(scenes, order, order, async (scene, one, other) => {
      expect(bytesOf(await conducted(scene, one))).toBe(bytesOf(await conducted(scene, other)));
    }),
    { numRuns: 60 },
  );
});

test("fold(events) is the result exactly, also after a trip through JSON", async () => {
  await fc.assert(
    fc.asyncProperty(scenes, async (scene) => {
      const { events, result, error } = await watch(new Debate(configOf(scene)));
      const expected = result ?? error?.partial;
      expect(fold(events).result).toStrictEqual(expected);
      expect(fold(JSON.parse(JSON.stringify(events))).result).toEqual(expected);
      expect(fold(events).status).toBe(error ? "failed" : "completed");
      expect(fold(events).error?.name).toBe(error?.name);
    }),
    { numRuns: 60 },
  );
});

test("fold of the first events never throws and agrees with what was known by then", async () => {
  await fc.assert(
    fc.asyncProperty(scenes, async (scene) => {
      const { stored } = await watch(new Debate(configOf(scene)));
      let replies = 0;
      stored.forEach((event, index) => {
        const { result, status } = fold(stored.slice(0, index + 1));
        if (event.type === "debate.response") replies += 1;
        const spoken = result.rounds.flatMap(({ positions }) =>
          positions.filter(({ usage }) => usage !== undefined),
        );
        expect(spoken.filter((position) => position.status !== "failed")).toHaveLength(replies);
        expect(status).toBe(
          event.type === "debate.completed"
            ? "completed"
            : event.type === "debate.failed"
              ? "failed"
              : "running",
        );
      });
    }),
    { numRuns: 40 },
  );
});

test("same inputs, same seed, same replies → same prompts and same result, under any run id", async () => {
  const prompted = async (scene: Scene, id: string) => {
    const prompts = new Map<string, string>();
    const record = ({ stepId, system, messages, peers, seed }: ModelRequest): void => {
      const said = JSON.stringify({ system, messages, peers, seed });
      // Each run has marks of its own around what it quotes and around answers.
      const fenced = said.replaceAll(/\[\[\w+ (begin|end): /g, "[[$1: ");
      const unmarked = fenced.replaceAll(/\[\[(answer|end) \w+\]\]/g, "[[$1]]");
      prompts.set(stepId.slice(id.length), unmarked);
    };
    const run = await watch(new Debate(configOf(scene, undefined, record)), "What is it?", { id });
    return { prompts, bytes: bytesOf(run) };
  };
  await fc.assert(
    fc.asyncProperty(scenes, async (scene) => {
      expect(await prompted(scene, "one")).toEqual(await prompted(scene, "another-run"));
    }),
    { numRuns: 60 },
  );
});

test("a debater's prompt of one round begins with all turns of the round before, in every view", async () => {
  await fc.assert(
    fc.asyncProperty(scenes, async (scene) => {
      const requests: ModelRequest[] = [];
      const record = (request: ModelRequest): void =>
        void requests.push(structuredClone(plain(request)));
      await watch(new Debate(configOf(scene, undefined, record)));
      for (const [index, lines] of scene.lines.entries()) {
        const own = requests.filter(({ stepId }) => stepId.includes(`__debater_${index}_`));
        own.forEach((request, at) => {
          const before = own[at - 1];
          const reply = before && lines[before.round];
          // A turn that got no answer is left out, so that turns keep alternating.
          if (!before || !reply || "error" in reply || reply.text.trim() === "") return;
          expect(request.system).toBe(before.system);
          expect(request.messages.slice(0, before.messages.length)).toEqual(before.messages);
          expect(request.messages[before.messages.length]).toEqual({
            role: "assistant",
            content: reply.text,
          });
          expect(request.messages).toHaveLength(before.messages.length + 2);
        });
      }
    }),
    { numRuns: 60 },
  );
});

function plain({ signal: _signal, onText: _onText, ...rest }: ModelRequest): ModelRequest {
  return rest as ModelRequest;
}

test("agreement is the largest cluster over the members asked, votes and positions add up", async () => {
  await fc.assert(
    fc.asyncProperty(scenes, async (scene) => {
      const { result, error } = await watch(new Debate(configOf(scene)));
      const rounds = (result ?? error?.partial)?.rounds ?? [];
      const asked = new Set<string>();
      for (const [index, round] of rounds.entries()) {
        expect(round.positions.map(({ debater }) => debater)).toEqual(
          scene.lines.map((_, member) => `debater_${member}`),
        );
        for (const { debater, status } of round.positions)
          if (status !== "not_asked") asked.add(debater);
        const sizes = new Map<number, number>();
        for (const { cluster, status, answer } of round.positions) {
          expect(cluster === null).toBe(status !== "spoke" && status !== "kept");
          expect(cluster === null).toBe(answer === null);
          if (cluster !== null) sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1);
        }
        // A round that never closed has no agreement yet.
        const closed = error === null || index < rounds.length - 1;
        if (closed) expect(round.agreement).toBe(Math.max(0, ...sizes.values()) / asked.size);
      }
      if (result && result.routing === "debate") {
        const { tally } = result.decision;
        expect(tally.length).toBeGreaterThan(0);
        expect(tally.reduce((sum, { votes }) => sum + votes, 0)).toBeLessThanOrEqual(
          scene.lines.length,
        );
        expect(result.integrity.completed).toBeLessThanOrEqual(result.integrity.planned);
      }
    }),
    { numRuns: 40 },
  );
});
