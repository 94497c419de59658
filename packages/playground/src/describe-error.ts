/** How browsers say that a part of the page's code did not arrive. */
const NOT_LOADED = /dynamically imported module|importing a module script/i;

/** The message of an error, for people. */
export function describeError(error: unknown): string {
  const message = error instanceof Error && error.message !== "" ? error.message : String(error);
  return NOT_LOADED.test(message)
    ? "A part of the playground could not be loaded. Check that you are online, and reload the page."
    : message;
}
