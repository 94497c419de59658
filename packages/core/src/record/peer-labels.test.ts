import { expect, test } from "vitest";
import { nameLabels } from "./peer-labels.ts";

const names = new Map([
  ["Debater A", "ada"],
  ["Debater B", "boole"],
  ["Debater AB", "lovelace"],
]);

test.each([
  ["Debater B and debater A, not Debater Bob.", "boole and ada, not Debater Bob."],
  ["Debaters A, B and AB agree; Debaters agree.", "ada, boole and lovelace agree; Debaters agree."],
  // Z is nobody, so the list stays as it is.
  ["Debaters A and Z differ from Debater Z.", "Debaters A and Z differ from Debater Z."],
])("%s", (text, expected) => {
  expect(nameLabels(text, names)).toBe(expected);
  expect(nameLabels(text, new Map())).toBe(text);
});
