import { excerptOf } from "./excerpt.ts";
import type { ProseQuestion } from "./question.ts";
import { statementIn } from "./statement.ts";
import { understandProse } from "./understand-prose.ts";
import type { ProseAnswer } from "./understand-prose.ts";
import { echoesPrompt } from "./unread.ts";
import { wordsIn } from "./words.ts";

/** Longer sentences say what matters before this. */
const longestStatement = 320;

function shortened(statement: string): string {
  if (statement.length <= longestStatement) return statement;
  const space = statement.lastIndexOf(" ", longestStatement);
  return statement.slice(0, space > longestStatement / 2 ? space : longestStatement);
}

/**
 * The statement of a reply in prose, verbatim; `null` where the reply declines, echoes its instructions or
 * has no words. It is all that is kept of the reply.
 */
export function readStatement(question: ProseQuestion, reply: string): string | null {
  const known = question.statements.get(reply);
  if (known !== undefined) return known;
  const statement = findStatement(question, reply);
  if (question.statements.size >= mostStatements) question.statements.clear();
  question.statements.set(reply, statement);
  return statement;
}

const mostStatements = 256;

function findStatement(question: ProseQuestion, reply: string): string | null {
  const { text, verbatim } = excerptOf(reply);
  if (text === "" || echoesPrompt(question, text)) return null;
  const found = statementIn(question, text, wordsIn(text, question.lexicon, question.stems));
  return found === null ? null : shortened(verbatim(found.start, found.end).trim());
}

/** Reads a reply in prose; to understand the wording of its statement again gives the same answer. */
export function readProse(question: ProseQuestion, reply: string): ProseAnswer | null {
  const statement = readStatement(question, reply);
  return statement === null ? null : understandProse(question, statement);
}
