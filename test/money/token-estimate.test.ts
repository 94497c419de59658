import { describe, expect, test } from "vitest";
import { Debate } from "../../packages/runtime/src/api/debate.ts";
import { estimateTokens } from "../../packages/core/src/debate/spending/token-estimate.ts";

/** Texts with the tokens that they have under o200k_base and cl100k_base, the larger number of the two. */
const SAMPLES: Record<string, { tokens: number; text: string }> = {
  prose: {
    tokens: 67,
    text: "The committee met on Thursday to discuss whether the old bridge should be repaired or replaced. Several engineers argued that the foundations were still sound, although the upper structure had suffered from decades of neglect; others, noting the rising cost of steel, preferred to build a new crossing half a mile downstream. No decision was reached before the meeting ended.\n\n",
  },
  dialogue: {
    tokens: 28,
    text: "“I don’t think so,” she said — and, after a moment: “Well, maybe it’s possible. Isn’t it?”\n",
  },
  code: {
    tokens: 62,
    text: "export function clamp(value: number, low: number, high: number): number {\n  // Out of range is no error here.\n  if (Number.isNaN(value)) throw new RangeError(`expected a number, got ${value}`);\n  return Math.min(Math.max(value, low), high);\n}\n",
  },
  python: {
    tokens: 55,
    text: 'def fibonacci(n: int) -> list[int]:\n    """Return the first n numbers."""\n    seen = [0, 1]\n    while len(seen) < n:\n        seen.append(seen[-1] + seen[-2])\n    return seen[:n]\n',
  },
  json: {
    tokens: 79,
    text: '{"id":"a81bc81b-dead-4e5d-abff-90865d1e13b1","createdAt":"2026-11-15T15:04:05.123Z","user":{"name":"Grace Hopper","roles":["admin","reviewer"],"active":true},"totals":{"calls":12,"usd":0.0421}}',
  },
  state: {
    tokens: 48,
    text: "| model | accuracy | cost |\n|---|---:|---:|\n| alpha-large | 91.25 % | $0.0143 |\n| beta-small | 84.70 % | $0.0009 |\n",
  },
  digits: {
    tokens: 29,
    text: "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899",
  },
  latex: {
    tokens: 62,
    text: "\\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a} = \\sum_{k=0}^{\\infty} \\binom{n}{k} x^{k} \\cdot \\left( 1 - x \\right)^{n-k}",
  },
  base64: {
    tokens: 67,
    text: "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==",
  },
  hash: {
    tokens: 47,
    text: "sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  },
  url: {
    tokens: 29,
    text: "https://example.com/api/v2/search?q=long+tail&page=3&sort=created_at%3Adesc#results-42",
  },
  blanks: {
    tokens: 15,
    text: "name:        value\n\n\n\n          indented    far\t\t\tand tabbed\r\n\r\n",
  },
  capitals: {
    tokens: 18,
    text: 'THIS SOFTWARE IS PROVIDED "AS IS" WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED.',
  },
  chinese: {
    tokens: 65,
    text: "委员会于星期四开会，讨论是修复旧桥还是新建一座桥梁。几位工程师认为地基仍然牢固，尽管上部结构多年失修。",
  },
  japanese: {
    tokens: 49,
    text: "委員会は木曜日に開かれ、古い橋を修理するか、新しく架け替えるかについて議論した。",
  },
  korean: { tokens: 35, text: "위원회는 목요일에 모여 낡은 다리를 수리할지 교체할지 논의했다." },
  russian: {
    tokens: 38,
    text: "Комитет собрался в четверг, чтобы обсудить, ремонтировать старый мост или строить новый.",
  },
  arabic: {
    tokens: 58,
    text: "اجتمعت اللجنة يوم الخميس لمناقشة ما إذا كان ينبغي إصلاح الجسر القديم أو استبداله.",
  },
  hindi: { tokens: 69, text: "समिति की बैठक गुरुवार को हुई जिसमें पुराने पुल की मरम्मत पर चर्चा की गई।" },
  german: {
    tokens: 39,
    text: "Der Ausschuss tagte am Donnerstag, um über die Straßenverkehrszulassungsordnung und Brückensanierungsmaßnahmen zu beraten.",
  },
  greek: {
    tokens: 73,
    text: "Η επιτροπή συνεδρίασε την Πέμπτη για να συζητήσει την επισκευή της παλιάς γέφυρας.",
  },
  thai: { tokens: 54, text: "คณะกรรมการประชุมเมื่อวันพฤหัสบดีเพื่อหารือเรื่องการซ่อมสะพานเก่า" },
  emoji: { tokens: 50, text: "🎉🚀 great 👍🏽 family 👩‍👩‍👧‍👦 flag 🇩🇪 ❤️‍🔥 ✅ → ≥ ∑" },
};

describe("tokens are estimated, on the high side", () => {
  test.each(Object.entries(SAMPLES))("%s is not underestimated", (_name, { text, tokens }) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(tokens);
    expect(estimateTokens(text.repeat(50))).toBeGreaterThanOrEqual(tokens * 50);
  });

  test.each(["prose", "dialogue", "code", "python"])(
    "%s is estimated at less than half more",
    (name) => {
      const { text = "", tokens = 0 } = SAMPLES[name] ?? {};
      expect(estimateTokens(text.repeat(50))).toBeLessThan(tokens * 50 * 1.5);
    },
  );

  test("a run of blanks is not a token for each of them", () => {
    expect(estimateTokens(" ".repeat(8000))).toBeLessThan(1100);
    expect(estimateTokens("\n".repeat(1000))).toBeLessThan(600);
    expect(estimateTokens("")).toBe(0);
  });

  test("324 kB of context is planned at less than one and a half times its tokens", async () => {
    const { text = "", tokens = 0 } = SAMPLES["prose"] ?? {};
    const times = Math.round(324_000 / text.length);
    const model = (): string => "x";
    const debate = new Debate({ debaters: [model, model, model], limits: { retries: 0 } });
    const question = { text: "Repair or replace?", context: text.repeat(times) };
    const { tokens: planned, calls } = await debate.plan(question);
    const real = calls.max * tokens * times;
    expect(planned.max).toBeGreaterThan(real);
    expect(planned.max - (await debate.plan(question.text)).tokens.max).toBeLessThan(1.4 * real);
    expect(planned.max).toBeLessThan(1.5 * real);
  });
});
