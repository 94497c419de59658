export interface Complex {
  re: number;
  im: number;
  /** Bound of the rounding error. Terms that cancel out leave at most this. */
  noise: number;
}

/** Relative rounding error of a float, doubled for safety. */
const ROUNDING = 2 ** -52;

export const size = (a: Complex): number => (a.im === 0 ? Math.abs(a.re) : Math.hypot(a.re, a.im));

const complex = (re: number, im: number, inherited: number): Complex => {
  const result = { re, im, noise: 0 };
  result.noise = inherited + ROUNDING * size(result);
  return result;
};

export const real = (re: number, inherited = 0): Complex => complex(re, 0, inherited);

const notANumber = (): Complex => real(Number.NaN);

/** A value too small for a float is NaN: it is not zero, and differs from other such values. */
const nanIfUnderflow = (result: Complex, isZero: boolean): Complex =>
  !isZero && size(result) < 2 ** -1022 ? notANumber() : result;

/** Safety factor: actual errors may exceed the tracked bound, which omits small factors. */
const SLACK = 16;

/** True if the value is indistinguishable from zero. */
const isNoise = (a: Complex): boolean => size(a) <= SLACK * a.noise;

export const add = (a: Complex, b: Complex): Complex =>
  complex(a.re + b.re, a.im + b.im, a.noise + b.noise);

export const negate = (a: Complex): Complex => ({ re: -a.re, im: -a.im, noise: a.noise });

const isZero = (a: Complex): boolean => a.re === 0 && a.im === 0;

export function multiply(a: Complex, b: Complex): Complex {
  const noise = size(a) * b.noise + size(b) * a.noise;
  const product =
    a.im === 0 && b.im === 0
      ? real(a.re * b.re, noise)
      : complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re, noise);
  return nanIfUnderflow(product, isZero(a) || isZero(b));
}

export function divide(a: Complex, b: Complex): Complex {
  if (isNoise(b)) return notANumber();
  const divisorSize = size(b);
  const noise = (a.noise + (size(a) / divisorSize) * b.noise) / divisorSize;
  if (a.im === 0 && b.im === 0) return nanIfUnderflow(real(a.re / b.re, noise), isZero(a));
  // Divide separately, because the square of a small number would underflow.
  const [re, im] = [b.re / divisorSize, b.im / divisorSize];
  return nanIfUnderflow(
    complex((a.re * re + a.im * im) / divisorSize, (a.im * re - a.re * im) / divisorSize, noise),
    isZero(a),
  );
}

export const log = (a: Complex): Complex => {
  if (isNoise(a)) return notANumber();
  const noise = a.noise / size(a);
  return a.im === 0 && a.re > 0
    ? real(Math.log(a.re), noise)
    : complex(Math.log(size(a)), Math.atan2(a.im, a.re), noise);
};

export const exp = (a: Complex): Complex => {
  const magnitude = Math.exp(a.re);
  const result =
    a.im === 0
      ? real(magnitude, magnitude * a.noise)
      : complex(magnitude * Math.cos(a.im), magnitude * Math.sin(a.im), magnitude * a.noise);
  return nanIfUnderflow(result, false);
};

export function power(a: Complex, b: Complex): Complex {
  if (b.im === 0 && Number.isInteger(b.re) && Math.abs(b.re) <= 64) {
    let result = real(1);
    for (let k = 0; k < Math.abs(b.re); k++) result = multiply(result, a);
    return b.re < 0 ? divide(real(1), result) : result;
  }
  if (isNoise(a)) return b.re > 0 ? real(0, a.noise ** Math.min(1, b.re)) : notANumber();
  if (a.im === 0 && b.im === 0 && a.re > 0) {
    const result = a.re ** b.re;
    const noise = result * ((Math.abs(b.re) * a.noise) / a.re + Math.abs(Math.log(a.re)) * b.noise);
    return nanIfUnderflow(real(result, noise), false);
  }
  return exp(multiply(b, log(a)));
}

/** Principal root. An odd root of a negative number is the real one, as in school. */
export function root(a: Complex, degree: number): Complex {
  if (degree === 2 && a.im === 0 && !isNoise(a)) {
    const result = Math.sqrt(Math.abs(a.re));
    const noise = (result / size(a)) * a.noise;
    return a.re < 0 ? complex(0, result, noise) : real(result, noise);
  }
  if (a.im === 0 && a.re < 0 && degree % 2 === 1) return negate(root(negate(a), degree));
  return power(a, real(1 / degree));
}

/** Maximum relative difference, whatever the noise. */
const MAX_RELATIVE_DIFFERENCE = 1e-6;

export const isFinite = (a: Complex): boolean => Number.isFinite(a.re) && Number.isFinite(a.im);

/**
 * True if values are equal to about thirteen digits, relative to the larger one. Ignores rounding errors of
 * terms that cancelled out.
 */
export function close(a: Complex, b: Complex, precision = 1e-13): boolean {
  const distance = size(add(a, negate(b)));
  const scale = Math.max(size(a), size(b));
  if (distance <= precision * scale) return true;
  if (isNoise(a) && isNoise(b)) return true;
  const noise = SLACK * (a.noise + b.noise);
  return distance <= noise && noise <= MAX_RELATIVE_DIFFERENCE * scale;
}
