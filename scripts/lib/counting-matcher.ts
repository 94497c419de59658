/*
 * A matcher that backtracks like the engine's and counts each character that it examines. The engine doesn't report the
 * steps of a pattern, and its time depends on the machine.
 */
import { RegExpParser, type AST } from "@eslint-community/regexpp";

/** Start and end of a match. */
export type MatchRange = readonly [from: number, to: number];

export interface CountingMatcher {
  /** Finds the first match from `start` on, or exactly there for a sticky pattern, and counts the steps. */
  find(text: string, start: number): { range: MatchRange | null; steps: number };
}

type Next = (at: number) => boolean;
/** Matches at an index and passes the end to `next`; false if nothing that follows fits. */
type Matcher = (at: number, next: Next) => boolean;

interface Context {
  text: string;
  /** Range of each group; `undefined` for a group that didn't participate. */
  captures: (MatchRange | undefined)[];
  /** Characters examined. */
  steps: number;
}

const parser = new RegExpParser();

export function createCountingMatcher({ source, flags }: RegExp): CountingMatcher {
  const mode = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
  const tree = parser.parsePattern(source, 0, source.length, mode as { unicode: boolean });
  const context: Context = { text: "", captures: [], steps: 0 };
  const compiler = new Compiler(context, flags);
  const matcher = compiler.anyOf(tree.alternatives, false);
  // The engine doesn't try an anchored pattern at other indexes either.
  const isSticky = flags.includes("y") || (!flags.includes("m") && isAnchored(tree));
  let end = 0;
  const finish: Next = (at) => {
    end = at;
    return true;
  };
  return {
    find(text, start) {
      Object.assign(context, { text, steps: 0 });
      for (let from = start; from <= text.length; from++) {
        if (compiler.isUnicode && from > start && splitsPair(text, from)) continue;
        context.captures.length = 0;
        context.steps += 1;
        if (matcher(from, finish)) return { range: [from, end], steps: context.steps };
        if (isSticky) break;
      }
      return { range: null, steps: context.steps };
    },
  };
}

class Compiler {
  readonly #context: Context;
  readonly #flags: string;
  readonly isUnicode: boolean;
  /** Capturing groups in the order of compilation. */
  readonly #groups: AST.CapturingGroup[] = [];

  constructor(context: Context, flags: string) {
    this.#context = context;
    this.#flags = flags;
    this.isUnicode = /[uv]/.test(flags);
  }

  anyOf(alternatives: readonly AST.Alternative[], backward: boolean): Matcher {
    const choices = alternatives.map(({ elements }) => this.#sequence(elements, backward));
    const [only] = choices;
    if (choices.length === 1 && only !== undefined) return only;
    return (at, next) => {
      for (const choice of choices) if (choice(at, next)) return true;
      return false;
    };
  }

  /** A lookbehind matches a sequence from its end. */
  #sequence(elements: readonly AST.Element[], backward: boolean): Matcher {
    const parts = elements.map((element) => this.#element(element, backward));
    if (!backward) parts.reverse();
    return parts.reduce<Matcher>(
      (rest, part) => (at, next) => part(at, (reached) => rest(reached, next)),
      (at, next) => next(at),
    );
  }

  #element(element: AST.Element, backward: boolean): Matcher {
    switch (element.type) {
      case "Group":
        return this.anyOf(element.alternatives, backward);
      case "CapturingGroup":
        return this.#capture(element, backward);
      case "Quantifier":
        return this.#quantifier(element, backward);
      case "Assertion":
        return this.#assertion(element);
      case "Backreference":
        return this.#backreference(element, backward);
      default:
        return this.#character(element, backward);
    }
  }

