import { measureColumns } from "./width.ts";

export interface ScreenStream {
  write(text: string): unknown;
  columns?: number;
  rows?: number;
}

const HIDE_CURSOR = "\u001b[?25l";
const SHOW_CURSOR = "\u001b[?25h";
/** Synchronized output: terminals that support it draw the frame at once; others ignore it. */
const BEGIN = "\u001b[?2026h";
const END = "\u001b[?2026l";

/** A region of the terminal that is redrawn, below earlier output. */
export class Screen {
  readonly #stream: ScreenStream;
  #drawnLines: readonly string[] = [];

  constructor(stream: ScreenStream) {
    this.#stream = stream;
  }

  draw(lines: readonly string[]): void {
    // Lines that scrolled off can't be redrawn, so a frame never has more lines than the terminal.
    const visibleLines = lines.slice(0, Math.max(1, (this.#stream.rows || 24) - 1));
    const body = visibleLines.map((line) => `${line}\u001b[K\n`).join("");
    this.#stream.write(`${BEGIN}${HIDE_CURSOR}${this.#goUp()}${body}\u001b[J${END}`);
    this.#drawnLines = visibleLines;
  }

  /** Clears the region, so that something else can be printed in its place. */
  clear(): void {
    this.#stream.write(`${this.#goUp()}\u001b[J`);
    this.#drawnLines = [];
  }

  /** Keeps the last frame and shows the cursor again. */
  close(): void {
    this.#stream.write(SHOW_CURSOR);
    this.#drawnLines = [];
  }

  /** Moves to the first line of the last frame. If the terminal became narrower, it has wrapped the lines. */
  #goUp(): string {
    if (this.#drawnLines.length === 0) return "";
    const columns = this.#stream.columns || 80;
    const heights = this.#drawnLines.map((line) => Math.ceil(measureColumns(line) / columns) || 1);
    return `\u001b[${heights.reduce((sum, height) => sum + height, 0)}A\r`;
  }
}
