import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  debate,
  findings,
  type Citation,
  type DebateResult,
  type Finding,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";

const LIVE = new URL("../../../shared/live/", import.meta.url);
const here = existsSync(LIVE);
if (!here) console.log("skipped: replies of live models are not here (../shared/live)");

type Recorded = DebateResult<Finding[]>;

/** The passages that were quoted, each where it stood. */
function restoreMaterial(quotes: readonly Citation[]): string {
  const text: string[] = [];
  for (const { at, text: words } of quotes) {
    for (const [index, character] of [...words].entries()) text[(at?.[0] ?? 0) + index] = character;
  }
  return Array.from(text, (character) => character ?? "\n").join("");
}

/** Then, everybody's own findings had no numbers. */
function renumber(reply: string, name: string, found: readonly Finding[]): string {
  const others = [...found.keys()].filter((at) => !found[at]?.by.includes(name));
  return reply.replace(
    /("item":\s*)(\d+)/g,
    (_, head: string, item: string) => head + String((others[Number(item) - 1] ?? -1) + 1),
  );
}

/** Then, two findings of one member were never put together. */
function splitByAuthor(places: readonly number[], authorOf: (at: number) => number): number[][] {
  const groups: number[][] = [];
  for (const place of places) {
    const author = authorOf(place);
    const group = groups.find((each) => each.every((other) => authorOf(other) !== author));
    if (group) group.push(place);
    else groups.push([place]);
  }
  return groups;
}

/** Everybody says again what it said then; the findings that a model put together are put together. */
async function repeat({ question, findings: found = [], rounds }: Recorded): Promise<Recorded> {
  const quotes = found.flatMap((finding) => [
    ...finding.quotes,
    ...finding.votes.flatMap(({ quote }) => quote ?? []),
  ]);
  const document = quotes[0]?.document ?? "";
  const groups = rounds[0]?.compared ?? [];
  const compare = ({ items = [] }: ModelRequest): string => {
    const claims = items.map((item) => item.split("\nIt quotes")[0] ?? "");
    const groupOf = (claim: string): number =>
      groups.findIndex((group) => group.items.includes(claim));
    const together = Map.groupBy(claims.keys(), (at) => {
      const group = groupOf(claims[at] ?? "");
      return group < 0 ? `alone ${at}` : group;
    });
    const authorOf = (at: number): number => {
      const claim = claims[at] ?? "";
      const authors = [...(rounds[0]?.positions ?? []).entries()].filter(([, { text }]) =>
        text.includes(JSON.stringify(claim).slice(1, -1)),
      );
      const before = claims.slice(0, at).filter((other) => other === claim).length;
      return authors[before]?.[0] ?? -1;
    };
    return JSON.stringify({
      groups: [...together.values()]
        .flatMap((places) => splitByAuthor(places, authorOf))
        .map((places) => ({ items: places.map((at) => at + 1), label: "" })),
    });
  };
  const debaters = (rounds[0]?.positions ?? []).map(({ debater: name }, seat) => ({
    name,
    model: ({ round }: ModelRequest) => {
      const text = rounds[round]?.positions[seat]?.text ?? "";
      return round === 0 ? text : renumber(text, name, found);
    },
  }));
  const context = [{ document, text: restoreMaterial(quotes) }];
  return debate({ text: question, context }, { debaters, answer: findings(), compare });
}

describe.skipIf(!here)("reviews by three instances of one large model", () => {
  test.each(["review", "diff"])("%s comes to the same findings", async (name) => {
    const recorded = JSON.parse(readFileSync(new URL(`${name}.json`, LIVE), "utf8")) as Recorded;
    const result = await repeat(recorded);
    // Then, a finding was as serious as the most serious report of it.
    const told = ({ claim, status, by, votes }: Finding): object => ({
      claim,
      status,
      by,
      votes: votes.map(({ debater, vote }) => ({ debater, vote })),
    });
    expect(result.findings?.map(told)).toEqual(recorded.findings?.map(told));
    expect(result.integrity).toMatchObject({ degraded: false, unread: 0, unverifiedQuotes: 0 });
  });
});
