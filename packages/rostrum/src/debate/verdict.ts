import { mentionsOf, WORD, type Mention } from "./mentions.ts";

/**
 * Finds the one label a judge picked. Labels are matched whole and exactly: `AGENT_10` is not
 * `AGENT_1`, and a label that is only mentioned for comparison doesn't win. If the words are ambiguous,
 * no label is picked; then the vote decides, and the result says so.
 */
export function pickedLabel(verdict: string, labels: readonly string[]): string | null {
  const mentions = mentionsOf(verdict, labels);
  const pick = named(verdict, mentions) ?? leading(verdict, mentions) ?? onlyOne(verdict, mentions);
  return pick?.label ?? null;
}

const FIELD =
  /(?<=^|[\n,{};.:])\W{0,9}(?:the\s+)?(?:winner|winning position|pick|choice|best position|verdict|label)\W{0,9}(?:\bis\b|:)/gi;

/** "Winner: X", or the same as a JSON field. The last such line counts. */
function named(text: string, mentions: readonly Mention[]): Mention | undefined {
  let found: Mention | undefined;
  let index = 0;
  for (const field of text.matchAll(FIELD)) {
    const at = field.index + field[0].length;
    let next = mentions[index];
    while (next && next.start < at) next = mentions[++index];
    if (next && !WORD.test(text.slice(at, next.start))) found = next;
  }
  return found;
}

/** Words that may follow the chosen label. */
const PRAISE =
  /^\W*(?:wins|won|prevails|because|since|(?:is|has|makes|gives|offers) (?:clearly )?(?:the )?(?:best|better|right|correct|winner|strong|more|most))/i;

/** The verdict begins with the label, as the prompt asks. */
function leading(text: string, [first, ...others]: readonly Mention[]): Mention | undefined {
  if (!first || WORD.test(text.slice(0, first.start))) return undefined;
  if (others.every(({ label }) => label === first.label)) return onlyOne(text, [first]);
  const rest = text.slice(first.end);
  const [gap = ""] = /^[^\p{L}\p{N}]*/u.exec(rest) ?? [];
  if (gap.includes(":") || gap.includes("\n")) return first;
  return /[;.!)\]–—]|\s-/.test(gap) || PRAISE.test(rest) ? first : undefined;
}

const REFUSED_BEFORE = /\b(?:not|neither|nor|but|except|than)\W*$/i;
const REFUSED_AFTER = /^\W*(?:(?:is|was)\s+)?(?:not|wrong|worse|worst|weak|incorrect|fails|loses)/i;

function onlyOne(text: string, mentions: readonly Mention[]): Mention | undefined {
  const [first] = mentions;
  if (!first || mentions.some(({ label }) => label !== first.label)) return undefined;
  const refused =
    REFUSED_BEFORE.test(text.slice(0, first.start)) || REFUSED_AFTER.test(text.slice(first.end));
  return refused ? undefined : first;
}
