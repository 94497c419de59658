/** Open questions: replies in prose, compared by a model (here: a script) where rules are not certain. */
import assert from "node:assert/strict";
import { debate, type ModelFunction } from "rostrum";

/** A question with three replies, and the position that a person would say each of them takes. */
interface Case {
  question: string;
  replies: readonly (readonly [position: string, text: string])[];
}

const cases: readonly Case[] = [
  {
    question: "Which database should a small team pick for a new ordering service?",
    replies: [
      [
        "postgres",
        "I'd go with PostgreSQL. It is boring in the best sense, and everybody knows it.",
      ],
      ["postgres", "Postgres is the safe choice here, since orders need transactions."],
      ["postgres", "Pick PostgreSQL; with JSONB you can store the odd document as well."],
    ],
  },
  {
    question: "What should we do about the flaky end-to-end tests?",
    replies: [
      [
        "quarantine",
        "Quarantine them, assign an owner to each, and fix or delete within two weeks.",
      ],
      [
        "quarantine",
        "Move the unstable ones into a separate job that doesn't block merges, then repair them.",
      ],
      ["delete", "Delete them all and rely on unit tests."],
    ],
  },
  {
    question: "How should we handle a customer who refuses to pay the last invoice?",
    replies: [
      ["talk", "Call them first and find out what went wrong before any legal step."],
      ["talk", "Start with a personal conversation; most unpaid invoices hide a complaint."],
      ["collect", "Hand the claim to a collection agency right away."],
    ],
  },
  {
    question: "How can we cut the time that code review takes?",
    replies: [
      ["small", "Make pull requests smaller: nothing over 200 lines."],
      ["small", "Keep every change tiny, so that a reviewer needs ten minutes and not two hours."],
      ["small", "Split the work into little pieces; size is what makes reviews slow."],
    ],
  },
  {
    question: "What is the best way to onboard a new engineer in the first week?",
    replies: [
      [
        "ship",
        "Have them ship a small fix to production by Wednesday, with a buddy at their side.",
      ],
      ["ship", "Pair them with somebody and get a first change live within days."],
      ["read", "Give them the documentation to read, and no tasks until week two."],
    ],
  },
  {
    question: "How should the company respond to the data leak?",
    replies: [
      ["tell", "Inform everybody affected today and publish what is known."],
      ["tell", "Be open about it at once: write to the customers before the press does."],
      ["wait", "Say nothing until the investigation is complete."],
    ],
  },
  {
    question: "What should replace our weekly status meeting?",
    replies: [
      ["written", "A short written update in a shared document every Friday."],
      ["written", "Replace it by an asynchronous post that each team writes."],
      ["nothing", "Nothing. Cancel it without a substitute."],
    ],
  },
  {
    question: "How do we stop running out of disk space on the build machines?",
    replies: [
      ["clean", "Remove old artifacts with a nightly job."],
      ["clean", "Set a retention policy that expires build outputs automatically."],
      ["grow", "Attach larger volumes; storage is cheaper than the time of engineers."],
    ],
  },
  {
    question: "What should a founder do first after losing the biggest client?",
    replies: [
      ["cash", "Work out how many months of money are left."],
      ["cash", "Look at the runway before anything else."],
      ["cash", "First of all, recalculate the cash flow and see how long it lasts."],
    ],
  },
  {
    question: "When should we migrate the monolith to services?",
    replies: [
      ["later", "Only after the modules inside it have clean borders."],
      ["never", "Never: it serves the load well, and services would only add failures."],
      ["now", "Start right away with the billing part."],
    ],
  },
];

for (const { question, replies } of cases) {
  const positionOf = (item: string): string =>
    replies.find(([, text]) => text.includes(item))?.[0] ?? item;
  /** In your own code this is a model's id, or nothing at all: `auto` finds one. */
  const comparer: ModelFunction = ({ items = [] }) => {
    const groups = Map.groupBy(items.keys(), (place) => positionOf(items[place] ?? ""));
    return JSON.stringify({
      groups: [...groups].map(([label, places]) => ({
        items: places.map((place) => place + 1),
        label,
      })),
    });
  };
  const result = await debate(question, {
    debaters: replies.map(
      ([, text]) =>
        () =>
          text,
    ),
    compare: comparer,
    rounds: 0,
  });

  const positions = result.rounds[0]?.positions ?? [];
  const together = positions.map(({ cluster }) =>
    positions.findIndex((p) => p.cluster === cluster),
  );
  const expected = replies.map(([label]) => replies.findIndex(([other]) => other === label));
  const { asked, failed } = result.integrity.compared;
  console.log(`${question}\n  ${result.answer} (${positions.length - result.dissent.length} of 3)`);
  assert.deepEqual(together, expected, `${question}: grouped as a person would`);
  assert.deepEqual([asked <= 1, failed], [true, 0], "at most one comparison, and none failed");
}
