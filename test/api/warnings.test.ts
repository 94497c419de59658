import { z } from "zod";
import { describe, expect, test } from "vitest";
import {
  choice,
  Debate,
  json,
  memoryJournal,
  ModelError,
  type DebateConfig,
  type Debater,
  type DebateResult,
  type ModelFunction,
} from "../../packages/rostrum/src/index.ts";
import { fold } from "../../packages/core/src/record/recorder.ts";
import { listDegradations } from "../../packages/core/src/record/degradations.ts";
import { inSection } from "../support/panel.ts";

const says =
  (answer: string): ModelFunction =>
  () =>
    `Answer: ${answer}`;

const breaks: ModelFunction = () => {
  throw new ModelError("the model is on fire", { status: 500 });
};

const run = (config: Partial<DebateConfig>): Promise<DebateResult> =>
  new Debate({
    debaters: [says("Paris"), says("Paris"), says("Paris")],
    answer: "exact",
    rounds: 0,
    limits: { retries: 0 },
    ...config,
  }).run("Capital?");

const City = z.object({ city: z.string(), people: z.number() });
const city: ModelFunction = () => '{"city":"Paris","people":2}';
const words: ModelFunction = () => '{"city":"Paris","people":"two"}';

describe("a degraded result says why, one sentence for each cause", () => {
  test.each<[string, Partial<DebateConfig>, string]>([
    [
      "a member failed",
      { debaters: [says("Paris"), says("Paris"), breaks] },
      "debater_2 failed in the first round: the model is on fire",
    ],
    [
      "two members failed in the same way",
      { debaters: [says("Paris"), says("Paris"), breaks, breaks] },
      "debater_2 and debater_3 failed in the first round: the model is on fire",
    ],
    [
      "a reply can't be read",
      { debaters: [says("1"), says("1"), says("many")], answer: "number" as never },
      'debater_2 did not vote in the first round: the reply could not be read: expected a number; got "many".',
    ],
    [
      "a reply gives a reason after the option",
      {
        debaters: [says("ship"), says("ship"), says("Answer: ship, because tests are green")],
        answer: choice(["ship", "wait"]),
      },
      'could not be read: expected one of ship, wait; got "ship, because tests are green".',
    ],
    [
      "a reply doesn't fit the schema",
      { debaters: [city, city, words], answer: json(City) as never },
      "could not be read: expected JSON that fits the schema " +
        "(people: Invalid input: expected number, received string).",
    ],
    [
      "a decision function names nobody",
      { decide: () => "nobody" },
      "The configured rule could not decide, so majority did.",
    ],
    [
      "a verifier returns a boolean",
      { verify: (() => true) as never },
      '"Paris" was not checked: expected "ok", "refuted" or "unknown", got a boolean.',
    ],
    [
      "a judge that leaves out its reasons still decides",
      {
        debaters: [says("Paris"), says("Paris"), says("Lyon")],
        judge: says("Lyon"),
        decide: { type: "judged", structured: true },
      },
      "The judge's verdict came without the reasons and citations that `structured` asks for.",
    ],
    [
      "a judge that says nothing",
      {
        debaters: [says("Paris"), says("Paris"), says("Lyon")],
        judge: () => "",
        decide: { type: "judged" },
      },
      "The judge did not decide: ",
    ],
  ])("%s", async (_, config, sentence) => {
    const { integrity, warnings } = await run(config);
    expect(integrity.degraded).toBe(true);
    expect(warnings.join("\n")).toContain(sentence);
  });

  test("a degraded run that is read back has the same warnings", async () => {
    const journal = memoryJournal();
    const { id, integrity, rounds, warnings } = await run({
      debaters: [says("Paris"), says("Paris"), breaks],
      journal,
    });
    const sentences = listDegradations(integrity, rounds);
    expect(sentences).toHaveLength(1);
    expect(warnings).toEqual(expect.arrayContaining(sentences));
    const stored = fold((await journal.read(id))?.events ?? []).result;
    expect(stored.warnings).toEqual(warnings);
    await journal.close();
  });
});

