import { listSchema, NUMBER, objectSchema, TEXT, withDescription } from "./schemas.ts";
import { QUOTED } from "./prompt-sets.ts";

const WORD_FOR_WORD =
  "Copy quotes word for word from that position, three words or more, without leaving anything out in " +
  "between: they are checked.";

export const LISTING_CLAIMS: string =
  "You list what was claimed in a debate, for people who did not follow it. You add nothing of your own and " +
  `you don't judge. ${QUOTED}`;

export function claimsTask(max: number, documents: readonly string[] = []): string {
  const bearing =
    documents.length === 0
      ? ""
      : "For each claim, quote the words of a document that bear it, or none where no document does. The documents are: " +
        `${documents.join("; ")}. `;
  return (
    bearing +
    `List the claims that matter for the question, at most ${max}, the most important first. For each, quote ` +
    `the positions that support it and those that oppose it. ${WORD_FOR_WORD} Also list what the question ` +
    "needs and no position addresses."
  );
}

const QUOTES = listSchema(
  objectSchema({
    item: withDescription(NUMBER, "number of the position"),
    quote: withDescription(TEXT, "its words"),
  }),
);

export function claimsSchema(sourced: boolean): object {
  const sources = listSchema(
    objectSchema({
      document: withDescription(TEXT, "its name"),
      quote: withDescription(TEXT, "its words"),
    }),
  );
  const claim = {
    text: withDescription(TEXT, "the claim"),
    support: QUOTES,
    against: QUOTES,
    ...(sourced ? { sources } : {}),
  };
  return objectSchema({
    claims: listSchema(objectSchema(claim)),
    unaddressed: textsSchema("what is missing"),
  });
}

export const WRITING_MEMO: string =
  "You write a memo for people who have to decide, from a debate that they did not follow. You go by what " +
  `was said and shown, and you invent nothing. ${QUOTED}`;

export function memoTask(isDecided: boolean): string {
  const task = isDecided
    ? "Recommend what the decision above says, as far as the debate supports it."
    : "The panel did not settle the question. Don't invent a winner: list the options with what speaks for " +
      "and against each, and recommend how to settle it.";
  return (
    `${task} Say what is missing where nobody addressed it. Name debaters by the names of their positions, and ` +
    `never by letters that a quotation may have for them. ${WORD_FOR_WORD} Lists may be empty.`
  );
}

export function memoSchema(isDecided: boolean): object {
  const options = listSchema(
    objectSchema({
      option: withDescription(TEXT, "what could be done"),
      tradeOffs: textsSchema("what speaks for or against it"),
    }),
  );
  return objectSchema({
    ...(isDecided ? {} : { options }),
    recommendation: withDescription(TEXT, isDecided ? "what to do" : "how to settle it"),
    because: textsSchema("a reason"),
    unless: textsSchema("what would make this wrong"),
    contested: textsSchema("a claim that is disputed"),
    dissent: QUOTES,
    nextSteps: textsSchema("a step"),
  });
}

function textsSchema(description: string): object {
  return withDescription(listSchema(TEXT), description);
}
