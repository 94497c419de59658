/** What the embedded networks are for, wherever a user meets them without having asked for them. */
export const EMBEDDED_PURPOSE =
  "tiny networks inside this package that do arithmetic and nothing else, for trying rostrum without a key, for tests and for examples";
