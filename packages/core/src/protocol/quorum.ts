/**
 * Minimum number of replies per round, optionally from members whose models come from a minimum number of
 * vendors. Failed members don't count.
 */
export type Quorum =
  | number
  | {
      /** Minimum number of replies. Default 2. */
      members?: number;
      /** Minimum number of vendors among the members who replied. Default: no minimum. */
      vendors?: number;
    };
