import { alignQuote, quotable, readMemo } from "../../answers/index.ts";
import type { Citation } from "../../protocol/citation.ts";
import type { SynthesizedEvent } from "../../protocol/events.ts";
import type { Claim, Memo } from "../../protocol/open-questions.ts";
import type { Position } from "../../protocol/position.ts";
import type { Quote } from "../fence.ts";

/** What the memo is about. */
export interface Decided {
  event: SynthesizedEvent;
  /** No person has to look at it. */
  settled: boolean;
}

/** What the one who writes the memo is shown, next to the question and the positions. */
export function memoMaterial({ event, settled }: Decided, claims: readonly Claim[]): Quote[] {
  const { text, tally, judgment } = event;
  const counted = tally.map(
    ({ answer, votes, debaters }) => `${votes} of the panel (${debaters.join(", ")}): ${answer}`,
  );
  const decision = settled ? (judgment ?? text) : counted.join("\n");
  const listed = claims.map(
    ({ text: claim, kind, holders, opponents }) =>
      `${kind}: ${claim} (for: ${holders.join(", ")}; against: ${opponents.join(", ") || "nobody"})`,
  );
  return [
    { label: settled ? "decision" : "votes", text: decision },
    ...(listed.length === 0 ? [] : [{ label: "claims", text: listed.join("\n") }]),
  ];
}

/** Reads a memo and looks its quotes up. Dissent that it leaves out is added in the dissenters' own words. */
export function checkedMemo(
  reply: string,
  positions: readonly Position[],
  { event, settled }: Decided,
): Memo | null {
  const read = readMemo(reply, positions.length);
  if (read === null) return null;
  const { quotes, options, ...parts } = read;
  const citations = quotes.map(({ item, quote }): Citation => {
    const position = item === null ? undefined : positions[item];
    const { debater = "", round = 0, text = "" } = position ?? {};
    const own = position ? [quotable({ source: "position", debater, round }, text)] : [];
    return alignQuote(quote, own);
  });
  const offered = options.length > 0 ? options : optionsIn(event);
  return {
    ...parts,
    dissent:
      parts.dissent.length > 0
        ? parts.dissent.map((text) => withSpeaker(text, citations))
        : ownWords(event, positions),
    ...(settled && options.length === 0 ? {} : { options: offered }),
    ...(citations.length === 0 ? {} : { citations }),
  };
}

/** Words that are truly somebody's are shown as theirs. */
function withSpeaker(text: string, cited: readonly Citation[]): string {
  const own = cited.find((citation) => citation.verified && citation.text === text);
  return own?.debater === undefined ? text : `${own.debater}: “${text}”`;
}

function optionsIn({ tally }: SynthesizedEvent): NonNullable<Memo["options"]> {
  return tally.map(({ answer, debaters }) => ({
    option: answer,
    tradeOffs: [`held by ${debaters.join(", ")}`],
  }));
}

function ownWords({ dissent }: SynthesizedEvent, positions: readonly Position[]): string[] {
  return positions.flatMap(({ debater, answer }) =>
    dissent.includes(debater) && answer !== null ? [`${debater}: ${answer}`] : [],
  );
}
