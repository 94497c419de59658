import { type Context, createContext } from "preact";
import { useContext } from "preact/hooks";
import { formatAnswerNumber } from "@rostrum/core/export";
import type { StartedEvent } from "@rostrum/core/protocol";

/** Symbols of the members and answers of a debate. */
interface DebateSymbols {
  /** Characters for members whose initials are not unique. */
  memberSymbols: ReadonlyMap<string, string>;
  /** True if options of the question have letters, which symbols of answers must not look like. */
  hasOptions: boolean;
}

export const SymbolsContext: Context<DebateSymbols> = createContext<DebateSymbols>({
  memberSymbols: new Map(),
  hasOptions: false,
});

/** Members whose initials are the same get their numbers in the panel as symbols. */
export function chooseSymbols(started: StartedEvent | null): DebateSymbols {
  const panel = started?.panel ?? [];
  const initials = panel.map(({ name }) => readInitial(name).toLowerCase());
  const isUnique = new Set(initials).size === initials.length;
  const memberSymbols = new Map(
    isUnique ? [] : panel.map(({ name }, index) => [name, String(index + 1)] as const),
  );
  return { memberSymbols, hasOptions: started?.rules.answer === "choice" && hasLetters(started) };
}

/** True if options of a question are called A, B and C. */
function hasLetters({ choices = [], question }: StartedEvent): boolean {
  return choices.some((choice) => /^[a-z]$/i.test(choice)) || /^\W*[A-H][).:]\s/m.test(question);
}

/** Symbol of a member: its initial, or its number in the panel. */
export function useMemberSymbol(name: string): string {
  return useContext(SymbolsContext).memberSymbols.get(name) ?? readInitial(name);
}

function readInitial(name: string): string {
  return [...name][0] ?? "";
}

/** Returns a function that formats the symbol of an answer: a letter, or a number where options have letters. */
export function useAnswerSymbol(): (number: number | null) => string {
  const { hasOptions } = useContext(SymbolsContext);
  return (number) => {
    if (number === null) return "–";
    return hasOptions || number >= 26
      ? formatAnswerNumber(number)
      : String.fromCodePoint(65 + number);
  };
}
