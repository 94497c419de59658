import fc from "fast-check";
import type { RunStore, StoredEvent } from "rostrum";
import { expect, test } from "vitest";

async function searchIds(journal: RunStore, search: string, more: object = {}): Promise<string[]> {
  return (await journal.list({ search, limit: 1000, ...more })).runs.map(({ id }) => id);
}

async function keep(
  journal: RunStore,
  id: string,
  question: string,
  status: "running" | "completed" | "failed" = "completed",
  user?: string,
): Promise<void> {
  const run = await journal.open(id, {});
  const base = { type: "debate.started", debateId: id, at: 1, seq: 0, question, panel: [] };
  const owner = user === undefined ? {} : { userId: user, teamId: "core" };
  await run.appendEvents([{ ...base, ...owner } as unknown as StoredEvent]);
  await run.close(status);
}

const sign = fc.constantFrom(
  ..."abAB çÇöÖßẞσΣςıİiI\u0307\"'*%_-\\&|!():<>\u0001日本🙂🙃жЖKK ",
  "AND",
  "OR",
  "NEAR(",
  "':*",
  "<->",
);
const text = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(""));

/** Search of every journal with a word index must find the same runs as reading all of them. */
export function searchSuite(make: () => RunStore, numRuns: number): void {
  test("a search finds exactly the runs that contain its text, whatever signs it has", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 6 }),
        text,
        async (texts, free) => {
          const journal = make();
          for (const [at, each] of texts.entries()) {
            await keep(journal, `run-${at}`, each, at % 3 === 2 ? "running" : "completed");
          }
          const part = [...(texts[0] ?? "")].slice(1, 4).join("");
          for (const search of [
            free,
            part,
            part.toUpperCase(),
            free.slice(0, 1),
            free.slice(0, 2),
          ]) {
            // Half of a pair is stored as another sign.
            if (!search.isWellFormed()) continue;
            const lowerCased = search.toLowerCase();
            const expected = texts.flatMap((each, at) =>
              [`run-${at}`, each].some((words) => words.toLowerCase().includes(lowerCased))
                ? [`run-${at}`]
                : [],
            );
            expect(await searchIds(journal, search), JSON.stringify(search)).toEqual(
              expected.reverse(),
            );
          }
          await journal.close();
        },
      ),
      { numRuns },
    );
  });

  test("words that are very long, of other scripts, or part of a word are found", async () => {
    const journal = make();
    const long = "x".repeat(3000);
    await keep(journal, "long", `${long}needle`);
    await keep(journal, "longer", `${"y z ".repeat(10_000)}needle`);
    await keep(journal, "script", "東京と京都、どちらが古いですか");
    await keep(journal, "plain", "Where is Zanzibar? 100%_sure\\");
    expect(await searchIds(journal, "needle")).toEqual(["longer", "long"]);
    expect(await searchIds(journal, long)).toEqual(["long"]);
    expect(await searchIds(journal, `${long}x`)).toEqual([]);
    expect(await searchIds(journal, "京都")).toEqual(["script"]);
    expect(await searchIds(journal, "anzib")).toEqual(["plain"]);
    expect(await searchIds(journal, "0%_s")).toEqual(["plain"]);
    expect(await searchIds(journal, "e\\")).toEqual(["plain"]);
    expect(await searchIds(journal, "is'); DROP TABLE runs; --")).toEqual([]);
    expect(await searchIds(journal, "\u0001"), "no sign stands for the end of a text").toEqual([]);
    expect((await journal.list({ search: "needle", totals: true })).totals).toMatchObject({
      runs: 2,
    });
  });

  test("a search follows what a run becomes, and forgets a removed one", async () => {
    const journal = make();
    await keep(journal, "first", "Where is Zanzibar?");
    expect(await searchIds(journal, "zanzibar")).toEqual(["first"]);
    await keep(journal, "first", "Where is Pemba?", "running");
    expect([await searchIds(journal, "zanzibar"), await searchIds(journal, "pemba")]).toEqual([
      [],
      ["first"],
    ]);
    await keep(journal, "first", "Where is Mafia?");
    expect([await searchIds(journal, "pemba"), await searchIds(journal, "mafia")]).toEqual([
      [],
      ["first"],
    ]);
    await journal.remove("first");
    expect(await searchIds(journal, "mafia")).toEqual([]);
  });

  test("a search keeps to who may see a run, to filters, and to pages in either order", async () => {
    const journal = make();
    for (let at = 0; at < 9; at++) {
      const user = ["ada", "bob", "eve"][at % 3] ?? "";
      await keep(journal, `run-${at}`, `island ${at}`, at % 2 ? "failed" : "completed", user);
    }
    expect(await searchIds(journal, "island", { visibleTo: { user: "ada" } })).toEqual([
      "run-6",
      "run-3",
      "run-0",
    ]);
    const team = { visibleTo: { user: "ada", team: "core" } };
    expect(await searchIds(journal, "island", team)).toHaveLength(9);
    expect((await journal.list({ ...team, totals: true })).totals).toMatchObject({ runs: 9 });
    expect(await searchIds(journal, "", { ...team, status: "failed", user: "bob" })).toEqual([
      "run-7",
      "run-1",
    ]);
    const pagedIds: string[] = [];
    let before: string | null | undefined;
    do {
      const page = await journal.list({
        ...team,
        search: "sland",
        limit: 2,
        oldestFirst: true,
        before: before ?? undefined,
      });
      pagedIds.push(...page.runs.map(({ id }) => id));
      before = page.next;
    } while (before !== null);
    expect(pagedIds).toEqual(Array.from({ length: 9 }, (_, at) => `run-${at}`));
  });
}
