import type { AnswerKind } from "../../protocol/answer.ts";
import { FINDINGS } from "../findings/prompt.ts";
import { answerSchema, replySchema } from "./json-reply.ts";

/** What replies of one answer kind should look like. Replies in other forms are read too. */
export interface ReplyFormat {
  /** How a reply should end, in words. */
  first: string;
  /** The same for debaters that have answered before. */
  revised: string;
  /** For providers that can enforce a schema; `null` if the kind has none to show. */
  schema: object | null;
}

export function replyFormat(kind: AnswerKind<unknown>): ReplyFormat {
  return { first: ending(kind, false), revised: ending(kind, true), schema: replySchema(kind) };
}

function ending(kind: AnswerKind<unknown>, revising: boolean): string {
  const spec = typeof kind === "string" ? { type: kind } : kind;
  if ("type" in spec && spec.type === "json") {
    const schema = answerSchema(kind);
    const fitting = schema
      ? `, where "answer" fits this JSON Schema: ${JSON.stringify(schema)}`
      : "";
    return `End with one JSON object of the form {"reasoning": …, "answer": …, "confidence": 0 to 1}${fitting}.`;
  }
  if ("type" in spec && spec.type === "findings") return FINDINGS;
  if ("type" in spec && spec.type === "draft") return "";
  const lines = [`Answer: ${answerLine(spec)}`, "Confidence: <how sure you are, from 0 to 1>"];
  if (revising) lines.push("Reason for change: <only if your answer has changed>");
  return `End with these lines:\n${lines.join("\n")}`;
}

function answerLine(spec: object): string {
  const type = "type" in spec ? spec.type : "custom";
  if (type === "number") return "<one number, without words>";
  if (type === "math") return "<the final value or expression, in LaTeX if needed>";
  if (type === "choice") {
    const options = "options" in spec && Array.isArray(spec.options) ? spec.options : [];
    return options.length > 0 ? `<one of: ${options.join(", ")}>` : "<the letter or the option>";
  }
  return "<your final answer, as short as possible>";
}
