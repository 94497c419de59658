/** Many debates at once over slow models: how much longer do they take than the models make them? */
import { debaters, QUESTION, ROUNDS } from "./panel.ts";
import { Debate } from "./rostrum.ts";

const [shortest = 0, longest = 0, count = 1000] = process.argv.slice(2).map(Number);

/** The same in every run: mixed from the three numbers alone. */
function latencyOf(debate: number, debater: number, round: number): number {
  let bits = (debate * 31 + debater) * 31 + round + 1;
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  const share = ((bits ^ (bits >>> 15)) >>> 0) / 0x1_0000_0000;
  return shortest + share * (longest - shortest);
}

/** A round lasts as long as its slowest call; a debate, as long as its rounds together. */
function criticalPath(debate: number): number {
  let sum = 0;
  for (let round = 0; round < ROUNDS; round++) {
    sum += Math.max(...debaters.map((_, debater) => latencyOf(debate, debater, round)));
  }
  return sum;
}

async function slowly(debate: number, debater: number, round: number): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, latencyOf(debate, debater, round)));
  return (await debaters[debater]?.({ round })) ?? "";
}

async function bare(debate: number): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(debaters.map((_, debater) => slowly(debate, debater, round)));
  }
}

const panel = new Debate({
  debaters: debaters.map(
    (_, debater) =>
      ({ stepId, round }) =>
        slowly(Number.parseInt(stepId, 10), debater, round),
  ),
  rounds: ROUNDS - 1,
  revise: "everyone",
  stop: "never",
});
const { signal } = new AbortController();

async function ours(debate: number): Promise<void> {
  await panel.run(QUESTION, { signal, id: String(debate) });
}

/** Starts all in one go and times each from that moment, however late its own turn came. */
async function stretch(hold: (debate: number) => Promise<void>): Promise<number> {
  const begun = performance.now();
  const ratios = await Promise.all(
    Array.from({ length: count }, async (_, debate) => {
      await hold(debate);
      return (performance.now() - begun) / criticalPath(debate);
    }),
  );
  return ratios.reduce((sum, ratio) => sum + ratio, 0) / count;
}

/** Warm code, as in a server that has been up for a while. */
const quick = new Debate({
  debaters: [...debaters],
  rounds: ROUNDS - 1,
  revise: "everyone",
  stop: "never",
});
for (let warm = 0; warm < 10_000; warm++) await quick.run(QUESTION, { signal });

console.log(JSON.stringify({ bare: await stretch(bare), ours: await stretch(ours) }));
