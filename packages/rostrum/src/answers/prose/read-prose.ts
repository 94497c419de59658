import { excerptOf } from "./excerpt.ts";
import type { ProseQuestion } from "./question.ts";
import { statementIn } from "./statement.ts";
import { understandProse } from "./understand-prose.ts";
import type { ProseAnswer } from "./understand-prose.ts";
import { echoesPrompt } from "./unread.ts";
import { wordsIn } from "./words.ts";

/**
 * Reads a reply in prose; `null` where it declines, echoes its instructions or says nothing. All that is
 * kept of the reply is the wording of its statement: to understand that again gives the same answer.
 */
export function readProse(question: ProseQuestion, reply: string): ProseAnswer | null {
  const { text, verbatim } = excerptOf(reply);
  if (text === "" || echoesPrompt(text)) return null;
  const found = statementIn(question, text, wordsIn(text, question.lexicon, question.stems));
  return found === null ? null : understandProse(question, verbatim(found.start, found.end).trim());
}
