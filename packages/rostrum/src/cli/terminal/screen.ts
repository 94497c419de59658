import { measureColumns } from "./width.ts";

/** A part of the terminal that is redrawn, below what was printed before. */
export interface Screen {
  draw(lines: readonly string[]): void;
  /** Clears it, so that something else can be printed in its place. */
  clear(): void;
  /** Leaves the last frame and restores the cursor. */
  close(): void;
}

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

export function createScreen(stream: ScreenStream): Screen {
  let shown: readonly string[] = [];
  let hidden = false;

  /** How many lines the last frame takes now. A terminal that became narrower has wrapped them. */
  function height(): number {
    const columns = stream.columns || 80;
    return shown.reduce(
      (sum, line) => sum + Math.max(1, Math.ceil(measureColumns(line) / columns)),
      0,
    );
  }

  const upAndOver = (): string => (shown.length === 0 ? "" : `\u001b[${height()}A\r`);

  return {
    draw(lines) {
      // Lines that have scrolled off can't be redrawn, so at most as many lines as there are rows.
      const most = Math.max(1, (stream.rows || 24) - 1);
      const kept = lines.slice(0, most);
      const body = kept.map((line) => `${line}\u001b[K\n`).join("");
      stream.write(`${BEGIN}${hidden ? "" : HIDE_CURSOR}${upAndOver()}${body}\u001b[J${END}`);
      hidden = true;
      shown = kept;
    },
    clear() {
      stream.write(`${upAndOver()}\u001b[J`);
      shown = [];
    },
    close() {
      if (hidden) stream.write(SHOW_CURSOR);
      hidden = false;
      shown = [];
    },
  };
}
