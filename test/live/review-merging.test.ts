import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { debate, findings, type ModelRequest } from "../../packages/rostrum/src/index.ts";
import { SAME_CAUSE, type TrialFile } from "./review-groups.ts";

const TRIAL = new URL("../../../shared/live/reviews.json", import.meta.url);
const here = existsSync(TRIAL);
if (!here) console.log("skipped: the blind trial of reviews is not here (../shared/live)");

const files = here ? (JSON.parse(readFileSync(TRIAL, "utf8")) as { files: TrialFile[] }).files : [];

/** Every member reports its findings again, and a comparer groups them by cause. */
async function review({ file, findings: found }: TrialFile) {
  const groups = SAME_CAUSE[file] ?? [];
  const alone = found.map((_, at) => at + 1).filter((at) => !groups.flat().includes(at));
  const numberOf = (item: string): number =>
    found.findIndex(({ claim }) => item.startsWith(claim)) + 1;
  const compare = ({ items = [] }: ModelRequest): string =>
    JSON.stringify({
      groups: [...groups, ...alone.map((at) => [at])].map((numbers) => ({
        items: items.flatMap((item, at) => (numbers.includes(numberOf(item)) ? [at + 1] : [])),
        label: "",
      })),
      none: [],
    });
  const debaters = ["ada", "boole", "curie"].map((name) => ({
    name,
    model: ({ round }: ModelRequest): string =>
      JSON.stringify(
        round === 0
          ? {
              findings: found
                .filter(({ by }) => by.includes(name))
                .map(({ claim, severity, quotes: [quote] }) => ({
                  claim,
                  severity,
                  quote: quote?.text ?? "",
                })),
            }
          : { votes: [] },
      ),
  }));
  const text = found.flatMap(({ quotes }) => quotes.map((quote) => quote.text)).join("\n\n");
  const context = [{ document: file, text }];
  return debate({ text: "Review it.", context }, { debaters, answer: findings(), compare });
}

describe.skipIf(!here)("the findings of a blind trial, merged by cause", () => {
  test.each(files)("$file", async (trial) => {
    const result = await review(trial);
    const merged = (SAME_CAUSE[trial.file] ?? []).reduce((sum, { length }) => sum + length - 1, 0);
    const told = result.findings ?? [];
    expect(told).toHaveLength(trial.findings.length - merged);
    // Nothing is lost, so no match with a bug that was fixed later is.
    expect(told.flatMap(({ claim, also = [] }) => [claim, ...also]).toSorted()).toEqual(
      trial.findings.map(({ claim }) => claim).toSorted(),
    );
    for (const { claim, also = [], by } of told) {
      const claims = [claim, ...also];
      const reporters = trial.findings.filter((each) => claims.includes(each.claim));
      expect(by).toEqual(
        ["ada", "boole", "curie"].filter((name) =>
          reporters.some((each) => each.by.includes(name)),
        ),
      );
    }
  });
});
