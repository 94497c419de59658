/**
 * Findings of ../shared/live/reviews.json with the same cause, by file and number, grouped by one careful reader under the
 * rule that comparers are given. A finding with two causes goes with the first one that it names.
 *
 * Three findings still repeat a part of another one, which names their cause second: client.ts 2 (the comma, next to the
 * path attribute in 1), etag 5 (the method, next to the status in 1) and secure-headers 8 (the star, next to src in 10).
 */
export const SAME_CAUSE: Readonly<Record<string, readonly (readonly number[])[]>> = {
  "src/client/client.ts": [
    [1, 10],
    [4, 11],
  ],
  "src/utils/ipaddr.ts": [[8, 9]],
  "src/middleware/etag/index.ts": [[1, 6]],
  "src/router/trie-router/node.ts": [[4, 5, 6]],
  "src/adapter/lambda-edge/handler.ts": [[4, 5]],
  "src/client/utils.ts": [[2, 3]],
  "src/middleware/secure-headers/secure-headers.ts": [[7, 11]],
  "src/middleware/method-override/index.ts": [[6, 8, 9]],
  "src/middleware/cache/index.ts": [[9, 10]],
};

/** A file of the blind trial. */
export interface TrialFile {
  file: string;
  fixedLater: { title: string; found: boolean | null }[];
  findings: { claim: string; severity: string; by: string[]; quotes: { text: string }[] }[];
}
