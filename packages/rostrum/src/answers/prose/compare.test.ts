import { textReader } from "../kinds/text.ts";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { compareProse } from "./compare.ts";
import { questionOf } from "./question.ts";
import { readProse } from "./read-prose.ts";
import { understandProse } from "./understand-prose.ts";
import type { ProseAnswer } from "./understand-prose.ts";

function verdict(
  question: string,
  a: string,
  b: string,
  point: "settled" | "likelier" = "settled",
): string {
  const asked = questionOf(question);
  const [one, other] = [readProse(asked, a), readProse(asked, b)];
  if (one === null || other === null) return "unread";
  return compareProse(asked, one, other)[point];
}

describe("F1: quantities with units", () => {
  const long = "How long does the migration take?";
  it.each([
    ["15 minutes", "15 days"],
    ["15 minutes", "15 seconds"],
    ["It takes 15 minutes.", "It takes about 15 days."],
    ["90 minutes", "2 hours"],
    ["fifteen minutes", "fifty minutes"],
  ])("%s is not %s", (a, b) => {
    expect(verdict(long, a, b)).toBe("different");
    expect(verdict(long, a, b, "likelier")).toBe("different");
  });
  it.each([
    ["90 minutes", "1.5 hours"],
    ["15 minutes", "fifteen minutes"],
    ["15 minutes", "15"],
    ["15", "15 days"],
    ["The migration takes 15 minutes.", "15 min"],
    ["one and a half hours", "1.5 hours"],
    ["half an hour", "30 minutes"],
    ["2 weeks", "14 days"],
  ])("%s is %s", (a, b) => {
    expect(verdict(long, a, b)).toBe("same");
  });
  it.each([
    ["How much does it cost?", "$5 million", "€5 million"],
    ["How much does it cost?", "$5", "£5"],
    ["How far is it?", "5 km", "5 miles"],
    ["How far is it?", "5 kilometres", "8 kilometres"],
    ["How fast is it?", "60 mph", "60 km/h"],
    ["How hot is it?", "20 °C", "20 °F"],
    ["How much memory does it need?", "16 GB", "16 MB"],
    ["What share is it?", "12 %", "12 million"],
    ["How many people live there?", "3.5 million", "3.5 billion"],
    ["How tall is he?", "5 feet 6 inches", "5 feet 7 inches"],
  ])("%s %s is not %s", (question, a, b) => {
    expect(verdict(question, a, b)).toBe("different");
  });
  it.each([
    ["How much does it cost?", "$5 million", "5,000,000 dollars"],
    ["How much does it cost?", "$2.5M", "2.5 million dollars"],
    ["How far is it?", "5 miles", "8 km"],
    ["How hot is it?", "100 °C", "212 degrees Fahrenheit"],
    ["How heavy is it?", "2 kg", "2,000 grams"],
    ["What share is it?", "90%", "90 percent"],
    ["How many people live there?", "3.5 million", "3,500,000 people"],
    ["How tall is he?", "6 ft 2 in", "6 feet 2 inches"],
  ])("%s %s is %s", (question, a, b) => {
    expect(verdict(question, a, b)).toBe("same");
  });
});

describe("F1: units of every kind", () => {
  it.each([
    ["100 square feet", "100 square meters"],
    ["2 light years", "2 parsecs"],
    ["3 kWh", "3 MWh"],
    ["5 mg", "5 mcg"],
    ["5 mg", "5 µg"],
    ["5 mg/kg", "5 mg"],
    ["5 mg per day", "5 mg per week"],
    ["5 mg daily", "5 mg weekly"],
    ["120 mmHg", "120 kPa"],
    ["10 Mbit/s", "10 MB/s"],
    ["5 m/s", "5 m/s²"],
    ["5 nautical miles", "5 miles"],
    ["2 tablets a day", "2 tablets a week"],
    ["3 times per month", "3 times per year"],
    ["$5 per month", "$5 per year"],
    ["$5 per user", "$5 per server"],
    ["5 basis points", "5 percent"],
    ["3-4 %", "3-4 km"],
    ["5-10 km", "5-10 miles"],
    ["1500 liters", "1500 gallons"],
    ["one second", "one minute"],
  ])("%s is not %s", (a, b) => {
    expect(verdict("What is it?", a, b)).toBe("different");
  });
  it.each([
    ["9.8 m/s^2", "9.8 meters per second squared"],
    ["36 km/h", "10 m/s"],
    ["60 mph", "60 miles an hour"],
    ["$5 per month", "$60 a year"],
    ["$5 per month", "$5"],
    ["5 mg daily", "5 mg"],
    ["2 tablets a day", "14 tablets per week"],
    ["50 cents", "$0.50"],
    ["1 m³", "1000 liters"],
    ["100 sq. ft.", "100 square feet"],
    ["60 bpm", "60 beats per minute"],
    ["5 kilowatt-hours", "5 kWh"],
    ["five µg", "5 micrograms"],
    ["50 basis points", "0.5 %"],
    ["$5-10", "$5 to $10"],
    ["one second", "1000 ms"],
    ["1.5 TB", "1500 GB"],
  ])("%s is %s", (a, b) => {
    expect(verdict("What is it?", a, b)).toBe("same");
  });
  it("tells capitals apart if they distinguish units", () => {
    expect(verdict("What is it?", "5 mW", "5,000,000 W")).toBe("different");
    expect(verdict("What is it?", "5 MW", "5,000,000 W")).toBe("same");
  });
});

