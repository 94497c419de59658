/** Texts of this many characters take milliseconds to read, compare or send. */
const LONG_TEXT_CHARS = 50_000;

/**
 * Lets other work of this thread run before a long text is processed, so that a server stays responsive. `null` for
 * shorter texts, which need no pause.
 */
export function yieldForLongText(...texts: readonly (string | undefined)[]): Promise<void> | null {
  const length = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  if (length < LONG_TEXT_CHARS) return null;
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
