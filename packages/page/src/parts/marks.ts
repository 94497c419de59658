import { type Context, createContext } from "preact";
import { useContext } from "preact/hooks";
import { formatAnswerNumber } from "@rostrum/core/export";
import type { StartedEvent } from "@rostrum/core/protocol";

/** Signs for the members and answers of a debate. */
interface DebateMarks {
  /** Characters for members whose initials are not unique. */
  avatars: ReadonlyMap<string, string>;
  /** True if options of the question have letters, which marks of answers must not look like. */
  hasOptions: boolean;
}

export const Marks: Context<DebateMarks> = createContext<DebateMarks>({
  avatars: new Map(),
  hasOptions: false,
});

/** Members whose initials are the same get their places in the panel as signs. */
export function chooseMarks(started: StartedEvent | null): DebateMarks {
  const panel = started?.panel ?? [];
  const initials = panel.map(({ name }) => readInitial(name).toLowerCase());
  const isUnique = new Set(initials).size === initials.length;
  const avatars = new Map(
    isUnique ? [] : panel.map(({ name }, index) => [name, String(index + 1)] as const),
  );
  return { avatars, hasOptions: started?.rules.answer === "choice" && hasLetters(started) };
}

/** True if options of a question are called A, B and C. */
function hasLetters({ choices = [], question }: StartedEvent): boolean {
  return choices.some((choice) => /^[a-z]$/i.test(choice)) || /^\W*[A-H][).:]\s/m.test(question);
}

/** Sign of a member: its initial, or its place in the panel. */
export function useAvatarSign(name: string): string {
  return useContext(Marks).avatars.get(name) ?? readInitial(name);
}

function readInitial(name: string): string {
  return [...name][0] ?? "";
}

/** Returns a function that formats the sign of an answer: a letter, or a number where options have letters. */
export function useAnswerSign(): (number: number | null) => string {
  const { hasOptions } = useContext(Marks);
  return (number) => {
    if (number === null) return "–";
    return hasOptions || number >= 26
      ? formatAnswerNumber(number)
      : String.fromCodePoint(65 + number);
  };
}