describe("F1: yes and no, denials and conditions", () => {
  it.each([
    [
      "Should we launch today?",
      "Yes, launch today",
      "Yes, but only after the data-loss bug is fixed",
    ],
    ["Should we launch today?", "Yes.", "No."],
    ["Should we launch today?", "We should launch today.", "We should not launch today."],
    ["Should we launch today?", "Yes. Nothing is open.", "Yes. But only after the bug is fixed."],
    ["Should we launch today?", "Yes", "Yes, provided that the tests pass."],
    ["Is the clause enforceable?", "The clause is enforceable.", "The clause is not enforceable."],
    ["Is the clause enforceable?", "It is enforceable.", "It is unenforceable."],
    [
      "What can be said of the clause?",
      "The clause is enforceable.",
      "The clause isn't enforceable.",
    ],
    ["What happens to prices?", "Prices increase.", "Prices decrease."],
    [
      "What should we do about the index?",
      "Add a B-tree index.",
      "Add a B-tree index only if the table grows.",
    ],
  ])("%s %s is not %s", (question, a, b) => {
    expect(verdict(question, a, b)).toBe("different");
    expect(verdict(question, a, b, "likelier")).toBe("different");
  });
  it.each([
    ["Should we launch today?", "Yes, launch today", "Absolutely, everything is ready."],
    ["Is the clause enforceable?", "No.", "The clause is not enforceable."],
    ["Can penguins fly?", "No, penguins can't fly.", "Penguins cannot fly."],
  ])("%s %s is %s", (question, a, b) => {
    expect(verdict(question, a, b)).toBe("same");
  });
});

describe("one word exchanged in a long sentence", () => {
  const of = (words: string): string =>
    `After long and careful thought about all sides of the matter we found that ${words} in the end`;
  it.each([
    ["the clause is enforceable", "the clause is not enforceable"],
    ["option A is the right one", "option B is the right one"],
    ["costs increase", "costs decrease"],
    ["it takes 42 days", "it takes 43 days"],
    ["the office moves to Lyon", "the office moves to Paris"],
    ["the team keeps 2 cats and 3 dogs", "the team keeps 3 cats and 2 dogs"],
  ])("%s is not %s", (a, b) => {
    expect(verdict("What did you find?", of(a), of(b), "likelier")).toBe("different");
  });
  it.each([
    ["x > 5", "x < 5"],
    ["Vitamin C", "Vitamin D"],
  ])("%s is not %s", (a, b) => {
    expect(verdict("Which?", a, b, "likelier")).toBe("different");
  });
  it("a name is the same with another year next to it", () => {
    const who = "Who invented the method of taking notes?";
    const [one, other] = ["in the 1940s", "in the 1950s"].map(
      (when) =>
        `The method of taking notes was invented by Walter Pauk, a professor at Cornell, ${when}.`,
    ) as [string, string];
    expect(verdict(who, one, other)).not.toBe("different");
  });
  it("a title denies nothing", () => {
    const play = "Which comedy is set in Messina?";
    expect(
      verdict(play, "Much Ado About Nothing", 'It is "Much Ado About Nothing".', "likelier"),
    ).toBe("same");
  });
});

describe("dates in many spellings", () => {
  const when = "When was the declaration signed?";
  it.each([
    ["4 July 1776", "July 4, 1776"],
    ["July 4th, 1776", "the 4th of July 1776"],
    ["1776-07-04", "July 4, 1776"],
    ["It was signed on July 4, 1776.", "4 July 1776"],
  ])("%s is %s", (a, b) => {
    expect(verdict(when, a, b)).toBe("same");
  });
  it.each([
    ["July 4, 1776", "July 4, 1778"],
    ["July 4, 1776", "July 2, 1776"],
    ["1776", "1778"],
    ["in the 1970s", "1982"],
    ["44 BC", "44 AD"],
  ])("%s is not %s", (a, b) => {
    expect(verdict(when, a, b)).toBe("different");
  });
  it("a year and a day of it don't contradict each other", () => {
    expect(verdict(when, "1776", "July 4, 1776")).not.toBe("different");
  });
});

