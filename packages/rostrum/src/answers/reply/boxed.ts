export interface Found {
  content: string;
  start: number;
  end: number;
}

/** Index just after the brace that closes the one at `open`; -1 when it never closes. */
export function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 92) i++;
    else if (code === 123) depth++;
    else if (code === 125 && --depth === 0) return i + 1;
  }
  return -1;
}

/** Reads the box whose backslash is at `start`. */
export function boxedAt(text: string, start: number): Found | null {
  let open = start + 1;
  while (text.charCodeAt(open) >= 97 && text.charCodeAt(open) <= 122) open++;
  while (text[open] === " ") open++;
  if (text[open] !== "{") {
    // `\boxed 42`, as plain TeX allows.
    const word = /^[^\s$.,;]+/.exec(text.slice(open, open + 40));
    return word === null ? null : { content: word[0], start, end: open + word[0].length };
  }
  const end = closingBrace(text, open);
  return end < 0 ? null : { content: text.slice(open + 1, end - 1), start, end };
}

const between = /^[\s$,;]*(?:\\text\{\s*)?(?:and|or)?(?:\s*\})?[\s$,;]*$/;

/** The last `\boxed{…}`; boxes in a row ("1 and 2", each boxed) are one answer. */
export function lastBoxed(text: string): Found | null {
  let at = Math.max(text.lastIndexOf("\\boxed"), text.lastIndexOf("\\fbox"));
  let found: Found | null = null;
  // Each try looks at the text after it once; a few of them keep the time linear.
  for (let tries = 0; at >= 0 && tries < 8; tries++) {
    const box = boxedAt(text, at);
    if (box !== null && box.content.trim() !== "") {
      if (found === null) found = box;
      else if (found.start - box.end <= 24 && between.test(text.slice(box.end, found.start))) {
        found = { content: `${box.content}, ${found.content}`, start: box.start, end: found.end };
      } else break;
    }
    if (at === 0) break;
    at = text.lastIndexOf("\\boxed", at - 1);
  }
  return found;
}
