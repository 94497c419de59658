/**
 * Fewest replies that a round needs: so many, or so many of members whose models are from so many different vendors. A
 * member that failed doesn't count.
 */
export type Quorum =
  | number
  | {
      /** Fewest replies. Default 2. */
      members?: number;
      /** Fewest vendors among those who replied. Default: any. */
      vendors?: number;
    };
