import temml from "temml";
import "temml/dist/Temml-Local.css";

/** Longer, deeper or larger formulas stay text: drawing one could keep the browser busy for seconds. */
const MAX_CHARS = 4000;
const MAX_DEPTH = 100;
const MAX_ELEMENTS = 4000;
/** Macros could make a short formula as large as they like. */
const DEFINITION = /\\(?:[egx]?def|(?:new|renew|provide)command|let|futurelet)(?![A-Za-z])/;
/** Largest length that a formula may ask for, in em and in points. */
const MAX_SIZE: [em: number, points: number] = [20, 200];

/**
 * Returns a formula as MathML. Null when it can't be drawn: its TeX has an error, it is too large, or it asks for
 * more than mathematics, such as a macro, a link, an image or a style.
 */
export function renderFormula(tex: string, block: boolean): Element | null {
  if (tex.length > MAX_CHARS || DEFINITION.test(tex)) return null;
  const frame = document.createElement("div");
  try {
    temml.render(tex, frame, {
      displayMode: block,
      throwOnError: true,
      trust: refuse,
      maxSize: MAX_SIZE,
    });
  } catch {
    return null;
  }
  const math = frame.firstElementChild;
  return math && isOnlyMath(frame) ? math : null;
}

/** Throws, because Temml would otherwise leave out what isn't trusted and draw the rest. */
function refuse(): never {
  throw new Error("expected a formula without links, images or styles");
}

function isOnlyMath(frame: Element): boolean {
  const elements = frame.getElementsByTagName("*");
  if (elements.length > MAX_ELEMENTS || measureDepth(frame) > MAX_DEPTH) return false;
  return [...elements].every(
    (element) =>
      element instanceof MathMLElement &&
      !element.hasAttribute("id") &&
      !element.hasAttribute("href"),
  );
}

function measureDepth(root: Element): number {
  let level: Element[] = [root];
  let depth = 0;
  while (level.length > 0 && depth <= MAX_DEPTH) {
    level = level.flatMap((element) => [...element.children]);
    depth += 1;
  }
  return depth;
}
