import type { Review } from "../../protocol/settings.ts";
import { AbortError } from "../../errors.ts";
import { noticesOf, oneLine } from "../../export/index.ts";
import type { DebateRecord } from "../../record/index.ts";
import { summaryLines } from "../report/lines.ts";
import { ask } from "../terminal/confirm.ts";
import type { Output } from "../terminal/output.ts";

/** Shows a person what the panel disagrees about, and asks for a decision. */
export async function askReview(record: DebateRecord, { say, style, io }: Output): Promise<Review> {
  for (const { title } of noticesOf(record)) say(style.yellow(`! ${oneLine(title)}`));
  for (const line of summaryLines(record.result, style)) say(line);
  for (;;) {
    const reply = await ask(
      "[c]onfirm the leading answer, [r]eject all, or type the right one: ",
      io,
    );
    if (reply === null) throw new AbortError("nobody reviewed it");
    if (reply === "") continue;
    if (/^c(onfirm)?$/i.test(reply)) return { verdict: "confirm" };
    if (/^r(eject)?$/i.test(reply)) return { verdict: "reject" };
    return { verdict: "correct", answer: reply };
  }
}
