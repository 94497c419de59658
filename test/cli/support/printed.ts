/** Text as it comes, and somebody who waits for a piece of it. */
export interface Printed {
  add(text: string): void;
  all(): string;
  /** Resolves when a piece of text is there; rejects when `ended` resolves before. */
  until(text: string, ended: Promise<unknown>): Promise<void>;
}

export function newPrinted(): Printed {
  let all = "";
  const waiting = new Set<() => void>();
  return {
    add(text) {
      all += text;
      for (const look of waiting) look();
    },
    all: () => all,
    until: (text, ended) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!all.includes(text)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
        const missing = (): void => reject(new Error(`it ended without "${text}": ${all}`));
        ended.then(missing, missing);
      }),
  };
}
