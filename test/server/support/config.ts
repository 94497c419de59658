/*
 * Panels for a server in a process of its own. Each call is written to a file beside the journal, so
 * that a test can count them across processes, and waits while a file named `hold` is there.
 */
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { ModelFunction } from "../../../packages/rostrum/src/index.ts";

const folder = process.env["ROSTRUM_HOME"] ?? ".";

function calling(answer: string): ModelFunction {
  return async ({ stepId, round, onText, signal, messages }) => {
    appendFileSync(join(folder, "calls"), `${stepId}\n`);
    appendFileSync(join(folder, "prompts"), `${JSON.stringify(messages)}\n`);
    onText?.("thinking ");
    const held = (): boolean => round > 0 && existsSync(join(folder, "hold"));
    while (held()) await setTimeout(10, undefined, { signal });
    return {
      text: `thinking \nAnswer: ${answer}\nConfidence: 0.9`,
      usage: { inputTokens: 10, outputTokens: 5 },
    };
  };
}

const debaters = [calling("1"), calling("2"), calling("3")];

// oxlint-disable-next-line import/no-default-export -- this is what a config is
export default {
  panels: {
    three: { debaters, rounds: 2, stop: "never" },
    moderated: { debaters, rounds: 1, stop: "never", onRound: "wait" },
    table: { debaters: [...debaters.slice(0, 2), "human:grace"], rounds: 0 },
    bench: { debaters, judge: "human:ada", rounds: 0 },
    torn: { debaters, rounds: 0, onEscalate: "wait" },
  },
};
