/** Spellings without a common stem, each followed by the one that it counts as. */
const variants: ReadonlyMap<string, string> = new Map(
  (
    "america/usa american/usa americans/usa britain/uk british/uk england/english tv/television film/movie films/movie " +
    "colour/color centre/center theatre/theater grey/gray programme/program metre/meter metres/meter litre/liter " +
    "mum/mom wwii/ww2 wwi/ww1 km/kilometer kilometre/kilometer ft/foot feet/foot inches/inch men/man women/woman " +
    "children/child people/person wolves/wolf lives/life norwegian/norway dutch/netherlands french/france " +
    "spanish/spain german/germany greek/greece irish/ireland scottish/scotland welsh/wales swedish/sweden " +
    "danish/denmark polish/poland turkish/turkey finnish/finland swiss/switzerland chinese/china japanese/japan " +
    "portuguese/portugal"
  )
    .split(" ")
    .map((pair) => pair.split("/") as [string, string]),
);

/** Drops the most common endings. The result need not be a word, but must be the same for related words. */
export function stemOf(key: string): string {
  const known = variants.get(key);
  if (known !== undefined) return known;
  if (key.length < 4) return key;
  let stem = key;
  if (stem.endsWith("ies") && key.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (/(?:ss|sh|ch|x|z)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (stem.endsWith("s") && !/(?:ss|us|is)$/.test(stem)) stem = stem.slice(0, -1);
  if (stem.length > 5 && stem.endsWith("ing")) stem = stem.slice(0, -3);
  else if (stem.length > 4 && stem.endsWith("ed")) stem = stem.slice(0, -2);
  if (stem.length > 4 && stem.endsWith("e")) stem = stem.slice(0, -1);
  const last = stem.at(-1) ?? "";
  const doubled = stem.length < key.length && stem.length > 3 && last === stem.at(-2);
  return doubled && !"lsz".includes(last) ? stem.slice(0, -1) : stem;
}
