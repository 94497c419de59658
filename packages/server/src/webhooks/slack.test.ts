import { expect, test } from "vitest";
import { formatForSlack } from "./slack.ts";

interface SlackMessage {
  text: string;
  blocks: { type: string; text?: { type: string; text: string }; elements?: { url: string }[] }[];
}

const read = (type: Parameters<typeof formatForSlack>[0]["type"], data: object): SlackMessage =>
  JSON.parse(
    formatForSlack({ type, timestamp: "", data: data as Record<string, unknown> }),
  ) as SlackMessage;

const debate = { question: "Which?", answer: "42", user: "ada", panel: "council", cost: "$0.02" };

test("a message has the question, the answer, who asked, the cost and a button", () => {
  const link = "https://panel.example.com/#/d/1";
  const { text, blocks } = read("debate.completed", { ...debate, link });
  expect(text).toBe("A debate has ended: Which?");
  const lines = blocks.flatMap((block) => (block.text ? [block.text.text] : []));
  expect(lines).toEqual([
    "A debate has ended",
    "Which?",
    "Answer: 42",
    "asked by ada, panel council, cost $0.02",
  ]);
  expect(blocks.at(-1)?.elements?.[0]?.url).toBe(link);
});

test("a panel that agrees differently from its calibration rows is said, and only then", () => {
  const lines = (shifted: boolean | null): string[] =>
    read("debate.completed", { ...debate, link: null, shifted }).blocks.flatMap(
      ({ text }) => text?.text ?? [],
    );
  expect(lines(true)).toContainEqual(expect.stringContaining("agrees differently"));
  for (const none of [false, null]) expect(lines(none).join()).not.toContain("agrees differently");
});

test("without an address there is no button, and without an answer no line for it", () => {
  const { blocks } = read("debate.waiting", { ...debate, answer: null, link: null });
  expect(blocks.map(({ type }) => type)).toEqual(["header", "section", "section"]);
});

test("who should review, until when and why", () => {
  const data = {
    question: "Which?",
    assignee: "bob",
    due: "2026-12-01",
    comment: "now",
    by: "ada",
  };
  const { blocks } = read("debate.assigned", { ...data, link: null });
  expect(blocks.flatMap(({ text }) => text?.text ?? [])).toContain(
    "by bob, until 2026-12-01 (asked by ada)",
  );
});

test("nobody's words mention a channel, hide a link or are longer than Slack takes", () => {
  const question = `<!channel> <https://evil.example|click> & *bold* ${"x".repeat(5000)}`;
  const { text, blocks } = read("debate.waiting", { ...debate, question, link: null });
  expect(text).toContain("&lt;!channel&gt; &lt;https://evil.example|click&gt; &amp;");
  for (const block of blocks) {
    expect(block.text?.type).toBe("plain_text");
    expect(block.text?.text.length).toBeLessThanOrEqual(3000);
  }
});
