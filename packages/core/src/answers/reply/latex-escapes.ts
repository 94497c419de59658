/*
 * Models write LaTeX into JSON without doubling the backslash. Some of these escapes are invalid (`\sqrt`), others mean
 * a control character (`\frac` is a form feed and "rac"). Both are repaired here.
 */
const CODE_POINT = /^[0-9a-fA-F]{4}/;

const isEscape = (json: string, at: number): boolean => {
  const next = json[at + 1];
  if (next === undefined) return false;
  return next === "u" ? CODE_POINT.test(json.slice(at + 2, at + 6)) : '"\\\\/bfnrt'.includes(next);
};

const escapeControl = (code: number): string => {
  if (code === 10) return "\\n";
  if (code === 9) return "\\t";
  return code === 13 ? "\\r" : " ";
};

/** Doubles backslashes that are no JSON escape, and escapes raw line breaks inside strings. */
export function repairEscapes(json: string): string {
  const parts: string[] = [];
  let from = 0;
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (code === 92) {
      if (!isEscape(json, i)) {
        parts.push(json.slice(from, i), "\\\\");
        from = i + 1;
      } else i++;
    } else if (code === 34) inString = !inString;
    else if (inString && code < 32) {
      parts.push(json.slice(from, i), escapeControl(code));
      from = i + 1;
    }
  }
  if (parts.length === 0) return json;
  parts.push(json.slice(from));
  return parts.join("");
}

const CONTROL = /[\b\f\t\n\r]/;
const MISREAD_ESCAPE =
  /[\b\f]|\t(?=(?:ext|imes|heta|an|frac|au|riangle|o)(?![a-z])|ext[a-z]{2}\b)|\n(?=(?:eq|eg|otin|abla|mid)(?![a-z]))|\r(?=(?:ight|ho|angle|floor|ceil|brace)(?![a-z]))/g;
const ESCAPES: Record<string, string> = {
  "\b": "\\b",
  "\f": "\\f",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
};

/** Restores the backslash of commands such as `\frac` and `\times` that JSON parsed as an escape. */
export const restoreLatex = (text: string): string =>
  CONTROL.test(text) ? text.replace(MISREAD_ESCAPE, (c) => ESCAPES[c] ?? c) : text;
