/** Number of characters of the indexed parts. */
const PART_CHARS = 4;
const MAX_BUCKETS = 1 << 16;

/**
 * Maximum number of characters per text that are compared in vain, as a multiple of its length. Only texts designed to
 * be slow need more; then the quote counts as not found. A match takes no more than reading the quote.
 */
const MAX_COMPARED_FACTOR = 32;

/** Index of the parts of a text, so that many quotes can be looked up without rereading it. */
export class TextIndex {
  readonly #text: string;
  /** Positions of all parts, grouped by bucket, in the order of the text. */
  readonly #places: Int32Array;
  /** Start of each bucket in `#places`. */
  readonly #starts: Int32Array;
  /** A power of two, about as many as the text has parts. */
  readonly #buckets: number;
  #left: number;

  constructor(text: string) {
    this.#text = text;
    this.#left = MAX_COMPARED_FACTOR * text.length + 1000;
    const count = Math.max(0, text.length - PART_CHARS + 1);
    this.#places = new Int32Array(count);
    this.#buckets = Math.min(MAX_BUCKETS, 2 ** Math.ceil(Math.log2(count + 1)));
    this.#starts = new Int32Array(this.#buckets + 1);
    for (let at = 0; at < count; at++) this.#count(this.#bucketAt(text, at) + 1);
    for (let bucket = 0; bucket < this.#buckets; bucket++)
      this.#count(bucket + 1, this.#start(bucket));
    const next = this.#starts.slice();
    for (let at = 0; at < count; at++) {
      const bucket = this.#bucketAt(text, at);
      const place = next[bucket] ?? 0;
      next[bucket] = place + 1;
      this.#places[place] = at;
    }
  }

  /** First position of a quote that `accepts` allows. -1 if there is none. */
  find(quote: string, accepts: (from: number) => boolean): number {
    // An empty quote would match everywhere.
    if (quote === "") return -1;
    if (quote.length < PART_CHARS) return this.#findShort(quote, accepts);
    const { offset, bucket } = this.#findRarest(quote);
    const last = this.#text.length - quote.length;
    for (let at = this.#start(bucket); at < this.#start(bucket + 1); at++) {
      const from = (this.#places[at] ?? 0) - offset;
      if (from < 0) continue;
      if (from > last || this.#left <= 0) return -1;
      if (accepts(from) && this.#standsAt(quote, from)) return from;
    }
    return -1;
  }

  #findShort(quote: string, accepts: (from: number) => boolean): number {
    let from = this.#text.indexOf(quote);
    while (from >= 0 && !accepts(from)) from = this.#text.indexOf(quote, from + 1);
    return from;
  }

  /** Finds the part of a quote with the fewest positions in the text. */
  #findRarest(quote: string): { offset: number; bucket: number } {
    let rarest = { offset: 0, bucket: 0, size: Infinity };
    for (let offset = 0; offset + PART_CHARS <= quote.length && rarest.size > 0; offset++) {
      const bucket = this.#bucketAt(quote, offset);
      const size = this.#start(bucket + 1) - this.#start(bucket);
      if (size < rarest.size) rarest = { offset, bucket, size };
    }
    return rarest;
  }

  #standsAt(quote: string, from: number): boolean {
    let at = 0;
    while (at < quote.length && quote.charCodeAt(at) === this.#text.charCodeAt(from + at)) at++;
    if (at === quote.length) return true;
    this.#left -= at + 1;
    return false;
  }

  #start(bucket: number): number {
    return this.#starts[bucket] ?? 0;
  }

  #count(bucket: number, by = 1): void {
    this.#starts[bucket] = this.#start(bucket) + by;
  }

  /** Bucket of the part that begins at a position. */
  #bucketAt(text: string, at: number): number {
    let hash = 0;
    for (let next = at; next < at + PART_CHARS; next++)
      hash = Math.imul(hash, 0x01000193) ^ text.charCodeAt(next);
    return (hash ^ (hash >>> 16)) & (this.#buckets - 1);
  }
}
