type Value = Record<string, unknown>;

const threeWords = /\S\s+\S+\s+\S/;

const isProse = (value: unknown): boolean => typeof value === "string" && threeWords.test(value);

function objectIn(wording: string): Value | null {
  try {
    const value = JSON.parse(wording) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Value)
      : null;
  } catch {
    return null;
  }
}

/** The fields in which two values differ; `null` if one of them is not prose, or all fields differ. */
function proseApart(a: Value, b: Value): string[] | null {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const apart = names.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));
  if (apart.length === 0 || apart.length === names.length) return null;
  return apart.every((name) => isProse(a[name]) && isProse(b[name])) ? apart : null;
}

/** With more answers than this, the warning isn't worth comparing all pairs. */
const mostAnswers = 50;

/**
 * If answers in JSON count as different only because of their prose: the fields of prose that differ, and
 * the other fields. `null` if there are no such answers.
 */
export function keptApartByProse(
  answers: readonly { wording: string; cluster: number }[],
): { prose: string[]; others: string[] } | null {
  const values = answers.slice(0, mostAnswers).flatMap(({ wording, cluster }) => {
    const value = objectIn(wording);
    return value === null ? [] : [{ value, cluster }];
  });
  const prose = new Set<string>();
  const all = new Set<string>();
  for (const [i, one] of values.entries()) {
    for (const name of Object.keys(one.value)) all.add(name);
    for (const other of values.slice(i + 1)) {
      if (other.cluster === one.cluster) continue;
      for (const name of proseApart(one.value, other.value) ?? []) prose.add(name);
    }
  }
  if (prose.size === 0) return null;
  return { prose: [...prose], others: [...all].filter((name) => !prose.has(name)) };
}
