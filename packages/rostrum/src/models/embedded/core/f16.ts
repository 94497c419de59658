/** One IEEE half float, given as its 16 bits. Node 22 has no Float16Array, so it is done by hand. */
export function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Little-endian half floats as single floats. */
export function halvesToFloats(bytes: Uint8Array): Float32Array {
  const floats = new Float32Array(bytes.byteLength >> 1);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let index = 0; index < floats.length; index++) {
    floats[index] = halfToNumber(view.getUint16(index * 2, true));
  }
  return floats;
}
