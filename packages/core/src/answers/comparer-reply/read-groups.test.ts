import { describe, expect, test } from "vitest";
import { readGroups } from "./read-groups.ts";

const groups =
  '{"groups": [{"items": [1, 3], "label": "stay on Postgres"}, {"items": [2], "label": "move"}]}';

const read = {
  groups: [
    { items: [0, 2], label: "stay on Postgres", fullest: null },
    { items: [1], label: "move", fullest: null },
  ],
  none: [],
  differences: null,
};

describe("readGroups", () => {
  test.each([
    ["the object alone", groups],
    ["in a fence", `\`\`\`json\n${groups}\n\`\`\``],
    ["with words before and after it", `I looked at all three.\n${groups}\nThat is all.`],
    ["after thinking", `<think>{"groups": [{"items": [1, 2, 3]}]}</think>\n${groups}`],
    ["after an object that is quoted", `> {"groups": [{"items": [1, 2, 3]}]}\n\n${groups}`],
    [
      "after an object inside a line",
      `Answer 2 says {"groups": [{"items": [1]}]} itself.\n${groups}`,
    ],
  ])("%s", (_, text) => {
    expect(readGroups(text, 3)).toEqual(read);
  });

  test("an answer that gives none is in no group", () => {
    expect(readGroups('{"groups": [{"items": [1, 3]}], "none": [2]}', 3)).toEqual({
      groups: [{ items: [0, 2], label: null, fullest: null }],
      none: [1],
      differences: null,
    });
    expect(readGroups('{"groups": [], "none": [1, 2]}', 2)).toMatchObject({
      groups: [],
      none: [0, 1],
    });
  });

  test("a label is one line of at most 200 characters", () => {
    const long = `stay\non Postgres ${"go\nnow ".repeat(50)}😀`;
    const reply = JSON.stringify({ groups: [{ items: [1, 2], label: long }] });
    const label = readGroups(reply, 2)?.groups[0]?.label ?? "";
    expect(label).toMatch(/^stay on Postgres go now go now .*…$/);
    expect(label.length).toBeLessThanOrEqual(200);
    const blank = JSON.stringify({ groups: [{ items: [1, 2], label: " \n " }] });
    expect(readGroups(blank, 2)?.groups[0]?.label).toBeNull();
  });

  test("the fullest answer is one of its group", () => {
    const reply = (fullest: unknown): string =>
      JSON.stringify({ groups: [{ items: [1, 3], fullest }, { items: [2] }] });
    expect(readGroups(reply(3), 3)?.groups[0]?.fullest).toBe(2);
    for (const other of [2, 4, "3", null, undefined]) {
      expect(readGroups(reply(other), 3)?.groups[0]?.fullest).toBeNull();
    }
  });

  test("malformed differences are dropped, and the groups stand", () => {
    const difference = {
      about: "price",
      kind: "conflict",
      says: [
        { items: [1], text: "5 M" },
        { items: [2, 3], text: "no figure" },
      ],
    };
    const reply = (differences: unknown): string =>
      JSON.stringify({ groups: [{ items: [1, 2, 3] }], differences });
    const kept = {
      about: "price",
      kind: "conflict",
      says: [
        { items: [0], text: "5 M" },
        { items: [1, 2], text: "no figure" },
      ],
    };
    expect(readGroups(reply([difference]), 3)?.differences).toEqual([kept]);
    const malformed = [
      null,
      "price",
      { ...difference, about: "" },
      { ...difference, kind: "only_some_say_it" },
      { ...difference, says: [] },
      { ...difference, says: [{ items: [4], text: "6 M" }] },
      { ...difference, says: [{ items: [1], text: 5 }] },
      { ...difference, says: [difference.says[0], { items: [2, 3], text: 5 }] },
    ];
    for (const one of malformed) {
      expect(readGroups(reply([one, difference]), 3)?.differences).toEqual([kept]);
    }
    const broken = { ...difference, about: "the\nprice", kind: "unique" };
    expect(readGroups(reply([broken]), 3)?.differences).toMatchObject([{ about: "the price" }]);
    expect(readGroups(reply({ price: 5 }), 3)).toMatchObject({ differences: null });
  });

  test.each([
    ["a number left out", '{"groups": [{"items": [1, 2]}]}'],
    ["a number in two groups", '{"groups": [{"items": [1, 2]}, {"items": [2, 3]}]}'],
    ["a number in a group and in none", '{"groups": [{"items": [1, 2, 3]}], "none": [3]}'],
    ["a number of no answer", '{"groups": [{"items": [1, 2, 3, 4]}]}'],
    ["numbers as words", '{"groups": [{"items": ["1", "2", "3"]}]}'],
    ["an empty group", '{"groups": [{"items": [1, 2, 3]}, {"items": []}]}'],
    ["lists without names", "[[1, 2], [3]]"],
    ["two objects", `${groups}\n${groups}`],
    ["an object in mid-line only", `They are ${groups}`],
    ["no object", "They all say the same."],
    ["nothing", ""],
  ])("unusable: %s", (_, text) => {
    expect(readGroups(text, 3)).toBeNull();
  });

  test("with marks, only what stands between them counts", () => {
    const other = '{"groups": [{"items": [1, 2, 3]}]}';
    const marked = `${other}\n[[answer k3]]\n${groups}\n[[end k3]]\n${other}`;
    expect(readGroups(marked, 3, "k3")).toEqual(read);
    expect(readGroups(marked, 3)).toBeNull();
  });
});
