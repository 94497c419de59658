import { expect, test } from "vitest";
import { SETTINGS } from "./fields.ts";
import { nameValue, WORDS } from "./setting-words.ts";

const ALL = [...SETTINGS.first, ...SETTINGS.more];

test("every setting and every value that the page offers has words of its own", () => {
  const missing = ALL.filter(({ path }) => !Object.hasOwn(WORDS, path)).map(({ path }) => path);
  expect(missing).toEqual([]);
  expect(Object.keys(WORDS).filter((path) => !ALL.some((each) => each.path === path))).toEqual([]);
  const unnamed = ALL.flatMap(({ path, field }) => {
    const values = field.kind === "one_of" ? field.values : [];
    return values.filter((value) => WORDS[path]?.values?.[value] === undefined);
  });
  expect(unnamed).toEqual([]);
});

test("none of the words is an identifier or a call", () => {
  const texts = ALL.flatMap(({ path, label, description }) => [
    label,
    description,
    ...Object.values(WORDS[path]?.values ?? {}),
  ]);
  for (const text of texts) expect(text).not.toMatch(/`|\w\(|[a-z][A-Z]|\b[a-z]+\.[a-z]+\b/);
});

test("a value without words keeps its name", () => {
  expect(nameValue("stop", "unanimous")).toBe("all agree");
  expect(nameValue("stop", "my_rule")).toBe("my rule");
  expect(nameValue("toString", "constructor")).toBe("constructor");
});
