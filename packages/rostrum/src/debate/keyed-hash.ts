/**
 * 32 bits that can't be predicted without the secret, even by somebody who has seen other outputs:
 * HalfSipHash-2-4 over the secret and then the text. It is plain arithmetic, so it is the same on every
 * machine and in a browser.
 */
export function keyedHash(secret: string, text: string): number {
  const state: State = { a: 0, b: 0, c: 0x6c796765, d: 0x74656462 };
  absorb(state, secret);
  absorb(state, text);
  state.c ^= 0xff;
  for (let times = 0; times < 4; times++) round(state);
  return (state.b ^ state.d) >>> 0;
}

interface State {
  a: number;
  b: number;
  c: number;
  d: number;
}

/** Two UTF-16 units at a time, then the length, so that different lists of texts never give the same input. */
function absorb(state: State, text: string): void {
  for (let at = 0; at < text.length; at += 2) {
    const next = at + 1 < text.length ? text.charCodeAt(at + 1) : 0;
    word(state, text.charCodeAt(at) | (next << 16));
  }
  word(state, text.length);
}

function word(state: State, bits: number): void {
  state.d ^= bits;
  round(state);
  round(state);
  state.a ^= bits;
}

function round(state: State): void {
  let { a, b, c, d } = state;
  a = (a + b) | 0;
  b = rotated(b, 5) ^ a;
  a = rotated(a, 16);
  c = (c + d) | 0;
  d = rotated(d, 8) ^ c;
  a = (a + d) | 0;
  d = rotated(d, 7) ^ a;
  c = (c + b) | 0;
  b = rotated(b, 13) ^ c;
  state.a = a;
  state.b = b;
  state.c = rotated(c, 16);
  state.d = d;
}

function rotated(bits: number, by: number): number {
  return (bits << by) | (bits >>> (32 - by));
}
