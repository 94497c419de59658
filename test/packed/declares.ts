// What a user's package may export without naming its types: the compiler must be able to write them down.
import {
  agreement,
  all,
  always,
  auto,
  central,
  chain,
  choice,
  classic,
  confident,
  createBudget,
  Debate,
  debate,
  draft,
  everyone,
  exact,
  findings,
  fold,
  guarded,
  judged,
  lead,
  majority,
  math,
  memoryJournal,
  never,
  number,
  posterior,
  prompts,
  ranked,
  ring,
  sample,
  sequential,
  stable,
  star,
  text,
  unanimous,
  weighted,
} from "rostrum";
import { calibrate, certify, evaluate } from "rostrum/eval";
import { serve } from "rostrum/server";

const says = (): string => "Answer: 42";

export const panel = new Debate({ debaters: [says, says], answer: number() });
export const letters = new Debate({ debaters: [says], answer: choice(["A", "B"]) });
export const result = await panel.run("What is 6 × 7?");
export const other = debate("A or B?", { debaters: [says], answer: choice(["A", "B"]) });
export const plan = panel.plan();
export const stream = panel.stream("What is 6 × 7?");
export const { rounds, integrity, decision, whatIf, dissent, usage } = result;
export const positions = rounds.flatMap((round) => round.positions);
export const record = fold([]);
export const presets = { classic, guarded };
export const texts = prompts;
export const budget = createBudget({ calls: 10 });
export const journal = memoryJournal();
export const listed = journal.list({ limit: 1, totals: true });
export const kept = journal.read("none");
export const workers = panel.workers();
export const answers = [auto(), text(), exact(), number(), choice(), math(), draft(), findings()];
export const stops = {
  first: unanimous(),
  second: agreement(0.8),
  third: stable(),
  fourth: never(),
};
export const decisions = [majority(), weighted(), central(), judged(), ranked()];
export const routes = { always: always(), confident: confident() };
export const polls = { everyone: everyone(), sequential: sequential(), lead: lead() };
export const topologies = { all: all(), ring: ring(), star: star(0), sample: sample() };
export const calibrated = posterior;
export const counting = chain(
  { panel, start: 0, step: (n) => (n < 2 ? `${n} + 1?` : null), next: (n) => n + 1 },
  { retries: 0 },
);
export async function* watch() {
  for await (const event of panel.stream("What is 6 × 7?")) yield event;
}

// Of the entries that pass on what a private package of the repository exports.
export const certified = certify(calibrate([], { answer: "number" }), {
  alpha: 0.1,
  mode: "delivered",
});
export const report = evaluate({ items: [], arms: [], panel: { debaters: [] } });
export const serving = serve({ panels: {} });