describe("times of the day", () => {
  const when = "When does it open?";
  it("are compared by the clock", () => {
    expect(verdict(when, "At 7:30 pm", "19:30")).toBe("same");
    expect(verdict(when, "7:30", "7:30 a.m.")).toBe("same");
    expect(verdict(when, "7 p.m.", "7 a.m.")).toBe("different");
    expect(verdict(when, "7:30 pm", "7:45 pm")).toBe("different");
  });
});

describe("alternatives of the question", () => {
  const which = "Should we use PostgreSQL or MongoDB for the event store?";
  it("additions don't matter, what is turned down doesn't count", () => {
    expect(verdict(which, "PostgreSQL", "PostgreSQL, with JSONB")).toBe("same");
    expect(verdict(which, "Postgres.", "I would take PostgreSQL over MongoDB.")).toBe("same");
    expect(verdict(which, "PostgreSQL, with JSONB", "MongoDB")).toBe("different");
    expect(verdict(which, "PostgreSQL", "PostgreSQL, but only if the team knows SQL")).toBe(
      "different",
    );
  });
});

describe("names and words", () => {
  it.each([
    [
      "Who discovered penicillin?",
      "Alexander Fleming",
      "Penicillin was discovered by Alexander Fleming.",
    ],
    [
      "Whom did Joe Louis beat in 1937?",
      "Joe Louis beat James Braddock.",
      "In 1937, Joe Louis beat James J. Braddock, who had held the title for two years.",
    ],
    [
      "What is the capital of Australia?",
      "Canberra",
      "The capital of Australia is Canberra, not Sydney.",
    ],
    ["日本の首都はどこですか？", "東京です。", "日本の首都は東京です。"],
    ["What is the population of Norway?", "5,425,270", "about 5.4 million people"],
    [
      "Which three countries are meant?",
      "France, Spain and Italy",
      "The three are Italy, Spain and France.",
    ],
  ])("rules alone: %s %s is %s", (question, a, b) => {
    expect(verdict(question, a, b, "likelier")).toBe("same");
  });
  it.each([
    [
      "Who discovered penicillin?",
      "Alexander Fleming",
      "Penicillin was discovered by Louis Pasteur.",
    ],
    [
      "What is the capital of Australia?",
      "The capital of Australia is Sydney.",
      "The capital of Australia is Canberra.",
    ],
    ["日本の首都はどこですか？", "東京です。", "京都です。"],
    ["Which three countries are meant?", "France, Spain and Italy", "France, Spain and Portugal"],
    ["Which river is the longest?", "The Nile", "The Amazon is the longest river."],
  ])("rules alone: %s %s is not %s", (question, a, b) => {
    expect(verdict(question, a, b, "likelier")).toBe("different");
  });
});

