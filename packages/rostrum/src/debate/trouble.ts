import type { AnswerKind } from "../protocol/answer.ts";
import { reachedOutputLimit } from "../protocol/finish-reason.ts";
import type { Answered } from "./ask.ts";
import { expectedAnswer } from "./expected-answer.ts";
import { oneLine } from "./one-line.ts";

/** Why a round has no answer: what each debater sent, with equal replies together. */
export function troubleIn(answered: readonly Answered[], answer: AnswerKind<unknown>): string {
  const came = [...Map.groupBy(answered, whatCame)].map(([words, list]) => {
    const [first, ...others] = list.map(({ seat }) => seat.member.name);
    return `${first}: ${words}${others.length > 0 ? ` (the same for ${listed(others)})` : ""}`;
  });
  const unread = answered.some(({ read }) => read !== null && !read.truncated && !read.refused);
  const atLimit = answered.some(({ outcome }) => reachedOutputLimit(outcome.reply?.finishReason));
  return [
    ...(unread ? [`expected ${expectedAnswer(answer)}`] : []),
    ...came,
    ...(atLimit ? ["raise maxOutputTokens; hidden reasoning counts against it"] : []),
  ].join("; ");
}

function whatCame({ outcome, read }: Answered): string {
  if (read === null) return oneLine(outcome.error ?? "no reply", 400);
  const text = oneLine(read.text, 100);
  const said = text === "" ? "an empty reply" : `"${text}"`;
  if (reachedOutputLimit(outcome.reply?.finishReason)) {
    const limit =
      outcome.maxOutputTokens === undefined
        ? "its limit"
        : `maxOutputTokens ${outcome.maxOutputTokens}`;
    return `cut off at ${limit} after ${said}`;
  }
  if (read.refused !== undefined) return read.refused;
  return read.truncated ? `cut off (${outcome.reply?.finishReason}) after ${said}` : said;
}

function listed(names: readonly string[]): string {
  if (names.length > 3) return `${names.slice(0, 2).join(", ")} and ${names.length - 2} others`;
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
