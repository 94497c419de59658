/** What the last bit of a fraction is worth, by sign and exponent. To compute a power per weight is slow. */
const UNITS = Float64Array.from({ length: 64 }, (_, signed) => {
  const exponent = signed & 0x1f;
  const unit = 2 ** (Math.max(exponent, 1) - 25);
  return signed > 31 ? -unit : unit;
});

/** One IEEE half float, given as its 16 bits. Node 22 has no Float16Array, so it is done by hand. */
export function halfToNumber(bits: number): number {
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  const unit = UNITS[bits >> 10] ?? NaN;
  if (exponent === 0) return fraction * unit;
  if (exponent === 31) return fraction === 0 ? Math.sign(unit) * Infinity : NaN;
  return (fraction + 1024) * unit;
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