describe("properties", () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom(
      "The answer is ",
      "not ",
      "15 minutes ",
      "July 4, 1776 ",
      "Paris ",
      "(",
      ")",
      ". ",
      "\n",
      "$5 ",
      "Yes, ",
      "but only if ",
      "or ",
      "1,234.5 ",
      "°C ",
      "J. K. Rowling ",
      "1/0 ",
      "999999999999 trillion ",
    ),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

  test("reading and comparing never throw, depend on no order, and a reply is the same as itself", () => {
    fc.assert(
      fc.property(text, text, text, (question, a, b) => {
        const asked = questionOf(question);
        const [one, other] = [readProse(asked, a), readProse(asked, b)];
        for (const answer of [one, other])
          if (answer !== null)
            expect(compareProse(asked, answer, { ...answer })).toMatchObject({
              settled: "same",
              likelier: "same",
            });
        if (one === null || other === null) return;
        const there = compareProse(asked, one, other);
        expect(compareProse(asked, other, one)).toEqual(there);
        expect(there.probability).toBeGreaterThanOrEqual(0);
        expect(there.probability).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });

  test("the wording that is kept says all that was understood", () => {
    fc.assert(
      fc.property(text, text, (question, reply) => {
        const asked = questionOf(question);
        const answer = readProse(asked, reply);
        if (answer === null) return;
        expect(understandProse(asked, answer.wording)).toEqual(answer);
        expect(reply).toContain(answer.wording);
      }),
      { numRuns: 300 },
    );
  });

  test("the order in which replies are read makes no difference", () => {
    const replies = ["Paris is the capital.", "It is Lyon, in France.", "The capital is Paris"];
    const read = (order: readonly number[]): (ProseAnswer | null)[] => {
      const asked = questionOf("What is the capital?");
      const found: (ProseAnswer | null)[] = [];
      for (const i of order) found[i] = readProse(asked, replies[i] ?? "");
      return found;
    };
    expect(read([2, 0, 1])).toEqual(read([0, 1, 2]));
  });

  test("what is settled as the same or as different is so by rules alone too", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const asked = questionOf("Which city is it, and how long does it take?");
        const [one, other] = [readProse(asked, a), readProse(asked, b)];
        if (one === null || other === null) return;
        const { settled, likelier } = compareProse(asked, one, other);
        if (settled !== "open") expect(likelier).toBe(settled);
      }),
    );
  });

  test("hostile shapes take no more than their length asks for", () => {
    const asked = questionOf("Which city is it?");
    const shapes = [
      "(",
      "((a) ",
      ", which ",
      "1 ",
      ". ",
      "\n1. ",
      "not ",
      "A. ",
      " ",
      "“",
      "a".repeat(30),
      "Paris, Lyon, ",
      "$",
    ];
    const took = (count: number): number => {
      let least = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 3; run++) {
        const started = process.cpuUsage().user;
        for (const shape of shapes) {
          const answer = readProse(asked, shape.repeat(count));
          if (answer !== null) compareProse(asked, answer, { ...answer, key: "" });
        }
        least = Math.min(least, process.cpuUsage().user - started);
      }
      return least;
    };
    took(2_000);
    // What lies between head and tail of a long reply is not read: ten times the length may cost some more, not ten times.
    expect(took(40_000)).toBeLessThan(20 * Math.max(took(2_000), 5_000));
  });
});

describe("pairs that nobody had tried", () => {
  it.each<[question: string, a: string, b: string]>([
    [
      "Was ist die Hauptstadt von Frankreich?",
      "Die Hauptstadt ist Lyon.",
      "Die Hauptstadt ist Paris.",
    ],
    ["法国的首都是哪里?", "法国的首都是里昂。", "法国的首都是巴黎。"],
    ["ما هي عاصمة فرنسا؟", "عاصمة فرنسا هي ليون", "عاصمة فرنسا هي باريس"],
    ["How long should we keep audit logs?", "No longer than a year", "At least a year"],
    [
      "Who should approve the deploy?",
      "The on-call engineer",
      "Anyone except the on-call engineer",
    ],
    ["What budget should we plan?", "€1.2M", "$1.2M"],
    ["Which version?", "v2.10", "v2.1"],
    ["Is it safe to delete the column?", "Yes, once nobody reads it.", "Yes."],
    ["Which cloud region?", "eu-west-1", "eu-west-2"],
    ["Which worker and attempt failed?", "worker_0 0", "worker_1 0"],
    ["Do we need a lawyer?", "Not necessarily", "Definitely not"],
  ])("%s: %j is not %j", (question, a, b) => {
    const reader = textReader(undefined, question);
    expect([reader.settle?.(a, b) === "same", reader.same(a, b)]).toEqual([false, false]);
  });

  it.each<[question: string, a: string, b: string]>([
    ["Was ist die Hauptstadt von Frankreich?", "Paris", "Die Hauptstadt von Frankreich ist Paris."],
    ["法国的首都是哪里?", "巴黎", "法国的首都是巴黎。"],
    ["ما هي عاصمة فرنسا؟", "باريس", "عاصمة فرنسا هي باريس."],
    ["How long should we keep audit logs?", "Between five and seven years", "5-7 years"],
    ["How long should we keep audit logs?", "84 months", "seven years"],
    ["What budget should we plan?", "1.200.000 €", "€1.2 million"],
    ["What temperature should the room have?", "20 °C", "68 °F"],
    ["When is the release?", "2025-05-03", "May 3rd, 2025"],
    ["What should we do first?", "Roll back the release", "Roll the release back"],
    ["What share of users churned?", "3 %", "three percent"],
  ])("%s: %j is %j", (question, a, b) => {
    expect(textReader(undefined, question).same(a, b)).toBe(true);
  });

  it("an exception that leaves one is not a denial of it", () => {
    const { settle } = textReader(undefined, "Who should approve the deploy?");
    expect(settle?.("The on-call engineer", "Nobody but the on-call engineer")).not.toBe(
      "different",
    );
  });
});