describe("what a retry healed is reported, and degrades nothing", () => {
  /** Fails in its own way at first, and then answers. */
  const healing = (fail: (signal: AbortSignal) => Promise<never>): ModelFunction => {
    let tries = 0;
    return async ({ signal }) => (tries++ === 0 ? fail(signal) : "Answer: Paris");
  };
  const hangs = (signal: AbortSignal): Promise<never> =>
    new Promise((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason as Error)),
    );

  test.each<[string, ModelFunction, string[]]>([
    [
      "a timeout",
      healing(hangs),
      [
        "A call to debater_0 timed out and was made again: the provider may bill that too. " +
          "If its model needs longer, raise limits.timeoutMs.",
      ],
    ],
    [
      "a call that broke off",
      healing(() => Promise.reject(new Error("socket hang up"))),
      ["A call to debater_0 broke off and was made again: the provider may bill that too."],
    ],
    [
      "a gateway that gave up waiting",
      healing(() => Promise.reject(new ModelError("late", { status: 504, retryAfterMs: 0 }))),
      ["A call to debater_0 broke off and was made again: the provider may bill that too."],
    ],
    [
      "a refusal, which no provider bills",
      healing(() => Promise.reject(new ModelError("busy", { status: 503, retryAfterMs: 0 }))),
      [],
    ],
  ])("%s", async (_, model, expected) => {
    const { integrity, warnings } = await run({
      debaters: [model, says("Paris")],
      limits: { retries: 1, timeoutMs: 50 },
    });
    expect(integrity.degraded).toBe(false);
    expect(warnings).toEqual(expected);
  });

  test("a reply of the fallback model", async () => {
    const standIn = says("Paris");
    const { integrity, warnings } = await run({
      debaters: [{ name: "ada", model: breaks, fallback: standIn }, says("Paris")],
    });
    expect(integrity.degraded).toBe(false);
    expect(warnings.join()).toContain("replied for ada, because its own model failed");
  });

  test("a call that broke off before the fallback replied was not made again", async () => {
    const drops = (): never => {
      throw new Error("socket hang up");
    };
    const { warnings } = await run({
      debaters: [{ name: "ada", model: drops, fallback: says("Paris") }, says("Paris")],
      limits: { retries: 0 },
    });
    expect(warnings).toContain("A call to ada broke off: the provider may bill that too.");
    expect(warnings.join()).not.toContain("made again");
  });

  test("a fallback that replied in several rounds is named once", async () => {
    const { warnings } = await run({
      debaters: [{ name: "ada", model: breaks, fallback: says("Paris") }, says("Lyon")],
      rounds: 2,
      stop: "never",
    });
    expect(warnings.filter((warning) => warning.includes("replied for ada"))).toHaveLength(1);
  });

  const split = { debaters: [says("Paris"), says("Lyon")] };

  test.each<[string, (model: Debater) => Partial<DebateConfig>]>([
    ["the judge", (judge) => ({ ...split, judge })],
    ["the router", (first) => ({ debaters: [first, says("Lyon")], route: { type: "confident" } })],
  ])("a fallback that stood in for %s", async (name, config) => {
    const fallback = says("Paris\nConfidence: 0.99");
    const { integrity, warnings } = await run(config({ model: breaks, fallback }));
    expect(integrity.degraded).toBe(false);
    expect(warnings.join()).toContain(`replied for ${name}, because its own model failed.`);
  });

  test.each<[string, (model: ModelFunction) => Partial<DebateConfig>, string]>([
    ["the judge", (judge) => ({ ...split, judge }), "Answer: Paris"],
    [
      "the router",
      (model) => ({ route: { type: "confident", model } }),
      "Answer: Paris\nConfidence: 0.99",
    ],
    [
      "the model that compares answers",
      (compare) => ({
        debaters: [says("Go to Paris"), says("Take the train to Paris")],
        answer: "text",
        compare,
      }),
      '{"groups": [{"items": [1, 2]}]}',
    ],
  ])("a reply of %s that was complete at twice the limit", async (name, config, text) => {
    let tries = 0;
    const cutOff: ModelFunction = () =>
      tries++ === 0 ? { text: "cut", finishReason: "length" } : text;
    const { integrity, warnings } = await run({ ...config(cutOff), limits: { retries: 1 } });
    expect(integrity.degraded).toBe(false);
    expect(warnings.join()).toContain(
      `A reply of ${name} was cut off, and was complete when it was asked again with 4096 tokens.`,
    );
  });
});

