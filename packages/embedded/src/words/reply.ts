import type { RawAnswer } from "../core/answer.ts";

/** Turns the network's output into a reply like those of other debaters, as it arrives. */
export interface ReplyWriter {
  /** Takes the next characters of the raw answer. */
  write(raw: string): void;
  /** Returns the full reply, after passing the rest of it to the listener. */
  end(answer: RawAnswer): string;
}

export function createReplyWriter(onText?: (delta: string) => void): ReplyWriter {
  let text = "";
  let pending = "";
  let inSteps = true;
  const append = (delta: string): void => {
    text += delta;
    onText?.(delta);
  };
  return {
    write(raw) {
      for (const character of inSteps ? raw : "") {
        if (character !== ";" && character !== "#") pending += character;
        else {
          if (pending !== "") append(`${formatStep(pending)}\n`);
          pending = "";
        }
        if (character === "#") {
          inSteps = false;
          break;
        }
      }
    },
    end(answer) {
      if (pending !== "") append(`${formatStep(pending)}\n`);
      const stated = /#(-?\d+)$/.exec(answer.text)?.[1];
      // Without a readable result, the reply contains only the working.
      if (stated !== undefined && answer.finished) {
        append(`Answer: ${stated}\nConfidence: ${formatConfidence(answer.logProbability)}`);
      }
      return text;
    },
  };
}

/** `15*21=315` as `15 × 21 = 315`; the sign of a negative number stays with its number. */
function formatStep(step: string): string {
  return step.replace(/(?<=\d)[+\-*]|=/g, (sign) => ` ${sign} `).replaceAll("*", "×");
}

/** Two digits, and never certain: the network's probability is an estimate. */
function formatConfidence(logProbability: number): string {
  return Math.min(0.99, Math.max(0.01, Math.exp(logProbability))).toFixed(2);
}
