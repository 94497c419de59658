import { lazily } from "../kinds/remember.ts";
import { metric, others, prefixes } from "./unit-table.ts";
import type { Zone } from "./zones.ts";

/** A unit of measurement: what it measures, and how many of the base unit it is. */
export interface Unit {
  /** Only quantities of one dimension can be compared. Each currency is its own dimension. */
  dimension: string;
  factor: number;
  /** Added after the factor; only temperatures need it. */
  offset: number;
  /** Units of one system convert exactly; between systems people round. */
  system: string;
  /**
   * The unit without its "per …", which people leave out if the question says it: "$5 a month" is
   * "$5".
   */
  short?: Unit;
  /** Of a time of the day. */
  zone?: Zone;
}

interface Units {
  /** In lower case, singular. */
  names: Map<string, Unit>;
  /** By their exact spelling: "mW" is not "MW". */
  symbols: Map<string, Unit>;
  /** The first words of names that have several. */
  openings: Set<string>;
}

const rows = (table: string): string[][] =>
  table
    .trim()
    .split("\n")
    .map((row) => row.split(" "));
const namesIn = (list: string): string[] => list.replaceAll("_", " ").split(",");

/** A symbol of one or two letters in other capitals may be another word: "EV", "PA". */
const shortSymbol = 2;

function addMetric({ names, symbols }: Units): void {
  for (const [dimension = "", factor = "", written = "", said = "", ...taken] of rows(metric)) {
    const system = dimension === "time" ? "clock" : "metric";
    const times = (by: number): Unit => {
      return { dimension, system, factor: Number(factor) * by, offset: 0 };
    };
    const addSymbol = (symbol: string, unit: Unit, always: boolean): void => {
      symbols.set(symbol, unit);
      const lower = symbol.toLowerCase();
      if ((always || symbol.length > shortSymbol) && !names.has(lower)) names.set(lower, unit);
    };
    for (const symbol of written.split(",")) {
      const base = symbol.replace("-", "");
      if (base === symbol) addSymbol(base, times(1), false);
      for (const prefix of taken) addSymbol(prefix + base, times(prefixes[prefix]?.[0] ?? 1), true);
    }
    for (const name of said === "-" ? [] : namesIn(said)) {
      names.set(name, times(1));
      for (const prefix of taken) {
        const [by, word] = prefixes[prefix] ?? [1, ""];
        names.set(word + name, times(by));
      }
    }
  }
}

function addOthers({ names }: Units): void {
  for (const [dimension = "", system = "", table = ""] of rows(others)) {
    for (const entry of table.split(";")) {
      const [said = "", factor = "1", offset = "0"] = entry.split("=");
      const unit = { dimension, system, factor: Number(factor), offset: Number(offset) };
      for (const name of namesIn(said)) names.set(name, unit);
    }
  }
}

const units = lazily((): Units => {
  const all: Units = { names: new Map(), symbols: new Map(), openings: new Set() };
  addMetric(all);
  addOthers(all);
  const kelvin = all.names.get("kelvin");
  if (kelvin !== undefined) all.symbols.set("K", kelvin);
  for (const name of all.names.keys())
    if (name.includes(" ")) all.openings.add(name.slice(0, name.indexOf(" ")));
  return all;
});

const irregular: Readonly<Record<string, string>> = {
  feet: "foot",
  inches: "inch",
  centuries: "century",
  millennia: "millennium",
  pennies: "penny",
};

/** The singular of a unit's name. */
const singular = (name: string): string =>
  irregular[name] ?? (name.length > 2 && name.endsWith("s") ? name.slice(0, -1) : name);

/** The unit that a word or sign means, singular or plural: "miles", "km", "€". */
export function unitOf(name: string): Unit | undefined {
  const { names } = units();
  return names.get(name) ?? names.get(singular(name));
}

/** The unit of a symbol as it is written, in capitals or not: "mW", "Mbit"; otherwise that of the name. */
export function unitWritten(raw: string): Unit | undefined {
  const symbol = raw.replace("µ", "μ");
  const exact = units().symbols.get(symbol);
  // A single letter is a symbol only with the capitals in the table: "5 M" is not five meters.
  return exact ?? (symbol.length === 1 ? undefined : unitOf(symbol.toLowerCase()));
}

/** Whether a name of several words may begin with this word: "nautical", "kilowatt". */
export const opensName = (word: string): boolean =>
  units().openings.has(word) || units().openings.has(singular(word));

/** The unit that several words name: "nautical miles", "parts per million". */
export function unitOfWords(words: readonly string[]): Unit | undefined {
  const { names } = units();
  const [first = "", ...rest] = words;
  const last = rest.pop() ?? "";
  return (
    names.get(words.join(" ")) ??
    names.get([first, ...rest, singular(last)].join(" ")) ??
    names.get([singular(first), ...rest, last].join(" "))
  );
}

export const sameUnit = (a: Unit | null, b: Unit | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.dimension === b.dimension &&
    a.factor === b.factor &&
    a.offset === b.offset &&
    a.system === b.system);

/** "Square meters", "m²", "s^2". */
export function raised(unit: Unit, power: 2 | 3): Unit {
  const factor = unit.factor ** power;
  if (unit.dimension !== "length")
    return { ...unit, dimension: `${unit.dimension}^${power}`, factor };
  // The base of volumes is the liter.
  return power === 2
    ? { ...unit, dimension: "area", factor }
    : { ...unit, dimension: "volume", factor: factor * 1000 };
}

/** What things are counted in: "5 tablets per day". */
export const count: Unit = { dimension: "count", system: "count", factor: 1, offset: 0 };

/** A thing that is not a unit but can be the denominator of a rate: "$5 per user". */
export const counted = (name: string): Unit => ({ ...count, dimension: `~${name}` });

const isMoney = ({ dimension, system }: Unit): boolean =>
  dimension === system && (dimension.length === 3 || dimension === "cent");

const day = 86_400;

/** Whether people leave out the "per …". They don't for a speed or for "mg per kg". */
const mayLeaveOut = (unit: Unit, by: Unit): boolean =>
  by.dimension.startsWith("~") ||
  unit.dimension === "percent" ||
  isMoney(unit) ||
  (by.dimension === "time" && by.factor >= day && unit.dimension !== "count");

/** "Miles per hour". */
export function per(unit: Unit, by: Unit): Unit {
  const rate: Unit = {
    dimension: `${unit.dimension}/${by.dimension}`,
    factor: unit.factor / by.factor,
    offset: 0,
    system: `${unit.system}/${by.factor}`,
  };
  return mayLeaveOut(unit, by) ? { ...rate, short: unit.short ?? unit } : rate;
}
