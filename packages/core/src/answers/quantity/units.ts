import { remember } from "../kinds/remember.ts";
import { METRIC_UNITS, OTHER_UNITS, PREFIXES } from "./unit-table.ts";

/** A unit of measurement. */
export interface Unit {
  /** Only quantities of one dimension can be compared. Each currency is its own dimension. */
  dimension: string;
  factor: number;
  /** Added after the factor; used by temperatures only. */
  offset: number;
  /** Units of one system convert exactly; between systems people round. */
  system: string;
  /** A bare figure never means this unit: a percentage, a rate, degrees. */
  mustBeSaid: boolean;
}

interface UnitTable {
  /** Keys in lower case, singular. */
  names: Map<string, Unit>;
  /** Keys in exact spelling: "mW" is not "MW". */
  symbols: Map<string, Unit>;
}

const MUST_BE_SAID = new Set([
  "percent",
  "percentage_point",
  "ppm",
  "temperature",
  "angle",
  "rate",
  "sound",
]);

let table: UnitTable | null = null;

function unitTable(): UnitTable {
  if (table !== null) return table;
  table = { names: new Map(), symbols: new Map() };
  addMetricUnits(table);
  addOtherUnits(table);
  return table;
}

const readRows = (rows: string): string[][] =>
  rows
    .trim()
    .split("\n")
    .map((row) => row.split(" "));
const readNames = (list: string): string[] => list.replaceAll("_", " ").split(",");

function addMetricUnits({ names, symbols }: UnitTable): void {
  for (const [dimension = "", factor = "", symbolList = "", nameList = "", ...prefixes] of readRows(
    METRIC_UNITS,
  )) {
    const times = (by: number): Unit =>
      makeUnit(dimension, dimension === "time" ? "clock" : "metric", Number(factor) * by);
    for (const symbol of symbolList.split(",")) {
      const base = symbol.replace("-", "");
      if (base === symbol) symbols.set(base, times(1));
      for (const prefix of prefixes) symbols.set(prefix + base, times(PREFIXES[prefix]?.[0] ?? 1));
    }
    for (const name of nameList === "-" ? [] : readNames(nameList)) {
      names.set(name, times(1));
      for (const prefix of prefixes) {
        const [by, word] = PREFIXES[prefix] ?? [1, ""];
        names.set(word + name, times(by));
      }
    }
  }
}

function addOtherUnits({ names }: UnitTable): void {
  for (const [dimension = "", system = "", list = ""] of readRows(OTHER_UNITS)) {
    for (const entry of list.split(";")) {
      const [nameList = "", factor = "1", offset = "0"] = entry.split("=");
      const unit = makeUnit(dimension, system, Number(factor), Number(offset));
      for (const name of readNames(nameList)) names.set(name, unit);
    }
  }
}

function makeUnit(dimension: string, system: string, factor: number, offset = 0): Unit {
  const mustBeSaid = MUST_BE_SAID.has(dimension) || dimension.includes("/");
  return { dimension, system, factor, offset, mustBeSaid };
}

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ["feet", "foot"],
  ["inches", "inch"],
  ["centuries", "century"],
  ["millennia", "millennium"],
  ["pennies", "penny"],
  ["men", "man"],
  ["women", "woman"],
  ["children", "child"],
  ["people", "person"],
  ["teeth", "tooth"],
  ["geese", "goose"],
  ["mice", "mouse"],
]);

export const singular = (name: string): string =>
  IRREGULAR.get(name) ??
  (name.length > 3 && name.endsWith("s") && !name.endsWith("ss") ? name.slice(0, -1) : name);

/** Reads a word, a sign or a phrase as a unit: "miles", "km", "€", "m²", "miles per hour", "mg/kg". */
export const readUnit: (unitText: string) => Unit | null = remember((written) => {
  const text = written.trim().replaceAll("µ", "μ");
  if (text === "" || text.length > 60) return null;
  return simpleUnit(text) ?? raisedUnit(text) ?? readRate(text);
});

function simpleUnit(text: string): Unit | null {
  const { names, symbols } = unitTable();
  const symbol = symbols.get(text) ?? symbols.get(text.replace(/\.$/, ""));
  if (symbol !== undefined) return symbol;
  // Single letters are symbols only with exact case: "5 M" is not five meters.
  if (/^\p{L}$/u.test(text)) return null;
  const name = text
    .toLowerCase()
    .replace(/\.$/, "")
    .replace(/[\s-]+/g, " ");
  const words = name.split(" ");
  const last = words.pop() ?? "";
  const first = [singular(words[0] ?? ""), ...words.slice(1)];
  return (
    names.get(name) ??
    names.get([...words, singular(last)].join(" ")) ??
    (words.length > 0 ? names.get([...first, last].join(" ")) : undefined) ??
    null
  );
}

/** The exponent directly follows its symbol: "5 foot 3" is a length. */
const RAISED = /^(?:(square|sq\.?|cubic)\s+(.+)|(\p{L}+)(?:\^?([23])|([²³])|\s(squared|cubed)))$/iu;

/** "Square meters", "m²", "ft^2". */
function raisedUnit(text: string): Unit | null {
  const match = RAISED.exec(text);
  if (match === null) return null;
  const base = simpleUnit(match[2] ?? match[3] ?? "");
  if (base?.dimension !== "length") return null;
  const sign = (match[1] ?? match[4] ?? match[5] ?? match[6] ?? "").toLowerCase();
  const cubic = sign.startsWith("cub") || sign === "3" || sign === "³";
  // The base unit of volumes is the liter.
  return cubic
    ? { ...base, dimension: "volume", factor: base.factor ** 3 * 1000 }
    : { ...base, dimension: "area", factor: base.factor ** 2 };
}

/** "Kilometers per hour", "mg/kg", "$ per month": both parts must be units of the table. */
function readRate(text: string): Unit | null {
  const parts = text.split(/\s*\/\s*|\s+per\s+/i);
  if (parts.length !== 2) return null;
  const [numerator, denominator] = parts.map((part) => simpleUnit(part) ?? raisedUnit(part));
  if (!numerator || !denominator) return null;
  const [dimension, system] = [
    `${numerator.dimension}/${denominator.dimension}`,
    `${numerator.system}/${denominator.system}`,
  ];
  return makeUnit(dimension, system, numerator.factor / denominator.factor);
}

/** A counted noun as a unit. A bare figure means the noun that the question asks for. */
export function countedUnit(noun: string, isAskedFor: boolean): Unit {
  const dimension = `count of ${singular(noun.toLowerCase())}`;
  return { ...makeUnit(dimension, "count", 1), mustBeSaid: !isAskedFor };
}
