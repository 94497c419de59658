/** Kinds of question that a new panel can be for, as `rostrum init` offers them. */
export const QUESTION_KINDS = {
  any: "questions of any kind; how answers are compared depends on the replies",
  number: "questions with a number as their answer",
  choice: "questions that list their options, such as (A) and (B)",
  decision: "decisions without one right answer: with the point of dispute, and a memo",
  review: "reviews of code and texts: rostrum review file",
} as const;
export type Kind = keyof typeof QUESTION_KINDS;

/** First words of a panel's `purpose`, by kind. */
export const PURPOSES: Readonly<Record<Kind, string>> = {
  any: "Questions of any kind",
  number: "Questions about a number",
  choice: "Questions that list their options",
  decision: "Decisions without one right answer",
  review: "Reviews of code and texts",
};

/** How much effort an answer or a review is worth, as `rostrum init` offers it. */
export const CARE_LEVELS = ["quick", "normal", "careful"] as const;
export type Care = (typeof CARE_LEVELS)[number];

export function describeCareLevels(kind: Kind): Readonly<Record<Care, string>> {
  if (kind === "review")
    return {
      quick: "two members report what they find, and each checks the other's findings",
      normal: "three members report, and each checks the others' findings (recommended)",
      careful: "five members instead of three report and check",
    };
  return {
    quick: "every member answers once, and the majority wins",
    normal: "members that differ from the majority revise once (recommended)",
    careful:
      "five members instead of three, and a person should review answers that fewer than 70 % agree on",
  };
}

/** A panel's setting, with the reason as a comment in the file. */
export interface Setting {
  name: string;
  value: boolean | number | string;
  comment: string;
}

/** Number of members. Odd where answers are counted, so that two can't tie. */
export function choosePanelSize(kind: Kind, care: Care): number {
  if (care === "quick" && kind === "review") return 2;
  return care === "careful" ? 5 : 3;
}

/** Settings of a new panel that differ from the defaults. */
export function listSettings(kind: Kind, care: Care): Setting[] {
  return [...listKindSettings(kind), ...listCareSettings(kind, care)];
}

function listKindSettings(kind: Kind): Setting[] {
  switch (kind) {
    case "any":
    case "review":
      return [];
    case "number":
      return [{ name: "answer", value: "number", comment: "compared by rules, without a model" }];
    case "choice":
      return [{ name: "answer", value: "choice", comment: "the letters that the question lists" }];
    case "decision":
      return [
        { name: "crux", value: true, comment: "name the claim that the dispute turns on" },
        { name: "report", value: "memo", comment: "write a memo; rostrum show prints it" },
      ];
  }
}

function listCareSettings(kind: Kind, care: Care): Setting[] {
  // Reviews have their own rounds, and no answer to agree on.
  if (kind === "review" || care === "normal") return [];
  if (care === "careful")
    return [
      {
        name: "escalateBelow",
        value: 0.7,
        comment: "agreement below which a person should review",
      },
    ];
  const vote: Setting = { name: "rounds", value: 0, comment: "no revisions: a vote" };
  if (kind !== "number" && kind !== "choice") return [vote];
  return [
    vote,
    { name: "stop", value: "agreement:0.6", comment: "two of three are enough" },
    { name: "poll", value: "race", comment: "don't wait for members that can't change the answer" },
  ];
}
