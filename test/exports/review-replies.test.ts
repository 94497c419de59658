import { expect, test } from "vitest";
import { debate, findings, toHtml, toMarkdown } from "../../packages/rostrum/src/index.ts";

const CLAIM = "The loop reads one entry past the end.";
const REASON = "The condition is less or equal.";

const report = (claim: string): string =>
  JSON.stringify({ findings: [{ claim, severity: "high", quote: "i <= list.length" }] });
const vote = JSON.stringify({
  votes: [{ item: 1, vote: "partly", severity: "low", reason: REASON }],
});

test("an exported review has each member's report and votes in words, not the JSON that it replied", async () => {
  const result = await debate(
    {
      text: "What is wrong?",
      context: [
        { document: "a.js", text: "for (let i = 0; i <= list.length; i++) sum += list[i];" },
      ],
    },
    {
      debaters: [
        {
          name: "ada",
          model: ({ round }) =>
            round === 0 ? `I ran it in “a shell of my own here”.\n\n${report(CLAIM)}` : "",
        },
        { name: "bob", model: ({ round }) => (round === 0 ? '{"findings": []}' : vote) },
      ],
      answer: findings(),
    },
  );
  const markdown = toMarkdown(result);
  const rounds = markdown.slice(markdown.indexOf("## Review"));
  expect(rounds).toContain(`- **high**: ${CLAIM}`);
  expect(rounds).toContain("no findings");
  expect(rounds).toContain(`- **agrees in part, as low**: ${CLAIM}\n  - ${REASON}`);
  const html = toHtml(result);
  for (const document of [markdown, html]) {
    expect(document).toContain("I ran it in");
    expect(document).not.toContain("findings&quot;");
    expect(document).not.toMatch(/\{\\?"(?:findings|votes)/);
  }
  // Quotation marks of prose are looked up; those of JSON are no quotations.
  expect(markdown.match(/“[^”]+” \(not found in the question/g)).toEqual([
    "“a shell of my own here” (not found in the question",
  ]);
  expect(html.match(/<q /g)).toHaveLength(1);
});

test("a reply in JSON is shown as its reasoning, and its fields are no quotations", async () => {
  const reply = JSON.stringify({
    reasoning: "The port is in the first line of the file.",
    answer: "5432",
  });
  const result = await debate("Which port?", {
    debaters: [
      { name: "ada", model: () => reply },
      { name: "bob", model: () => reply },
    ],
  });
  const markdown = toMarkdown(result);
  expect(markdown).toContain("Reply:\n\n> The port is in the first line of the file.");
  expect(markdown).not.toContain("not found in the question");
  expect(markdown).not.toContain('"reasoning"');
});

test("a critic's remarks on a draft are shown in words, with the passage", async () => {
  const critique = [{ quote: "Dear all", problem: "It is stiff.", suggestion: "Hello" }];
  const result = await debate("Write a greeting.", {
    debaters: [
      { name: "ada", model: () => "Dear all" },
      { name: "bob", model: () => JSON.stringify({ critique }) },
    ],
    answer: "draft",
    rounds: 2,
    judge: () => '{"reason": "fine", "signedOff": true}',
  });
  const markdown = toMarkdown(result);
  expect(markdown).toContain("- It is stiff.\n  - Instead: Hello\n  - “Dear all” (ada");
  expect(markdown).not.toContain('{"critique"');
});
