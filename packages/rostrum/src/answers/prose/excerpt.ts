/** The answer of an essay stands near its head or its end: what lies between is not read. */
const headRead = 1_000;
const tailRead = 600;

/** One sign each, so that places in the text hold. */
const oddSpace = /[\u00a0\u2000-\u200a\u202f\t\r]/g;

export const plainSpaces = (text: string): string => text.replace(oddSpace, " ");

/** What of a reply is read. */
export interface Excerpt {
  text: string;
  /** A part of the excerpt as the reply has it. */
  verbatim(start: number, end: number): string;
}

/** Takes head and tail of a long reply, a short one whole, with plain spaces. */
export function excerptOf(reply: string): Excerpt {
  const whole = reply.trim();
  if (whole.length <= headRead + tailRead)
    return {
      text: plainSpaces(whole),
      verbatim: (start, end) => whole.slice(start, end),
    };
  const text = plainSpaces(`${whole.slice(0, headRead)}\n${whole.slice(-tailRead)}`);
  const skipped = whole.length - tailRead - headRead - 1;
  return {
    text,
    verbatim: (start, end) =>
      start > headRead
        ? whole.slice(start + skipped, end + skipped)
        : whole.slice(start, Math.min(end, headRead)),
  };
}
