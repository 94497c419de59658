import { clipLine } from "@rostrum/core/support";
import { formatCount } from "@rostrum/core/export";
import { stripMarkdown } from "../text/strip-markdown.ts";
import { describeAnswer } from "./describe-answer.ts";

/** The answer of a run in a list: on one line, without Markdown; findings are counted, fields are named. */
export function describeRunAnswer(answer: string, longest: number): string {
  const claims = countClaims(answer);
  if (claims === null) return clipLine(stripMarkdown(describeAnswer(answer)), longest);
  const [first = ""] = claims;
  if (claims.length === 0) return "no findings";
  return clipLine(`${formatCount(claims.length, "finding")}: ${stripMarkdown(first)}`, longest);
}

/** The claims of findings, which a run's summary has as JSON; `null`: it is another answer. */
function countClaims(answer: string): string[] | null {
  if (!answer.startsWith("[")) return null;
  try {
    const list = JSON.parse(answer) as { claim?: unknown; severity?: unknown }[];
    const claims = list.map(({ claim, severity }) =>
      typeof claim === "string" && typeof severity === "string" ? `${severity}: ${claim}` : null,
    );
    return claims.every((claim) => claim !== null) ? claims : null;
  } catch {
    return null;
  }
}