  #capture(group: AST.CapturingGroup, backward: boolean): Matcher {
    const inner = this.anyOf(group.alternatives, backward);
    const index = this.#indexGroup(group);
    return (at, next) => {
      const { captures } = this.#context;
      const before = captures[index];
      return inner(at, (reached) => {
        const replaced = captures[index];
        captures[index] = backward ? [reached, at] : [at, reached];
        if (next(reached)) return true;
        captures[index] = replaced;
        return false;
      })
        ? true
        : ((captures[index] = before), false);
    };
  }

  #quantifier({ element, min, max, greedy }: AST.Quantifier, backward: boolean): Matcher {
    const isCharacter = /^(?:Character|CharacterClass|CharacterSet|ExpressionCharacterClass)$/;
    if (isCharacter.test(element.type)) {
      const step = this.#step(element as CharacterNode, backward);
      return greedy ? repeatGreedily(step, min, max) : repeatLazily(step, min, max);
    }
    const inner = this.#element(element, backward);
    const groups = listGroups(element).map((group) => this.#indexGroup(group));
    const repeat = (at: number, count: number, next: Next): boolean => {
      const matchOnceMore = (): boolean => {
        if (count >= max) return false;
        const { captures } = this.#context;
        const before = groups.map((index) => captures[index]);
        for (const index of groups) captures[index] = undefined;
        // Don't repeat an empty match forever.
        const matched = inner(
          at,
          (reached) => (reached !== at || count < min) && repeat(reached, count + 1, next),
        );
        if (!matched) groups.forEach((index, place) => (captures[index] = before[place]));
        return matched;
      };
      if (count < min) return matchOnceMore();
      return greedy ? matchOnceMore() || next(at) : next(at) || matchOnceMore();
    };
    return (at, next) => repeat(at, 0, next);
  }

  #assertion(assertion: AST.Assertion): Matcher {
    const { kind } = assertion;
    if (kind === "lookahead" || kind === "lookbehind") {
      const inner = this.anyOf(assertion.alternatives, kind === "lookbehind");
      return (at, next) => {
        const { captures } = this.#context;
        const before = [...captures];
        const isFulfilled = inner(at, () => true) !== assertion.negate;
        if (isFulfilled && next(at)) return true;
        captures.splice(0, captures.length, ...before);
        return false;
      };
    }
    // Patterns of the engine define lines and words; each check counts as one step.
    const isMultiline = this.#flags.includes("m");
    const isBreak = (character: string | undefined): boolean =>
      /[\n\r\u2028\u2029]/.test(character ?? "");
    const isWord = (character: string | undefined): boolean => /^\w$/.test(character ?? "");
    const holdsAt = (at: number): boolean => {
      const { text } = this.#context;
      if (kind === "start") return at === 0 || (isMultiline && isBreak(text[at - 1]));
      if (kind === "end") return at === text.length || (isMultiline && isBreak(text[at]));
      return (
        (isWord(text[at - 1]) !== isWord(text[at])) !==
        (assertion as AST.WordBoundaryAssertion).negate
      );
    };
    return (at, next) => {
      this.#context.steps += 1;
      return holdsAt(at) && next(at);
    };
  }

  #backreference({ resolved }: AST.Backreference, backward: boolean): Matcher {
    const group = Array.isArray(resolved) ? resolved[0] : resolved;
    const index = this.#indexGroup(group as AST.CapturingGroup);
    const fold = this.#flags.includes("i")
      ? (part: string): string => part.toLowerCase()
      : (part: string): string => part;
    return (at, next) => {
      const { text, captures } = this.#context;
      const [from, to] = captures[index] ?? [0, 0];
      const length = to - from;
      this.#context.steps += length + 1;
      const reached = backward ? at - length : at + length;
      if (reached < 0 || reached > text.length) return false;
      const candidate = text.slice(Math.min(at, reached), Math.max(at, reached));
      return fold(candidate) === fold(text.slice(from, to)) && next(reached);
    };
  }

  #character(node: CharacterNode, backward: boolean): Matcher {
    const step = this.#step(node, backward);
    return (at, next) => {
      const reached = step(at);
      return reached >= 0 && next(reached);
    };
  }

  /** Returns the index after a matching character, or -1 if it doesn't match. The engine decides what matches. */
  #step(node: CharacterNode, backward: boolean): (at: number) => number {
    const context = this.#context;
    const { isUnicode } = this;
    const single = new RegExp(`^${node.raw}$`, this.#flags.replace(/[gym]/g, ""));
    // By code unit: 0 is unknown, 1 fits, 2 doesn't fit.
    const fitCache = new Uint8Array(0x10000);
    const fits = (code: number): boolean => {
      if (code > 0xffff) return single.test(String.fromCodePoint(code));
      fitCache[code] ||= single.test(String.fromCharCode(code)) ? 1 : 2;
      return fitCache[code] === 1;
    };
    return (at) => {
      context.steps += 1;
      const { text } = context;
      const start = !backward ? at : isUnicode && splitsPair(text, at - 1) ? at - 2 : at - 1;
      if (start < 0 || start >= text.length) return -1;
      const code = isUnicode ? (text.codePointAt(start) as number) : text.charCodeAt(start);
      if (fitCache[code] !== 1 && !fits(code)) return -1;
      return backward ? start : start + (code > 0xffff ? 2 : 1);
    };
  }

  #indexGroup(group: AST.CapturingGroup): number {
    const index = this.#groups.indexOf(group);
    return index < 0 ? this.#groups.push(group) - 1 : index;
  }
}

type CharacterNode =
  | AST.Character
  | AST.CharacterClass
  | AST.CharacterSet
  | AST.ExpressionCharacterClass;

function repeatGreedily(step: (at: number) => number, min: number, max: number): Matcher {
  return (at, next) => {
    const places = [at];
    while (places.length <= max) {
      const reached = step(places.at(-1) as number);
      if (reached < 0) break;
      places.push(reached);
    }
    for (let count = places.length - 1; count >= min; count--)
      if (next(places[count] as number)) return true;
    return false;
  };
}

function repeatLazily(step: (at: number) => number, min: number, max: number): Matcher {
  return (at, next) => {
    let place = at;
    for (let count = 0; count <= max; count++) {
      if (count >= min && next(place)) return true;
      place = step(place);
      if (place < 0) return false;
    }
    return false;
  };
}

const splitsPair = (text: string, at: number): boolean =>
  at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;

/** True if a pattern can only match at the start of a text. */
const isAnchored = ({ alternatives }: AST.Pattern): boolean =>
  alternatives.every(
    ({ elements: [first] }) => first?.type === "Assertion" && first.kind === "start",
  );

function listGroups(node: AST.Node): AST.CapturingGroup[] {
  if (node.type === "CapturingGroup") return [node, ...node.alternatives.flatMap(listGroups)];
  if (node.type === "Alternative") return node.elements.flatMap(listGroups);
  if (node.type === "Quantifier") return listGroups(node.element);
  return "alternatives" in node
    ? node.alternatives.flatMap((part) => listGroups(part as AST.Node))
    : [];
}
