import { describeList, NUMBER, describeObject, TEXT } from "../prompts/schemas.ts";
import { QUOTED } from "../prompts/prompt-sets.ts";

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
      : `Add "sources" to each claim: [{"document": "<its name>", "quote": "<its words>"}], with the words of a document ` +
        `that bear the claim, as the positions quote them, or an empty list where no document does. The documents are: ` +
        `${documents.join("; ")}. `;
  return (
    bearing +
    `List the claims that matter for the question, at most ${max}, the most important first. For each, quote ` +
    `the positions that support it and those that oppose it. ${WORD_FOR_WORD} Also list what the question ` +
    "needs and no position addresses. Reply with one JSON object and nothing else: " +
    '{"claims": [{"text": "<the claim>", "support": [{"item": <number>, "quote": "<its words>"}], "against": ' +
    '[{"item": <number>, "quote": "<its words>"}]}], "unaddressed": ["<what is missing>"]}'
  );
}

const QUOTES = describeList(describeObject({ item: NUMBER, quote: TEXT }));

export function claimsSchema(sourced: boolean): object {
  const sources = describeList(describeObject({ document: TEXT, quote: TEXT }));
  const claim = { text: TEXT, support: QUOTES, against: QUOTES, ...(sourced ? { sources } : {}) };
  return describeObject({
    claims: describeList(describeObject(claim)),
    unaddressed: describeList(TEXT),
  });
}

export const WRITING_MEMO: string =
  "You write a memo for people who have to decide, from a debate that they did not follow. You go by what " +
  `was said and shown, and you invent nothing. ${QUOTED}`;

const FIELDS =
  '"because": ["<a reason>"], "unless": ["<what would make this wrong>"], "contested": ["<a claim that is ' +
  'disputed>"], "dissent": [{"item": <number of the position>, "quote": "<the other view in its own words>"}], ' +
  '"nextSteps": ["<a step>"]}';

export function memoTask(settled: boolean): string {
  const task = settled
    ? "Recommend what the decision above says, as far as the debate supports it."
    : "The panel did not settle the question. Don't invent a winner: list the options with what speaks for " +
      "and against each, and recommend how to settle it.";
  const start = settled
    ? '{"recommendation": "<what to do>", '
    : '{"options": [{"option": "<what could be done>", "tradeOffs": ["<what speaks for or against it>"]}], ' +
      '"recommendation": "<how to settle it>", ';
  return (
    `${task} Say what is missing where nobody addressed it. Name debaters by the names of their positions, and ` +
    `never by letters that a quotation may have for them. ${WORD_FOR_WORD} Lists may be empty. Reply with one ` +
    `JSON object and nothing else: ${start}${FIELDS}`
  );
}

export function memoSchema(settled: boolean): object {
  const options = describeList(describeObject({ option: TEXT, tradeOffs: describeList(TEXT) }));
  return describeObject({
    ...(settled ? {} : { options }),
    recommendation: TEXT,
    because: describeList(TEXT),
    unless: describeList(TEXT),
    contested: describeList(TEXT),
    dissent: QUOTES,
    nextSteps: describeList(TEXT),
  });
}
