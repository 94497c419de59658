/**
 * Finds the one label a judge picked. Labels are matched whole and exactly: `AGENT_10` is not
 * `AGENT_1`, and a label that is merely compared with doesn't win.
 */
export function pickedLabel(verdict: string, labels: readonly string[]): string | null {
  const text = verdict.replaceAll(/[*_`"'“”]+(?=\S)|(?<=\S)[*`"'“”]+/g, (marks) =>
    marks.includes("_") ? marks : "",
  );
  return named(text, labels) ?? leading(text, labels) ?? onlyOne(text, labels);
}

/** "Winner: X", or the same as a JSON field. The last such line counts. */
function named(text: string, labels: readonly string[]): string | null {
  let found: string | null = null;
  for (const line of text.split(/[\n,{}]/)) {
    const field = /^\W*(?:the\s+)?(?:winner|winning position|pick|choice|best position|verdict|label)\W*(?:is|:)\W*/i;
    const match = field.exec(line);
    if (match) found = leading(line.slice(match[0].length), labels) ?? found;
  }
  return found;
}

function leading(text: string, labels: readonly string[]): string | null {
  const start = text.search(/[\p{L}\p{N}]/u);
  if (start < 0) return null;
  // The longest first: "Debater A" must not win over "Debater AB".
  const byLength = [...labels].sort((a, b) => b.length - a.length);
  return (
    byLength.find((label) => {
      const at = text.indexOf(label, Math.max(0, start - label.search(/[\p{L}\p{N}]|$/u)));
      return at >= 0 && at <= start && endsWhole(text, at + label.length);
    }) ?? null
  );
}

function onlyOne(text: string, labels: readonly string[]): string | null {
  const mentioned = labels.filter((label) => mentions(text, label));
  return mentioned.length === 1 ? (mentioned[0] ?? null) : null;
}

function mentions(text: string, label: string): boolean {
  for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + 1)) {
    if (startsWhole(text, at) && endsWhole(text, at + label.length)) return true;
  }
  return false;
}

const WORD = /[\p{L}\p{N}_]/u;

function startsWhole(text: string, at: number): boolean {
  return at === 0 || !WORD.test(text[at - 1] ?? "");
}

function endsWhole(text: string, end: number): boolean {
  return end >= text.length || !WORD.test(text[end] ?? "");
}
