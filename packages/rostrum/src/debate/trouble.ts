import type { AnswerKind } from "../protocol/answer.ts";
import { reachedOutputLimit } from "../protocol/finish-reason.ts";
import type { Answered } from "./ask.ts";

/** Why a round has no answer: what each debater sent, with equal replies together. */
export function troubleIn(answered: readonly Answered[], answer: AnswerKind<unknown>): string {
  const came = [...Map.groupBy(answered, whatCame)].map(([words, list]) => {
    const [first, ...others] = list.map(({ seat }) => seat.member.name);
    return `${first}: ${words}${others.length > 0 ? ` (the same for ${listed(others)})` : ""}`;
  });
  const unread = answered.some(({ read }) => read !== null && !read.truncated);
  const atLimit = answered.some(({ outcome }) => reachedOutputLimit(outcome.reply?.finishReason));
  return [
    ...(unread ? [`expected ${expected(answer)}`] : []),
    ...came,
    ...(atLimit ? ["raise maxOutputTokens; hidden reasoning counts against it"] : []),
  ].join("; ");
}

function whatCame({ outcome, read }: Answered): string {
  if (read === null) return excerpt(outcome.error ?? "no reply", 400);
  const text = excerpt(read.text, 100);
  const said = text === "" ? "an empty reply" : `"${text}"`;
  if (reachedOutputLimit(outcome.reply?.finishReason)) {
    const limit =
      outcome.maxOutputTokens === undefined
        ? "its limit"
        : `maxOutputTokens ${outcome.maxOutputTokens}`;
    return `cut off at ${limit} after ${said}`;
  }
  return read.truncated ? `cut off (${outcome.reply?.finishReason}) after ${said}` : said;
}

function listed(names: readonly string[]): string {
  if (names.length > 3) return `${names.slice(0, 2).join(", ")} and ${names.length - 2} others`;
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

const ANY = 'a reply that states its answer, such as "Answer: …"';
const EXPECTED: Readonly<Record<string, string>> = {
  number: "a number",
  math: "a number or a formula",
  json: "JSON that fits the schema",
};

function expected(answer: AnswerKind<unknown>): string {
  if (typeof answer === "string") return EXPECTED[answer] ?? ANY;
  if (!("type" in answer)) return "a reply that the answer kind's own `read` accepts";
  if (answer.type === "choice" && answer.options) {
    return `one of ${excerpt(answer.options.join(", "), 100)}`;
  }
  return EXPECTED[answer.type] ?? ANY;
}

/** One short line without control characters, because the text comes from models. */
function excerpt(text: string, most: number): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line;
}
