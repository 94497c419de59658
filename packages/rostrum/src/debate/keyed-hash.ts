/**
 * 32 bits that can't be predicted without the secret, even by somebody who has seen other outputs:
 * HalfSipHash-2-4 over the secret and then the text. It is plain arithmetic, so it is the same on every
 * machine and in a browser.
 */
export function keyedHash(secret: string, text: string): number {
  const state: State = [0, 0, 0x6c796765, 0x74656462];
  absorb(state, secret);
  absorb(state, text);
  state[2] ^= 0xff;
  for (let times = 0; times < 4; times++) round(state);
  return (state[1] ^ state[3]) >>> 0;
}

type State = [number, number, number, number];

/** Two UTF-16 units at a time, then the length, so that different lists of texts never give the same input. */
function absorb(state: State, text: string): void {
  for (let at = 0; at < text.length; at += 2) {
    word(state, text.charCodeAt(at) | ((text.charCodeAt(at + 1) || 0) << 16));
  }
  word(state, text.length);
}

function word(state: State, bits: number): void {
  state[3] ^= bits;
  round(state);
  round(state);
  state[0] ^= bits;
}

function round(v: State): void {
  v[0] = (v[0] + v[1]) | 0;
  v[1] = rotated(v[1], 5) ^ v[0];
  v[0] = rotated(v[0], 16);
  v[2] = (v[2] + v[3]) | 0;
  v[3] = rotated(v[3], 8) ^ v[2];
  v[0] = (v[0] + v[3]) | 0;
  v[3] = rotated(v[3], 7) ^ v[0];
  v[2] = (v[2] + v[1]) | 0;
  v[1] = rotated(v[1], 13) ^ v[2];
  v[2] = rotated(v[2], 16);
}

function rotated(bits: number, by: number): number {
  return (bits << by) | (bits >>> (32 - by));
}
