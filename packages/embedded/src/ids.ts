/** The networks in the package: three small ones of the same shape, trained from three seeds, and a larger one. */
export const VARIANTS = ["xs-1", "xs-2", "xs-3", "m"] as const;
export type EmbeddedVariant = (typeof VARIANTS)[number];

const SMALL: readonly EmbeddedVariant[] = ["xs-1", "xs-2", "xs-3"];

/**
 * Returns the networks of an id; `null` if it isn't an embedded id.
 *
 * `embedded` and `embedded/xs` are the first small one; `embedded*3` is three different ones, and a
 * larger number starts over. `embedded/m*3`, like `embedded/xs-2*3`, is one network three times.
 */
export function parseEmbeddedId(id: string): EmbeddedVariant[] | null {
  const parts = /^embedded(?:\/([a-z0-9-]+))?(?:\*([1-9]\d?))?$/.exec(id.trim());
  if (parts === null) return null;
  const [, name = "xs", count = "1"] = parts;
  const variants = name === "xs" ? SMALL : VARIANTS.filter((variant) => variant === name);
  if (variants.length === 0) return null;
  return Array.from(
    { length: Number(count) },
    (_, index) => variants[index % variants.length] as EmbeddedVariant,
  );
}
