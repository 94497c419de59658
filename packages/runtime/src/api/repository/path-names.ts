const ESCAPES: Readonly<Record<number, string>> = {
  0x07: String.raw`\a`,
  0x08: String.raw`\b`,
  0x09: String.raw`\t`,
  0x0a: String.raw`\n`,
  0x0b: String.raw`\v`,
  0x0c: String.raw`\f`,
  0x0d: String.raw`\r`,
  0x22: String.raw`\"`,
  0x5c: String.raw`\\`,
};

/** A path as text; `null` if it isn't UTF-8. */
export function decodePath(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * A path as people, models and diffs may see it: one line without invisible characters. Paths that have any are quoted as
 * git quotes them, so that no two paths look the same. Letters of any script stay as they are.
 */
export function formatPath(bytes: Uint8Array): string {
  const text = decodePath(bytes);
  if (text === null) return quoteBytes(bytes, (byte) => byte >= 0x80);
  if (!/[\p{C}\p{Zl}\p{Zp}"\\]/u.test(text)) return text;
  const parts = Array.from(text, (character) =>
    quoteBytes(
      new TextEncoder().encode(character),
      (byte) => byte >= 0x80 && INVISIBLE.test(character),
    ).slice(1, -1),
  );
  return `"${parts.join("")}"`;
}

const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/** A path as git writes it into the head of a diff, with `core.quotePath` off. */
export function quoteAsGit(path: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what git escapes
  return /[\u0000-\u001f\u007f"\\]/.test(path)
    ? quoteBytes(new TextEncoder().encode(path), () => false)
    : path;
}

/** A path from the head of a diff. Git quotes those with unusual characters. */
export function unquoteFromGit(text: string): Buffer {
  const [, quoted] = /^"(.*)"$/s.exec(text) ?? [];
  if (quoted === undefined) return Buffer.from(text);
  const parts = quoted.match(/\\[0-7]{1,3}|\\.|[^\\]+/gs) ?? [];
  return Buffer.concat(
    parts.map((part) => {
      if (!part.startsWith("\\")) return Buffer.from(part);
      const named = Object.entries(ESCAPES).find(([, escape]) => escape === part)?.[0];
      return Buffer.from([Number(named ?? Number.parseInt(part.slice(1), 8))]);
    }),
  );
}

function quoteBytes(bytes: Uint8Array, isEscaped: (byte: number) => boolean): string {
  const parts = Array.from(bytes, (byte) => {
    const escaped = ESCAPES[byte];
    if (escaped !== undefined) return [...Buffer.from(escaped)];
    const isControl = byte < 0x20 || byte === 0x7f;
    if (!isControl && !isEscaped(byte)) return [byte];
    return [...Buffer.from(`\\${byte.toString(8).padStart(3, "0")}`)];
  });
  return `"${new TextDecoder().decode(Uint8Array.from(parts.flat()))}"`;
}
