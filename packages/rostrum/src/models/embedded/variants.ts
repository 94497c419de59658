/** The networks in the package: three small ones of the same shape, trained from three seeds, and a larger one. */
export const VARIANTS = ["xs-1", "xs-2", "xs-3", "m"] as const;
export type EmbeddedVariant = (typeof VARIANTS)[number];
