/*
 * What a comparer finds that groups long answers by position and lists the differences: five decisions, each answered by
 * three instances of one large model. "Support before" is what the same answers got when every detail made another answer.
 *
 *   node scripts/evidence/differences.ts
 */
import { existsSync, readFileSync } from "node:fs";
import "../lib/saved-output.ts";

const file = new URL("../../../shared/live/differences.json", import.meta.url);

interface Case {
  id: string;
  answers: Record<string, string>;
  agreementThen: number;
  byPosition: { groups: { items: number[] }[]; differences: { kind: string }[] };
}

const TITLES: Record<string, string> = {
  "d-council": "accept an offer for the company?",
  "d-monolith": "split the monolith?",
  "d-law": "analytics without consent?",
  "d-drug": "stop a medicine before surgery?",
  "o-west": "why did Western Rome fall?",
};

if (!existsSync(file)) {
  console.log("skipped: the recorded answers are not here");
} else {
  const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: Case[] };
  console.log(
    "| question | answers | support before | positions | support by position | contradictions listed | points that only some mention |",
  );
  console.log("|---|---|---|---|---|---|---|");
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  for (const { id, answers, agreementThen, byPosition } of cases) {
    const { groups, differences } = byPosition;
    const count = Object.keys(answers).length;
    const largest = Math.max(...groups.map(({ items }) => items.length));
    const of = (kind: string): number => differences.filter((each) => each.kind === kind).length;
    const cells = [
      TITLES[id] ?? id,
      count,
      percent(agreementThen),
      groups.length,
      percent(largest / count),
    ];
    console.log(`| ${[...cells, of("conflict"), of("only_some_say_it")].join(" | ")} |`);
  }
}
