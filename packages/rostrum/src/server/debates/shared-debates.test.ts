import { expect, test } from "vitest";
import { memoryJournal } from "../../journal/index.ts";
import type { Journal } from "../../protocol/journal.ts";
import { sharedDebates } from "./shared-debates.ts";

function noting(name: string, opened: string[]): Journal {
  const inner = memoryJournal();
  return {
    read: (id) => inner.read(id),
    open(id, ...rest) {
      opened.push(`${name} ${id}`);
      return inner.open(id, ...rest);
    },
  };
}

test("runs at the same time share a debate, and each opens its own journal", async () => {
  const opened: string[] = [];
  const own = noting("own", opened);
  const shared = sharedDebates(own);
  const config = { debaters: [async () => "red", async () => "red"] };
  expect(shared(config)).toBe(shared(config));
  expect(shared({ ...config })).not.toBe(shared(config));
  const ids = ["a", "b", "c"];
  const seen = new Set<unknown>();
  const results = await Promise.all(
    ids.map((id) =>
      shared(config).run(id, noting(`journal of ${id},`, opened), (debate) => {
        seen.add(debate);
        return debate.run("Which?", { id });
      }),
    ),
  );
  expect(results.map(({ id, answer }) => [id, answer])).toEqual(ids.map((id) => [id, "red"]));
  expect(seen.size).toBe(1);
  expect(opened.sort()).toEqual(ids.map((id) => `journal of ${id}, ${id}`));
});
