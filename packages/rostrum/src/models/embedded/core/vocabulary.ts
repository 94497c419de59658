/** One character per token, in both directions. */
export interface Vocabulary {
  size: number;
  /** Ends an answer. */
  newline: number;
  encode(text: string): number[];
  character(token: number): string;
}

export function vocabularyOf(characters: string): Vocabulary {
  const tokens = new Map([...characters].map((character, token) => [character, token]));
  return {
    size: tokens.size,
    newline: tokens.get("\n") ?? -1,
    encode: (text) =>
      Array.from(text, (character) => {
        const token = tokens.get(character);
        if (token === undefined) {
          throw new Error(`${JSON.stringify(character)} is not among the model's characters`);
        }
        return token;
      }),
    character: (token) => characters[token] ?? "",
  };
}
