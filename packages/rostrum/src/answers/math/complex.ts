export interface Complex {
  re: number;
  im: number;
}

export const real = (re: number): Complex => ({ re, im: 0 });

export const add = (a: Complex, b: Complex): Complex => ({ re: a.re + b.re, im: a.im + b.im });

export const negate = (a: Complex): Complex => ({ re: -a.re, im: -a.im });

export const multiply = (a: Complex, b: Complex): Complex =>
  a.im === 0 && b.im === 0
    ? real(a.re * b.re)
    : { re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re };

export function divide(a: Complex, b: Complex): Complex {
  if (a.im === 0 && b.im === 0) return real(a.re / b.re);
  const size = b.re * b.re + b.im * b.im;
  return { re: (a.re * b.re + a.im * b.im) / size, im: (a.im * b.re - a.re * b.im) / size };
}

export const size = (a: Complex): number => (a.im === 0 ? Math.abs(a.re) : Math.hypot(a.re, a.im));

export const log = (a: Complex): Complex =>
  a.im === 0 && a.re > 0
    ? real(Math.log(a.re))
    : { re: Math.log(size(a)), im: Math.atan2(a.im, a.re) };

export const exp = (a: Complex): Complex => {
  if (a.im === 0) return real(Math.exp(a.re));
  const grown = Math.exp(a.re);
  return { re: grown * Math.cos(a.im), im: grown * Math.sin(a.im) };
};

export function power(a: Complex, b: Complex): Complex {
  if (b.im === 0 && Number.isInteger(b.re) && Math.abs(b.re) <= 64) {
    let result = real(1);
    for (let k = 0; k < Math.abs(b.re); k++) result = multiply(result, a);
    return b.re < 0 ? divide(real(1), result) : result;
  }
  if (a.im === 0 && b.im === 0 && a.re >= 0) return real(a.re ** b.re);
  if (a.re === 0 && a.im === 0) return real(b.re > 0 ? 0 : Number.NaN);
  return exp(multiply(b, log(a)));
}

/** The principal root; an odd root of a negative number is the real one, as in school. */
export function root(a: Complex, degree: number): Complex {
  if (a.im === 0 && a.re < 0 && degree % 2 === 1) return real(-((-a.re) ** (1 / degree)));
  if (a.im === 0 && a.re < 0 && degree === 2) return { re: 0, im: Math.sqrt(-a.re) };
  return degree === 2 && a.im === 0 ? real(Math.sqrt(a.re)) : power(a, real(1 / degree));
}

export const isFinite = (a: Complex): boolean => Number.isFinite(a.re) && Number.isFinite(a.im);

/** Equal to about ten digits, relative to the larger of the two. */
export function close(a: Complex, b: Complex, precision = 1e-10): boolean {
  const scale = Math.max(size(a), size(b));
  return size(add(a, negate(b))) <= precision * scale || scale < 1e-12;
}
