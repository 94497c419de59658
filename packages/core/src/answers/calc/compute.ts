import { FRACTIONS, type Rational } from "../math/exact.ts";
import { compute, NoValue, type Arithmetic, type Tree } from "../math/tree.ts";
import { readUnit } from "../quantity/units.ts";
import { parseCalculation } from "./parse-calculation.ts";

/** An exact value with its dimensions: `{ length: 1, time: -1 }` for a speed. */
export interface Measure {
  value: Rational;
  dimensions: Readonly<Record<string, number>>;
}

/** Derived dimensions. A volume is in liters, a thousandth of a cubic meter. */
const DERIVED_DIMENSIONS: Record<string, { of: Record<string, number>; denominator?: bigint }> = {
  area: { of: { length: 2 } },
  volume: { of: { length: 3 }, denominator: 1000n },
  power: { of: { energy: 1, time: -1 } },
  frequency: { of: { time: -1 } },
};

/** A unit in base units. Temperatures have an offset and can't be multiplied. */
function measureUnit(words: string): Measure {
  const unit = readUnit(words);
  if (unit === null || unit.offset !== 0 || unit.dimension === "temperature") throw new NoValue();
  const dimensions: Record<string, number> = {};
  let value = toRational(unit.factor);
  unit.dimension.split("/").forEach((name, index) => {
    const { of = { [name]: 1 }, denominator = 1n } = DERIVED_DIMENSIONS[name] ?? {};
    const sign = index === 0 ? 1 : -1;
    for (const [base, power] of Object.entries(of)) {
      dimensions[base] = (dimensions[base] ?? 0) + sign * power;
    }
    const scale = { numerator: 1n, denominator };
    value = index === 0 ? FRACTIONS.multiply(value, scale) : FRACTIONS.divide(value, scale);
  });
  if (unit.dimension === "percent") {
    return { value: { numerator: 1n, denominator: 100n }, dimensions: {} };
  }
  return { value, dimensions: omitZeros(dimensions) };
}

/** Exact value of a factor in the table. */
function toRational(factor: number): Rational {
  const [digits = "0", exponent = "0"] = String(factor).split("e");
  const value = FRACTIONS.leaf({ kind: "number", text: digits });
  const ten = { numerator: 10n, denominator: 1n };
  const power = FRACTIONS.power(ten, { numerator: BigInt(exponent), denominator: 1n });
  return FRACTIONS.multiply(value, power);
}

function omitZeros(dimensions: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(dimensions).filter(([, power]) => power !== 0));
}

function combine(a: Measure, b: Measure, sign: 1 | -1): Measure["dimensions"] {
  const sum: Record<string, number> = { ...a.dimensions };
  for (const [name, power] of Object.entries(b.dimensions)) {
    sum[name] = (sum[name] ?? 0) + sign * power;
  }
  return omitZeros(sum);
}

export function haveSameDimensions(a: Measure, b: Measure): boolean {
  return Object.keys(combine(a, b, -1)).length === 0;
}

const MEASURES: Arithmetic<Measure> = {
  leaf(tree) {
    if (tree.kind === "words") return measureUnit(tree.text);
    return { value: FRACTIONS.leaf(tree), dimensions: {} };
  },
  negate: ({ value, dimensions }) => ({ value: FRACTIONS.negate(value), dimensions }),
  add(a, b) {
    if (!haveSameDimensions(a, b)) throw new NoValue();
    return { value: FRACTIONS.add(a.value, b.value), dimensions: a.dimensions };
  },
  multiply: (a, b) => ({
    value: FRACTIONS.multiply(a.value, b.value),
    dimensions: combine(a, b, 1),
  }),
  divide: (a, b) => ({
    value: FRACTIONS.divide(a.value, b.value),
    dimensions: combine(a, b, -1),
  }),
  power(base, exponent) {
    const { numerator, denominator } = exponent.value;
    if (Object.keys(exponent.dimensions).length > 0 || numerator % denominator !== 0n)
      throw new NoValue();
    const times = Number(numerator / denominator);
    return {
      value: FRACTIONS.power(base.value, exponent.value),
      dimensions: omitZeros(
        Object.fromEntries(
          Object.entries(base.dimensions).map(([name, power]) => [name, power * times]),
        ),
      ),
    };
  },
  call: () => {
    throw new NoValue();
  },
};

/** Exact value of a calculation. `null` if the text is not one, or has no value. */
export function computeCalculation(text: string): Measure | null {
  const tree = parseCalculation(text);
  return tree && computeTree(tree);
}

function computeTree(tree: Tree): Measure | null {
  return compute(tree, MEASURES);
}

/** Maximum number of decimals of a result. */
const MAX_DECIMALS = 12;

/** Formats the value of a calculation: exact if possible, in base units or in the requested unit. */
export function formatCalculation(text: string, unit?: string): string | null {
  const measure = computeCalculation(text);
  if (measure === null) return null;
  if (unit !== undefined) {
    const target = computeCalculation(unit);
    if (target === null || target.value.numerator === 0n || !haveSameDimensions(measure, target)) {
      return null;
    }
    return `${formatRational(FRACTIONS.divide(measure.value, target.value))} ${unit}`;
  }
  const dimensions = Object.entries(measure.dimensions).map(([name, power]) => {
    const base = BASE_UNITS[name] ?? name;
    return power === 1 ? base : `${base}^${power}`;
  });
  return [formatRational(measure.value), ...dimensions].join(" ");
}

/** Base unit of each dimension. A currency is its own base unit. */
const BASE_UNITS: Record<string, string> = {
  length: "m",
  mass: "kg",
  time: "s",
  energy: "J",
  pressure: "Pa",
  voltage: "V",
  current: "A",
  charge: "C",
  resistance: "ohm",
  force: "N",
  amount: "mol",
  data: "byte",
};

/** A terminating decimal, or else a rounded decimal and the fraction. */
function formatRational({ numerator, denominator }: Rational): string {
  const sign = numerator < 0n ? "-" : "";
  const size = numerator < 0n ? -numerator : numerator;
  const scale = 10n ** BigInt(MAX_DECIMALS);
  const scaled = size * scale;
  const rounded = (2n * scaled + denominator) / (2n * denominator);
  const integerPart = rounded / scale;
  const decimals = (rounded % scale).toString().padStart(MAX_DECIMALS, "0").replace(/0+$/, "");
  const decimal = `${sign}${integerPart}${decimals === "" ? "" : `.${decimals}`}`;
  if (scaled % denominator === 0n) return decimal;
  const divisor = gcd(size, denominator);
  return `${decimal}… (exactly ${sign}${size / divisor}/${denominator / divisor})`;
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}
