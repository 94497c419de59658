import type { Lexeme } from "./lexicon.ts";
import { isYesOrNo } from "./options.ts";
import type { NamedOption } from "./options.ts";
import type { Stance } from "./stance.ts";

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const turnsDown = wordSet(
  "not over than versus vs instead without nor neither never isnt arent wasnt dont",
);
const verbs = wordSet("is are was were does do would should could can will isnt arent wasnt");

/** How many words a denial reaches. */
const reach = 4;

/** Stems that a statement does not turn down: "Postgres over Mongo" and "Mongo is not fit, use Postgres" name Postgres. */
function upheld(main: readonly Lexeme[]): string[] {
  const stems: string[] = [];
  let down = 0;
  let before = "";
  for (const { key, stem } of main) {
    if (turnsDown.has(key)) {
      down = reach;
      if (verbs.has(before) || verbs.has(key)) stems.splice(-3);
    } else if (key === "but") down = 0;
    else if (down > 0) down--;
    else stems.push(stem);
    before = key;
  }
  return stems;
}

/** "Postgres" names PostgreSQL. */
const names = (stem: string, said: string): boolean =>
  stem === said ||
  (stem.length >= 5 && said.length >= 5 && (stem.startsWith(said) || said.startsWith(stem)));

/** Whether the words of a text, as stems, name an option: at least half of those that tell it from the others. */
export function isNamed({ stems }: NamedOption, said: readonly string[]): boolean {
  let hits = 0;
  for (const stem of stems) if (said.some((word) => names(stem, word))) hits++;
  return hits > 0 && hits * 2 >= stems.size;
}

/** The one option that a statement picks, additions or not; `null` where it picks none or several, or on a condition. */
export function pickOption(
  options: readonly NamedOption[],
  main: readonly Lexeme[],
  stance: Stance,
): string | null {
  if (stance.conditional || options.length === 0) return null;
  if (isYesOrNo(options)) return stance.partial ? null : stance.polarity;
  // "Yes" to "a permit or a licence?" picks neither.
  if (stance.polarity !== null) return null;
  const said = upheld(main);
  const named = options.filter((option) => isNamed(option, said));
  return named.length === 1 ? (named[0]?.name ?? null) : null;
}
