/** Browsers' messages for code of the page that couldn't be loaded. */
const NOT_LOADED = /dynamically imported module|importing a module script/i;

/** Returns an error's message for the reader. */
export function describeError(error: unknown): string {
  const message = error instanceof Error && error.message !== "" ? error.message : String(error);
  return NOT_LOADED.test(message)
    ? "A part of the playground could not be loaded. Check that you are online, and reload the page."
    : message;
}
