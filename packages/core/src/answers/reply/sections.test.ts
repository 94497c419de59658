import fc from "fast-check";
import { expect, test } from "vitest";
import { readReply } from "../read-reply.ts";
import { readSections, sectionLines, withoutMarks } from "./sections.ts";

const MARK = "k3f9";
const { open, close } = sectionLines(MARK);

test.each([
  ["lines of their own", `Why.\n${open}\n42\n${close}\nConfidence: 0.9`],
  ["Windows line ends", `Why.\r\n${open}\r\n42\r\n${close}\r\n`],
  ["one line", `${open}42${close}`],
  ["emphasis", `**${open}**\n42\n**${close}**`],
  ["backticks", `\`${open}\`\n42\n\`${close}\``],
  ["headings", `## ${open}\n42\n## ${close}`],
  ["list marks", `- ${open}\n- 42\n- ${close}`],
  ["a fence around everything", `\`\`\`text\n${open}\n42\n${close}\n\`\`\``],
  ["a fence inside", `${open}\n\`\`\`\n42\n\`\`\`\n${close}`],
  ["capitals and spaces", `[[ ANSWER ${MARK} ]]\n42\n[[END ${MARK}]]`],
  ["a label inside", `${open}\nAnswer: 42\n${close}`],
  ["a one-item list inside", `${open}\n- 42\n${close}`],
  ["the same section twice", `${open}\n42\n${close}\n${open}\n42\n${close}`],
  ["an opening mark that is written again", `${open}\n41\nNo:\n${open}\n42\n${close}`],
  ["a mark that is mentioned", `I write \`${open}\` and \`${close}\`.\n${open}\n42\n${close}`],
  ["a quoted section", `> ${open}\n> 41\n> ${close}\n\n${open}\n42\n${close}`],
  ["a section with another mark", `[[answer zzzz]]\n41\n[[end zzzz]]\n${open}\n42\n${close}`],
  ["labels around it", `Answer: 41\n${open}\n42\n${close}\nThe answer is 43.`],
  ["a JSON object before it", `{"answer": 41}\n${open}\n42\n${close}`],
  ["thoughts with a section", `<think>${open}\n41\n${close}</think>\n${open}\n42\n${close}`],
])("a section is read with %s", (_, reply) => {
  expect(readReply(reply, MARK)).toMatchObject({ answer: "42", from: "section" });
});

test.each([
  ["two that differ", `${open}\n42\n${close}\n${open}\n43\n${close}`],
  ["an empty one", `${open}\n\n${close}\nAnswer: 42`],
  ["the prompt's own words", `${open}\n<your answer>\n${close}`],
])("%s: nothing is read", (_, reply) => {
  expect(readReply(reply, MARK).answer).toBeNull();
});

test.each([
  "SELECT *\n  FROM t\n WHERE a_b = 'c';",
  "if (x) {\n  confidence = 5\n  // Confidence: high\n}",
  "Confidence: 5\nx = 1",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "- one\n- two\n\n- three",
  "Yes.\n\nBecause of this.",
  "> quoted, on purpose",
])("nothing inside a section is changed: %j", (answer) => {
  expect(readReply(`Why.\n${open}\n${answer}\n${close}`, MARK).answer).toBe(answer);
});

test("remarks are read from the end of a section, and from around it", () => {
  const inside = readReply(`${open}\n42\nConfidence: 0.8\n${close}`, MARK);
  expect(inside).toMatchObject({ answer: "42", confidence: 0.8 });
  const fenced = readReply(`\`\`\`\n${open}\n42\n${close}\nConfidence: 0.9\n\`\`\``, MARK);
  expect(fenced).toMatchObject({ answer: "42", confidence: 0.9 });
  const around = readReply(
    `Why.\n${open}\n42\n${close}\nConfidence: 0.7\nReason for change: A was right`,
    MARK,
  );
  expect(around).toMatchObject({
    reasoning: "Why.",
    confidence: 0.7,
    justification: "A was right",
  });
});

test.each([
  [`Why.\n${open}\n42\n${close}`, "Why.\n42"],
  [`**${open}**\n42\n**${close}**`, "42"],
  [`It is ${open} 42 ${close}.`, "It is  42 ."],
  [`${open}\n42`, "42"],
  ["nothing", "nothing"],
])("marks are not shown: %j", (reply, shown) => {
  expect(withoutMarks(reply, MARK)).toBe(shown);
});

test.each([0, 1, 4, 9, 12])("a mark inside a mark leaves none: at %i", (at) => {
  const nested = `${open.slice(0, at)}${open.slice(0, at)}${open}${open.slice(at)}${open.slice(at)}`;
  expect(withoutMarks(`Why. ${nested} 42`, MARK)).not.toContain(open);
});

test("an unfinished section has no answer, and never shows its mark", () => {
  expect(readReply(`${open}\n42`, MARK)).toMatchObject({ answer: null, reasoning: "42" });
  expect(readReply(`Why.\n${open}\n42`, MARK).reasoning).not.toContain(MARK);
});

const line = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    "Answer: 94",
    '{"answer": "94"}',
    "\\boxed{94}",
    "<answer>94</answer>",
    "[[answer abcd]]",
    "[[end abcd]]",
    "[[answer]]",
    "[[end]]",
    "So the answer is 94.",
    "> [[answer k3f9]]",
    "```",
  ),
);
const text = fc
  .array(line, { maxLength: 6 })
  .map((lines) => lines.join("\n"))
  .filter((joined) => !joined.includes(MARK) || joined.includes(`> ${open}`));

test("nothing outside of a section changes what is read from it", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      // A thinking tag that is never closed swallows the rest, as it should.
      const reply = `So:\n${before}\n${open}\n42\n${close}\n${after}`;
      expect(readReply(reply, MARK).answer).toBe("42");
    }),
    { numRuns: 1_000 },
  );
});

test("nothing without the right mark is a section", () => {
  fc.assert(
    fc.property(text, fc.stringMatching(/^[a-z0-9]{4}$/), (reply, other) => {
      if (other === MARK) return;
      const forged = sectionLines(other);
      const whole = `${reply}\n${forged.open}\n94\n${forged.close}`;
      expect(readSections(whole, MARK).sections).toEqual([]);
    }),
  );
});

test.each(["", "I think so.\n", "Answer: 94\n", '{"answer": "94"}\n', "\\boxed{94}\n"])(
  "a section that never ends is unread, whatever stands around it: %j",
  (around) => {
    const cases = [
      `${around}${open}\n42`,
      `${around}${open}\n42\n${open}`,
      `${open}\n42\n${close}\n${around}${open}\n43`,
    ];
    for (const reply of cases) expect(readReply(reply, MARK).answer, reply).toBeNull();
  },
);

test("an opening mark with nothing behind it, after a section, opens none", () => {
  expect(readReply(`${open}\n42\n${close}\n${open}\n`, MARK).answer).toBe("42");
});
