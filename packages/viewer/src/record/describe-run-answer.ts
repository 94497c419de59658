import { clipLine, formatCount } from "rostrum/page";
import { stripMarkdown } from "../markdown/strip-markdown.ts";
import { formatFields, readFields } from "./read-fields.ts";
import { readsAsRefusal } from "./reads-as-refusal.ts";

/** The answer of a run in a list: on one line, without Markdown; findings are counted, fields are named. */
export function describeRunAnswer(answer: string, longest: number): string {
  if (readsAsRefusal(answer)) return "declined to answer";
  const claims = countClaims(answer);
  if (claims === null) return clipLine(stripMarkdown(describeFields(answer) ?? answer), longest);
  const [first = ""] = claims;
  if (claims.length === 0) return "no findings";
  return clipLine(`${formatCount(claims.length, "finding")}: ${stripMarkdown(first)}`, longest);
}

/** An answer with several fields in words; `null`: it is a text or a list. */
function describeFields(answer: string): string | null {
  const fields = answer.startsWith("{") ? readFields(answer) : null;
  return fields && formatFields(fields);
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