describe("a reply that doesn't fit its schema", () => {
  test("names the field to the model that is asked again, and to the user", async () => {
    const asked: string[] = [];
    const guesses: ModelFunction = ({ messages }) => {
      asked.push(messages.at(-1)?.content ?? "");
      return asked.length === 1 ? '{"city":"Paris","people":"two"}' : '{"city":"Paris"}';
    };
    const { rounds } = await run({
      debaters: [guesses, city],
      answer: json(City) as never,
      limits: { clarify: 1 },
    });
    expect(asked[1]).toContain("(people: Invalid input: expected number, received string)");
    const [position] = rounds[0]?.positions ?? [];
    expect(position?.status).toBe("unread");
    expect(position?.error).toContain("expected JSON that fits the schema (people: Invalid input");
  });

  test.each([
    'Here: {"city":"Paris","people":2}',
    '{"city":"Paris","people":2}\n{"city":"Lyon","people":3}',
  ])("isn't what is wrong where the object is not alone: %s", async (reply) => {
    const { rounds } = await run({ debaters: [() => reply, city], answer: json(City) as never });
    expect(rounds[0]?.positions[0]?.error).toBe(
      "expected JSON that fits the schema " +
        "(there must be one JSON object, as the whole reply, a fence or whole lines)",
    );
  });

  test("names it when nobody's reply fits", async () => {
    await expect(run({ debaters: [words, words], answer: json(City) as never })).rejects.toThrow(
      "people: Invalid input: expected number, received string",
    );
  });
});

describe("an escalated result says why a person should look", () => {
  const divided = [says("Paris"), says("Lyon"), says("Nice"), says("Paris"), says("Lille")];
  test.each<[string, Partial<DebateConfig>, string]>([
    ["few agree", { debaters: divided }, "A person should review this: only 40% agree."],
    [
      "few agree with the judge",
      { debaters: divided, judge: says("Lyon"), decide: { type: "judged" } },
      "A person should review this: only 20% agree.",
    ],
    ["a tie", { debaters: [says("Paris"), says("Lyon")] }, "The vote is tied, 1 of 2 members each"],
    [
      "a checker refuted all answers",
      { verify: { check: () => "refuted", veto: true } },
      "A person should review this: a check refuted every answer.",
    ],
    [
      "a tie that a judge broke with an answer of its own",
      {
        debaters: [says("Go to Paris"), says("Take the train to Lyon")],
        answer: "text",
        compare: "rules",
        judge: says("Stay at home this year"),
      },
      "A person should review this: the vote is tied.",
    ],
    [
      "most are unread, and nobody knows who agrees with the judge",
      {
        debaters: [() => "", says("Take the train to Lyon"), () => ""],
        answer: "text",
        compare: "rules",
        limits: { retries: 0, quorum: 1 },
        judge: says("Stay at home this year"),
      },
      "A person should review this: most replies could not be read.",
    ],
  ])("%s", async (_, config, sentence) => {
    const { escalateToHuman, warnings } = await run(config);
    expect(escalateToHuman).toBe(true);
    expect(warnings.filter((warning) => warning.startsWith(sentence))).toHaveLength(1);
  });

  test("a result that all members agree on has no warning", async () => {
    expect((await run({})).warnings).toEqual([]);
  });
});

describe("an answer section that can't be read", () => {
  const open: ModelFunction = (request) => inSection(request, "Paris").split("\n", 2).join("\n");
  const twice: ModelFunction = (request) =>
    `${inSection(request, "Paris")}\nor\n${inSection(request, "Lyon")}`;

  test.each([
    ["auto", open, "its answer section has no end line"],
    ["number", open, "its answer section has no end line"],
    ["auto", twice, "it has answer sections with different answers"],
    ["number", twice, "it has answer sections with different answers"],
  ] as const)("%s: says what is wrong with it", async (answer, model, problem) => {
    const { rounds } = await run({ debaters: [model, says("4")], answer: answer as never });
    expect(rounds[0]?.positions[0]?.error).toMatch(`(${problem})`);
  });
});
