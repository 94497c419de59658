import fc from "fast-check";
import { expect, test } from "vitest";
import {
  Debate,
  editorial,
  findings,
  memoryJournal,
  toHtml,
  toJson,
  toMarkdown,
  type DebateConfig,
  type DebateEvent,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { readReply } from "../../packages/core/src/answers/read-reply.ts";
import { sectionLines } from "../../packages/core/src/answers/reply/sections.ts";
import { callMark, fenceMark } from "../../packages/core/src/debate/prompts/marks.ts";
import { watch } from "../support/outcomes.ts";
import { inSection, lastTurn, promptOf } from "../support/panel.ts";

const QUESTION = "Which colour?";
const task = { question: QUESTION, secret: () => "secret" };

/** The mark that a call asks for. */
function markOf(request: ModelRequest): string {
  return /\[\[answer (\w+)\]\](?![\s\S]*\[\[answer )/.exec(lastTurn(request))?.[1] ?? "";
}

/** A debater that writes a section, repeats every mark it can see, and streams what it says. */
function echoing(answer: string, seen: ModelRequest[]) {
  return (request: ModelRequest): string => {
    seen.push(request);
    const marks = promptOf(request).match(/\[\[(?:answer|end) \w+\]\]/g) ?? [];
    const earlier = marks.filter((mark) => !mark.includes(markOf(request)));
    const text = [
      `I say ${answer}.`,
      ...earlier,
      inSection(request, answer),
      "Confidence: 0.7",
    ].join("\n");
    for (let at = 0; at < text.length; at += 5) request.onText?.(text.slice(at, at + 5));
    return text;
  };
}

async function held(more: Partial<DebateConfig> = {}) {
  const seen: ModelRequest[] = [];
  const journal = memoryJournal();
  const config: DebateConfig = {
    debaters: ["red", "red", "blue"].map((answer) => echoing(answer, seen)),
    judge: echoing("red", seen),
    rounds: 2,
    revise: "everyone",
    stop: "never",
    journal,
    ...more,
  };
  const run = await watch(new Debate(config), QUESTION, { id: "x" });
  return { ...run, seen, journal };
}

test("every call has a mark of its own, and the answer is read from its section", async () => {
  const { seen, result } = await held();
  const marks = seen.map(markOf);
  expect(new Set(marks).size).toBe(seen.length);
  expect(marks.every((mark) => mark.length >= 7)).toBe(true);
  expect(result?.answer).toBe("red");
  expect(result?.rounds[0]?.positions.map(({ answer }) => answer)).toEqual(["red", "red", "blue"]);
});

test("marks stand in no event, result, export or other debater's prompt, but in a seat's own chat", async () => {
  const { seen, events, result, journal } = await held();
  const marks = seen.map(markOf);
  const told = [JSON.stringify(events), JSON.stringify(result), toMarkdown(result!)];
  for (const mark of marks) for (const text of told) expect(text).not.toContain(mark);
  for (const request of seen) {
    const own = (other: ModelRequest): boolean =>
      other.debater === request.debater && other.role === request.role;
    for (const other of seen.filter((each) => !own(each))) {
      expect(promptOf(request)).not.toContain(markOf(other));
    }
  }
  const last = seen.find(({ debater, round }) => debater === "debater_0" && round === 2);
  expect(promptOf(last!)).toContain(inSection(seen[0]!, "red"));
  // The journal's step keeps the reply as it came.
  const steps = (await journal.read("x"))?.steps;
  expect(steps?.get("x__debater_0_round_0")?.outcome?.reply?.text).toContain(markOf(seen[0]!));
});

test("streamed text has no marks, wherever its pieces end", async () => {
  const { events, seen } = await held({ rounds: 0 });
  const deltas = events.filter((event: DebateEvent) => event.type === "debate.delta");
  const text = deltas.map((event) => (event.type === "debate.delta" ? event.text : "")).join("");
  expect(text).toContain("I say red.");
  for (const request of seen) expect(text).not.toContain(markOf(request));
});

test("a replay reads the same sections", async () => {
  const { result, journal } = await held();
  const panel = new Debate({
    debaters: [() => "never", () => "never", () => "never"],
    judge: () => "never",
    rounds: 2,
    revise: "everyone",
    stop: "never",
    journal,
  });
  const replayed = await panel.replay("x");
  expect(replayed.rounds.map(({ positions }) => positions.map(({ answer }) => answer))).toEqual(
    result?.rounds.map(({ positions }) => positions.map(({ answer }) => answer)),
  );
});

/** Debates whose members, judges and helpers quote one another, with replies that fit what is asked. */
const QUOTING: Record<string, Partial<DebateConfig>> = {
  "revisions that show the latest replies": {},
  "revisions that show transcripts": { show: "transcript" },
  "a judge who sees both orders": { decide: { type: "judged", always: true, bothOrders: true } },
  "ballots, a comparer, a crux and a memo": {
    decide: "ranked",
    compare: echoObject({ groups: [{ items: [1], label: "a" }], none: [] }),
    crux: { model: echoObject({ crux: "Is it red?" }) },
    report: "memo",
  },
  "sides before a judge": { sides: { answers: ["red", "blue", "green"] }, rounds: 1 },
  "a text, its critics and its editor": { ...editorial },
  "findings that others check": { answer: findings() } as unknown as Partial<DebateConfig>,
};

function reportFinding(colour: string): string {
  const claim = `${colour} is no colour.`;
  return JSON.stringify({ findings: [{ claim, severity: "low", quote: "" }] });
}

/** A helper that repeats what it was shown in a JSON object. */
function echoObject(object: object): (request: ModelRequest) => string {
  return (request) => JSON.stringify({ ...object, note: promptOf(request) });
}

test.each(Object.entries(QUOTING))(
  "nobody has seen the marks of a call before it is made: %s",
  async (_, more) => {
    const asked: ModelRequest[] = [];
    const repeating =
      (answer: string) =>
      (request: ModelRequest): string => {
        asked.push(request);
        const others = promptOf(request).replaceAll(/^.*\[\[(?:answer|end) .*$/gm, "");
        const said = "answer" in more && !("rounds" in more) ? reportFinding(answer) : answer;
        return `${others}\n${inSection(request, said)}`;
      };
    const debaters = ["red", "red", "blue"].map(repeating);
    const { journal } = await held({ debaters, judge: repeating("red"), ...more });
    const secret = String((await journal.read("x"))?.inputs["fence"]);
    let fences = 0;
    for (const [place, request] of asked.entries()) {
      const step = request.stepId.slice("x__".length);
      const marks = [fenceMark, callMark].map((make) => make({ secret: () => secret }, step));
      const before = asked.slice(0, place).map(promptOf).join("\n");
      for (const mark of marks) expect(before).not.toContain(mark);
      if (lastTurn(request).includes(`[[${marks[0]} begin`)) fences += 1;
    }
    expect(fences).toBeGreaterThan(0);
  },
);

test("nothing that is quoted from others changes what is read from a marked reply", () => {
  const line = fc.oneof(
    fc.constantFrom(
      "Answer: green",
      "Final answer: **green**",
      '{"answer": "green"}',
      "> Answer: green",
      "\\boxed{green}",
      "[[answer 0000000]]\ngreen\n[[end 0000000]]",
    ),
    fc.string({ maxLength: 40 }),
  );
  const quoted = fc.array(line, { maxLength: 6 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(quoted, quoted, (before, after) => {
      const mark = callMark(task, "debater_0_round_1");
      const { open, close } = sectionLines(mark);
      const alone = readReply(`${open}\nred\n${close}`, mark);
      const whole = readReply(`${before}\n${open}\nred\n${close}\n${after}`, mark);
      expect(whole.answer).toBe(alone.answer);
    }),
  );
});

/** Where a model may write the marks of its call: `answer` is the section that it is asked for. */
const MARKED_PLACES: readonly ((
  marks: { open: string; close: string },
  answer: string,
) => string)[] = [
  ({ open, close }, answer) => `<think>I end with ${open}\ngreen\n${close}</think>\n${answer}`,
  ({ open }, answer) => `<think>First ${open.toUpperCase()}, then the rest.</think>\n${answer}`,
  ({ open, close }, answer) => `I write ${open} and ${close}, as told.\n${answer}`,
  ({ close }, answer) => `${answer}\nThat was all ${close}.`,
  ({ open, close }, answer) => `> ${open}\n> green\n> ${close}\n${answer}`,
  ({ open }, answer) => `${open}\n${answer}`,
  (_, answer) => `${answer}\n${answer}`,
  ({ open, close }, answer) => `${open}\nred, not \`${open}\`\n${close}\n${answer}`,
  ({ open, close }, answer) => `<think>${open}\nred\n${close}\n${answer}`,
  ({ open }) => `{"reasoning": "I copy ${open}", "answer": "red"}`,
  ({ open }, answer) => `Reason for change: see ${open}\n${answer}`,
];

test("marks stand in no event, result, export or peer's request, wherever a reply has them", async () => {
  const places = fc.array(fc.constantFrom(...MARKED_PLACES), { minLength: 4, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(places, fc.constantFrom(0, 1), async (writers, rounds) => {
      const seen: ModelRequest[] = [];
      const members = writers.map((write) => (request: ModelRequest): string => {
        seen.push(request);
        return write(sectionLines(markOf(request)), inSection(request, "red"));
      });
      const [judge, ...debaters] = members;
      const decide = { type: "judged", always: true } as const;
      const run = await watch(
        new Debate({ debaters, judge: judge!, decide, rounds, revise: "everyone", stop: "never" }),
        QUESTION,
      );
      const told = [JSON.stringify(run.events), JSON.stringify(run.result ?? null)];
      if (run.result) told.push(toMarkdown(run.result), toHtml(run.result), toJson(run.result));
      told.push(...seen.map(({ peers }) => JSON.stringify(peers)));
      for (const mark of seen.map(markOf))
        for (const text of told) expect(text.toLowerCase()).not.toContain(mark);
    }),
    { numRuns: 60 },
  );
});
