/** Everything that a file, a pipe or a device gives; `null` if it is more than `most` bytes, because some never end. */
export async function bytesUpTo(
  source: AsyncIterable<string | Uint8Array>,
  most: number,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > most) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
