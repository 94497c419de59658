import { describeContent, getKindName, mayBeOpinion } from "../../answers/index.ts";
import type { AnswerKind } from "../../protocol/answer.ts";
import { FINDINGS_SCHEMA, findingsTask } from "../findings/prompt.ts";
import { answerSchema, replySchema } from "./json-reply.ts";
import { OBJECT_ALONE, objectForm, PROBABILITY, sectionForm } from "./reply-form.ts";

/** How replies of one answer kind should end. Replies in other forms are read too. */
export interface ReplyFormat {
  /** The words that ask for it. */
  ending(call: EndingOf): string;
  /** For providers that can enforce a schema; `null` if the kind has none to show. */
  schema(revising: boolean): object | null;
}

/** What the ending of a reply depends on. */
export interface EndingOf {
  /** The mark of the call. */
  mark: string;
  /** The debater has answered before. */
  revising: boolean;
  /** The provider sees to it that the reply fits the schema. */
  enforced: boolean;
}

export function replyFormat(kind: AnswerKind<unknown>): ReplyFormat {
  return {
    ending: (call) => ending(kind, call),
    schema: (revising) =>
      getKindName(kind) === "findings" ? FINDINGS_SCHEMA : replySchema(kind, revising),
  };
}

function ending(kind: AnswerKind<unknown>, { mark, revising, enforced }: EndingOf): string {
  const type = getKindName(kind);
  if (type === "draft") return "";
  const form = enforced ? OBJECT_ALONE : objectForm(mark);
  if (type === "findings") return `${findingsTask(enforced)}\n\n${form}`;
  if (type === "json") return `${jsonObject(kind, revising, enforced)}\n\n${form}`;
  const confidence = mayBeOpinion(kind) ? `${PROBABILITY}; ${LEAVE_OUT}` : PROBABILITY;
  return sectionForm(mark, { content: describeContent(kind), confidence, revising });
}

const LEAVE_OUT = "leave this line out if nothing can be right or wrong here";

/** Where the whole reply is the object, it also has the steps; else they stand before it. */
function jsonObject(kind: AnswerKind<unknown>, revising: boolean, enforced: boolean): string {
  const fields = [
    ...(enforced ? ['"reasoning": "the steps that support it"'] : []),
    ...(revising ? ['"reason_for_change": "empty unless the answer itself changed"'] : []),
    '"answer": …',
    `"confidence": ${PROBABILITY}`,
  ];
  const schema = answerSchema(kind);
  const fitting = schema ? `, where "answer" fits this JSON Schema: ${JSON.stringify(schema)}` : "";
  return `Give your answer as one JSON object of the form {${fields.join(", ")}}${fitting}.`;
}
