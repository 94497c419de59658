/** What the embedded networks are for, shown wherever users may not expect them. */
export const EMBEDDED_PURPOSE =
  "tiny networks inside this package that do arithmetic and nothing else, for trying rostrum without a key, for tests and for examples";
