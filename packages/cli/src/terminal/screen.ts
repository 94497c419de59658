import { measureColumns } from "./width.ts";

export interface ScreenStream {
  write(text: string): unknown;
  columns?: number;
  rows?: number;
}

const HIDE_CURSOR = "\u001b[?25l";
const SHOW_CURSOR = "\u001b[?25h";
/** Terminals that support it show the frame at once; others ignore it. */
const BEGIN = "\u001b[?2026h";
const END = "\u001b[?2026l";

/** A part of the terminal that is redrawn, below what was printed before. */
export class Screen {
  readonly #stream: ScreenStream;
  #shown: readonly string[] = [];

  constructor(stream: ScreenStream) {
    this.#stream = stream;
  }

  draw(lines: readonly string[]): void {
    // Lines that have scrolled off can't be redrawn, so at most as many lines as there are rows.
    const kept = lines.slice(0, Math.max(1, (this.#stream.rows || 24) - 1));
    const body = kept.map((line) => `${line}\u001b[K\n`).join("");
    this.#stream.write(`${BEGIN}${HIDE_CURSOR}${this.#goUp()}${body}\u001b[J${END}`);
    this.#shown = kept;
  }

  /** Clears it, so that something else can be printed in its place. */
  clear(): void {
    this.#stream.write(`${this.#goUp()}\u001b[J`);
    this.#shown = [];
  }

  /** Leaves the last frame and restores the cursor. */
  close(): void {
    this.#stream.write(SHOW_CURSOR);
    this.#shown = [];
  }

  /** To the first line of the last frame. A terminal that became narrower has wrapped its lines. */
  #goUp(): string {
    if (this.#shown.length === 0) return "";
    const columns = this.#stream.columns || 80;
    const heights = this.#shown.map((line) => Math.ceil(measureColumns(line) / columns) || 1);
    return `\u001b[${heights.reduce((sum, height) => sum + height, 0)}A\r`;
  }
}
