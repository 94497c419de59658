import { seededRandom } from "../../src/core/random.ts";

type Draw = (random: () => number) => string;

const upTo = (random: () => number, largest: number): number =>
  Math.floor(random() * (largest + 1));
const sign = (random: () => number): string => (random() < 0.5 ? "+" : "-");
const number = (random: () => number): number => upTo(random, 99);

const du =
  (largest: number): Draw =>
  (random) => {
    const [a, b, c, d, e, f] = Array.from({ length: 6 }, () => upTo(random, largest));
    return `${a}+${b}*${c}+${d}-${e}*${f}`;
  };

/** One product of three with so many digits among three to six numbers, and often one more product. */
const triple =
  (digits: number): Draw =>
  (random) => {
    for (;;) {
      const numbers = Array.from({ length: 3 + upTo(random, 3) }, () => number(random));
      const first = upTo(random, numbers.length - 3);
      const [a = 0, b = 0, c = 0] = numbers.slice(first);
      if (String(a * b * c).length !== digits) continue;
      const signs = numbers
        .slice(1)
        .map((_, i) => (i === first || i === first + 1 ? "*" : sign(random)));
      const apart = [...signs.keys()].filter((i) => i < first - 1 || i > first + 2);
      const more = random() < 0.5 && apart.length > 0;
      const place = more ? apart.at(upTo(random, apart.length - 1)) : undefined;
      if (place !== undefined) signs[place] = "*";
      const text = numbers.map((value, i) => `${value}${signs[i] ?? ""}`).join("");
      if (Math.abs(valueOf(text)) <= 999_999) return text;
    }
  };

const twoTriples: Draw = (random) => {
  for (;;) {
    const factors = Array.from({ length: 6 }, () => number(random));
    const [a, b, c, d, e, f] = factors as [number, number, number, number, number, number];
    if (a * b * c < 100_000 || d * e * f < 100_000) continue;
    const text = `${a}*${b}*${c}${sign(random)}${d}*${e}*${f}`;
    if (Math.abs(valueOf(text)) <= 999_999) return text;
  }
};

/** Kinds of problems, by the names of training/problems.py. */
export const BUCKETS: Record<string, Draw> = {
  du_29: du(29),
  du_99: du(99),
  triple_5: triple(5),
  triple_6: triple(6),
  two_triples: twoTriples,
};

/** Whether a problem was kept from the training: the hash of training/generator.c. */
export function heldOut(expression: string): boolean {
  let hash = 2166136261;
  for (const character of `rostrum held out 2:${expression}`) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 16777619) >>> 0;
  }
  hash = (hash ^ (hash >>> 16)) >>> 0;
  hash = Math.imul(hash, 0x7feb352d) >>> 0;
  hash = (hash ^ (hash >>> 15)) >>> 0;
  return hash % 50 === 7;
}

/** So many different held-out problems; the same ones every time. */
export function problems(bucket: string, count: number): string[] {
  const draw = BUCKETS[bucket];
  if (draw === undefined)
    throw new Error(`no bucket "${bucket}"; there are ${Object.keys(BUCKETS).join(", ")}`);
  const random = seededRandom(20_261_115);
  const found = new Set<string>();
  while (found.size < count) {
    const expression = draw(random);
    if (heldOut(expression)) found.add(expression);
  }
  return [...found];
}

/** The true result: products first, then from left to right. */
export function valueOf(expression: string): number {
  return (expression.match(/[+-]?[^+-]+/g) ?? []).reduce((sum, term) => {
    const negative = term.startsWith("-");
    const product = term
      .replace(/^[+-]/, "")
      .split("*")
      .reduce((all, factor) => all * Number(factor), 1);
    return sum + (negative ? -product : product);
  }, 0);
}
