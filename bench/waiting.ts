/** Many debates at once over slow models: how much longer do they take than the models make them? */
import { Debate } from "./rostrum.ts";
import { debaters, QUESTION, ROUNDS } from "./panel.ts";

const COUNT = 1000;
const [shortest = 20, longest = 60] = process.argv.slice(2).map(Number);

/** Seeded by the name of the step, so that every run waits for the same. */
function latencyOf(debate: number, debater: number, round: number): number {
  let hash = (debate * 31 + debater) * 31 + round + 1;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  const share = ((hash ^ (hash >>> 15)) >>> 0) / 0x1_0000_0000;
  return shortest + share * (longest - shortest);
}

function criticalPath(debate: number): number {
  let sum = 0;
  for (let round = 0; round < ROUNDS; round++) {
    sum += Math.max(...debaters.map((_, debater) => latencyOf(debate, debater, round)));
  }
  return sum;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function reply(debate: number, debater: number, round: number): Promise<string> {
  await wait(latencyOf(debate, debater, round));
  return (await debaters[debater]?.({ round })) ?? "";
}

async function bare(debate: number): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(debaters.map((_, debater) => reply(debate, debater, round)));
  }
}

const panel = new Debate({
  debaters: debaters.map(
    (_, debater) =>
      ({ stepId, round }) =>
        reply(Number.parseInt(stepId, 10), debater, round),
  ),
  rounds: ROUNDS - 1,
  stop: "never",
});
const { signal } = new AbortController();

async function ours(debate: number): Promise<void> {
  await panel.run(QUESTION, { signal, id: String(debate) });
}

/** All started in one go; the mean over the debates of wall clock by critical path. */
async function stretch(hold: (debate: number) => Promise<void>): Promise<{ mean: number; whole: number }> {
  const begun = performance.now();
  const debates = Array.from({ length: COUNT }, (_, debate) => debate);
  const walls = await Promise.all(
    debates.map(async (debate) => {
      await hold(debate);
      return performance.now() - begun;
    }),
  );
  const paths = debates.map(criticalPath);
  const ratios = walls.map((wall, debate) => wall / (paths[debate] ?? 1));
  return {
    mean: ratios.reduce((sum, ratio) => sum + ratio, 0) / COUNT,
    whole: Math.max(...walls) / Math.max(...paths),
  };
}

for (let warm = 0; warm < 3000; warm++) {
  // Warm code, as in a process that has been up for a while.
  if (warm % 1000 === 0) await Promise.all(Array.from({length:1000},(_, i)=>ours(i)));
}
console.log(JSON.stringify({ bare: await stretch(bare), ours: await stretch(ours), ours2: await stretch(ours), bare2: await stretch(bare) }));
