import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import {
  buildAsking,
  buildConfig,
  readDraft,
  EMPTY,
  formatYaml,
  type PanelDraft,
  warnOfTwins,
} from "./panel-draft.ts";

const draft: PanelDraft = {
  ...EMPTY,
  name: "review board",
  purpose: "Contracts: what can go wrong?",
  members: [
    { model: "openai/gpt-5-mini" },
    { model: "a/b", name: "Ann", instructions: "Be strict." },
  ],
  judge: "a/b",
  settings: { rounds: 1, stop: "agreement:0.6", budget: { usd: 0.5 } },
};

test("the YAML is the config that the page asks with", () => {
  expect(formatYaml(draft)).toBe(`panels:
  "review board":
    purpose: "Contracts: what can go wrong?"
    debaters:
      - "openai/gpt-5-mini"
      - { model: "a/b", name: "Ann", instructions: "Be strict." }
    judge: "a/b"
    rounds: 1
    stop: "agreement:0.6"
    budget: { usd: 0.5 }
`);
  expect(buildAsking(draft, "Why?")).toEqual({ ...buildConfig(draft), question: "Why?" });
});

test("whatever is typed, the YAML means the same", () => {
  const text = fc.string({ unit: "grapheme" });
  fc.assert(
    fc.property(text, text, text, (name, purpose, instructions) => {
      const typed = {
        ...draft,
        name,
        purpose,
        members: [{ model: "m", instructions }, { model: "n" }],
      };
      const { panels } = parse(formatYaml(typed)) as {
        panels: Record<string, { debaters: unknown[] }>;
      };
      const [[found, config] = []] = Object.entries(panels);
      expect(found).toBe(name.trim() || "my-panel");
      expect(config).toMatchObject(purpose.trim() === "" ? {} : { purpose: purpose.trim() });
      expect(config?.debaters[0]).toEqual(
        instructions.trim() === "" ? "m" : { model: "m", instructions: instructions.trim() },
      );
    }),
  );
});

test("a panel of fewer than two can't be asked", () => {
  expect(buildAsking({ ...draft, members: [{ model: "a" }] }, "Why?")).toBeNull();
});

test("a copy of a panel has those of its models that may be named", () => {
  const copy = readDraft(
    {
      name: "mixed",
      default: true,
      members: [
        { name: "a", model: "a/b", weight: 1 },
        { name: "b", model: "secret", weight: 1 },
      ],
      judge: { name: "judge", model: "a/b" },
      rounds: 2,
      onEscalate: "flag",
      missing: [],
      plan: {
        calls: { min: 1, typical: 2, max: 2 },
        tokens: { typical: 1, max: 1 },
        usd: { typical: null, max: null },
        learnedRuns: 0,
        warnings: [],
      },
    },
    ["a/b"],
  );
  expect(copy).toMatchObject({ name: "mixed-2", members: [{ model: "a/b" }], judge: "a/b" });
});

const member = (model: string, instructions?: string) => ({
  model,
  ...(instructions === undefined ? {} : { instructions }),
});

test.each([
  [[member("a"), member("a"), member("a")], true],
  [[member("a"), member("a", " "), member("a", "")], true],
  [
    [member("b"), member("a", "Be strict."), member("a", "Be strict."), member("a", "Be strict.")],
    true,
  ],
  [[member("a"), member("a"), member("b")], false],
  [[member("a"), member("a", "Be strict."), member("a", "Be kind.")], false],
])("%j: warned is %s", (members, isWarned) => {
  expect(warnOfTwins(members) !== null).toBe(isWarned);
});
