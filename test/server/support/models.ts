import type { ModelFunction, ModelReply, ModelRequest } from "rostrum";

export interface SayOptions {
  usage?: { inputTokens: number; outputTokens: number };
  /** Said before the answer. */
  words?: string;
}

/** A model that gives one answer, in pieces where somebody listens. */
export function says(
  answer: string,
  { usage, words = "I thought about it." }: SayOptions = {},
): ModelFunction {
  return (request) => {
    const text = `${words}\nAnswer: ${answer}\nConfidence: 0.9`;
    for (const piece of text.split(/(?<= )/)) request.onText?.(piece);
    return { text, usage: usage ?? { inputTokens: 10, outputTokens: 5 } } satisfies ModelReply;
  };
}

/** A model that waits to be let go on: tests decide when, and nothing depends on a clock. */
export interface Gate {
  model: ModelFunction;
  /** Lets every call through that waits, and all that come. */
  open(): void;
  /** Resolves when so many calls have come. */
  asked(count: number): Promise<void>;
  readonly requests: readonly ModelRequest[];
}

export function gate(answer: string): Gate {
  const requests: ModelRequest[] = [];
  const opened = Promise.withResolvers<void>();
  const watchers = new Set<() => void>();
  return {
    requests,
    open: opened.resolve,
    asked(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const check = (): void => {
        if (requests.length < count) return;
        watchers.delete(check);
        resolve();
      };
      watchers.add(check);
      check();
      return promise;
    },
    async model(request) {
      requests.push(request);
      for (const check of [...watchers]) check();
      const { promise, reject } = Promise.withResolvers<never>();
      request.signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
      await Promise.race([opened.promise, promise]);
      return {
        text: `Answer: ${answer}\nConfidence: 0.9`,
        usage: { inputTokens: 10, outputTokens: 5 },
      };
    },
  };
}
