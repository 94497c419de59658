/** JSON in a fence or at the end of a text, which repeats what the page shows in words. */
const FENCED = /(?:^|\n)(`{3,})(?:json)?[ \t]*\n\s*[{[][^]*?\n?\1[ \t]*(?=\n|$)/g;

/** Removes the JSON that a program asked for from a reply. Keeps other code and JSON that can't be parsed. */
export function readProse(text: string): string {
  const rest = text.replace(FENCED, (fence) => (isJson(removeFence(fence)) ? "" : fence)).trim();
  const at = rest.search(/(?:^|\n)[ \t]*\{/);
  return at >= 0 && isJson(rest.slice(at)) ? rest.slice(0, at).trim() : rest;
}

function removeFence(fence: string): string {
  return fence.trim().split("\n").slice(1, -1).join("\n");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
