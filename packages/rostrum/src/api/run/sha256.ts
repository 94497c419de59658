import { nodeModuleIfAny } from "../../runtime.ts";

/* SHA-256 for all runtimes, including browsers and edge runtimes, which offer it only asynchronously. */

/** The digest of bytes or of a text in UTF-8, in hexadecimal. */
export function sha256Of(content: string | Uint8Array): string {
  return nodeModuleIfAny("node:crypto")?.hash?.("sha256", content, "hex") ?? sha256(content);
}

/** The first 32 bits of the fractional parts of the cube or square roots of the first primes. */
function computeRoots(count: number, power: number): Uint32Array {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (isPrime(candidate)) found.push((candidate ** power % 1) * 2 ** 32);
  }
  return Uint32Array.from(found);
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) {
    if (candidate % divisor === 0) return false;
  }
  return true;
}

let constants: { rounds: Uint32Array; start: Uint32Array } | undefined;

/** The same, computed in JavaScript. */
export function sha256(content: string | Uint8Array): string {
  constants ??= { rounds: computeRoots(64, 1 / 3), start: computeRoots(8, 1 / 2) };
  const message = padMessage(
    typeof content === "string" ? new TextEncoder().encode(content) : content,
  );
  const state = constants.start.slice();
  const words = new Uint32Array(64);
  for (let offset = 0; offset < message.byteLength; offset += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = message.getUint32(offset + at * 4);
    addBlock(state, words, constants.rounds);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

/** A one bit, zeros, and the length in bits, to full blocks of 64 bytes. */
function padMessage(bytes: Uint8Array): DataView {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(whole.length - 4, (bytes.length * 8) >>> 0);
  return view;
}

function addBlock(state: Uint32Array, words: Uint32Array, rounds: Uint32Array): void {
  const word = (at: number): number => words[at] ?? 0;
  for (let at = 16; at < 64; at += 1) {
    const near = word(at - 2);
    const far = word(at - 15);
    const low = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
    const high = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
    words[at] = (word(at - 16) + low + word(at - 7) + high) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const mixed = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + mixed + chosen + (rounds[at] ?? 0) + word(at)) | 0;
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((value, at) => {
    state[at] = (state[at] ?? 0) + value;
  });
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
