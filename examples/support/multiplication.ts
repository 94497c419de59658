/**
 * Long multiplication as it is done on paper, in columns of one or two digits. Each step is one product
 * or one sum of two numbers below 100.
 */
export interface Multiplication {
  /** The factors in digits. Their lengths are multiples of the width. */
  a: string;
  b: string;
  /** Digits of a column. */
  width: 1 | 2;
  /** The product so far in columns, the lowest first. */
  columns: number[];
  row: number;
  column: number;
  /** Carried from the column before. */
  carry: number;
  /** What comes next in this column, and what came of the steps before. */
  part: "product" | "carry_in" | "add" | "carry_out";
  high: number;
  low: number;
  overflow: number;
}

export function multiplication(a: string, b: string, width: 1 | 2 = 2): Multiplication {
  return {
    a,
    b,
    width,
    columns: Array.from({ length: (a.length + b.length) / width }, () => 0),
    row: 0,
    column: 0,
    carry: 0,
    part: "product",
    high: 0,
    low: 0,
    overflow: 0,
  };
}

/** The digits of a column of a number, counted from its end. */
function digitsAt(number: string, place: number, width: number): number {
  const end = number.length - width * place;
  return Number(number.slice(end - width, end));
}

/** The next sum or product, or `null` when the last row is done. */
export function question(state: Multiplication): string | null {
  const { a, b, width, row, column, part, low, high, carry, columns, overflow } = state;
  if (width * row >= b.length) return null;
  switch (part) {
    case "product":
      return `${digitsAt(a, column, width)}*${digitsAt(b, row, width)}`;
    case "carry_in":
      return `${low}+${carry}`;
    case "add":
      return `${low}+${columns[row + column] ?? 0}`;
    case "carry_out":
      return `${high}+${overflow}`;
  }
}

/** The state after an answer. Sums with zero are left out. */
export function answered(state: Multiplication, answer: number): Multiplication {
  const base = 10 ** state.width;
  const next = { ...state, low: answer % base };
  const over = Math.floor(answer / base);
  switch (state.part) {
    case "product":
      return enter({ ...next, high: over, overflow: 0, part: "carry_in" });
    case "carry_in":
      return enter({ ...next, overflow: over, part: "add" });
    case "add":
      return enter({ ...next, overflow: state.overflow + over, part: "carry_out" });
    case "carry_out":
      return endColumn({ ...state, high: answer });
  }
}

function enter(state: Multiplication): Multiplication {
  const { part, carry, columns, row, column, overflow } = state;
  if (part === "carry_in" && carry === 0) return enter({ ...state, part: "add" });
  if (part === "add" && columns[row + column] === 0) return enter({ ...state, part: "carry_out" });
  return part === "carry_out" && overflow === 0 ? endColumn(state) : state;
}

function endColumn(state: Multiplication): Multiplication {
  const { a, width, row, column, low, high } = state;
  const columns = state.columns.with(row + column, low);
  const last = width * (column + 1) >= a.length;
  if (!last) return { ...state, columns, column: column + 1, carry: high, part: "product" };
  const length = a.length / width;
  return {
    ...state,
    columns: columns.with(row + length, high),
    row: row + 1,
    column: 0,
    carry: 0,
    part: "product",
  };
}

/** The product, when all rows are done. */
export function productOf({ columns, width }: Multiplication): bigint {
  const digits = columns.toReversed().map((column) => String(column).padStart(width, "0"));
  return BigInt(digits.join(""));
}
