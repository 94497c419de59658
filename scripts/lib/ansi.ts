/** Part of a terminal row with one style. */
export interface Run {
  column: number;
  text: string;
  color?: string;
  bold: boolean;
  dim: boolean;
}

type TextStyle = Omit<Run, "column" | "text">;

const COLORS: Readonly<Record<number, string>> = {
  30: "#6e7681",
  31: "#ff7b72",
  32: "#7ee787",
  33: "#e3b341",
  34: "#79c0ff",
  35: "#d2a8ff",
  36: "#76e3ea",
  37: "#f0f6fc",
  90: "#8b949e",
};

// oxlint-disable-next-line no-control-regex
const PIECE = /\u001b\[([\d;]*)m|([^\u001b]+)/g;

/** Reads rows of text and colours, as `tmux capture-pane -e` writes them: a colour lasts until it changes. */
export function readRows(rows: readonly string[]): Run[][] {
  let style: TextStyle = { bold: false, dim: false };
  return rows.map((row) => {
    const runs: Run[] = [];
    let column = 0;
    for (const [, codes, text] of row.matchAll(PIECE)) {
      if (text === undefined) {
        for (const code of (codes ?? "").split(";")) style = applyCode(style, Number(code));
      } else {
        if (text.trim() !== "") runs.push({ column, text, ...style });
        column += text.length;
      }
    }
    return runs;
  });
}

function applyCode(style: TextStyle, code: number): TextStyle {
  const { color: _color, ...plain } = style;
  if (code === 0) return { bold: false, dim: false };
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 39) return plain;
  const color = COLORS[code];
  return color === undefined ? style : { ...style, color };
}
