import { setTimeout as after } from "node:timers/promises";
import type { ModelRequest } from "../packages/rostrum/src/index.ts";
import { MARK } from "../scripts/lib/mutated-replies.ts";

/** Panels whose replies take different ways through the readers. */
export const LONG_REPLY_PANELS = {
  auto: {},
  number: { answer: "number" },
  math: { answer: "math" },
  choice: { answer: { type: "choice", options: ["red", "blue"] } },
  code: { answer: { type: "code", language: "python" } },
  findings: { answer: "findings" },
  draft: { answer: "draft", judge: true },
  report: { report: "claims" },
  everything: {
    judge: true,
    rounds: 1,
    decide: { type: "judged", always: true },
    crux: true,
    audit: true,
    report: "memo",
  },
} as const satisfies Record<string, Record<string, unknown>>;

export type LongReplyPanel = keyof typeof LONG_REPLY_PANELS;

export const QUESTION = "How many? (A) red (B) blue";
export const CONTEXT: string = "word ".repeat(100);

type LongReplyModel = (request: ModelRequest) => Promise<string>;

/** The configuration of a panel whose members say what `getReply` says, in two wordings. */
export function configureLongReplies(
  panel: LongReplyPanel,
  getReply: () => string,
): Record<string, unknown> {
  const speak =
    (ending: string): LongReplyModel =>
    async ({ system, messages }) => {
      // Replies of different members come over different connections, and not at once.
      await after(1 + 5 * ending.length);
      // Marks are made per call: a reply has those that it was asked for.
      const prompt = [system, ...messages.map(({ content }) => content)].join("\n");
      const marks = /\[\[answer (\S+)\]\]/g;
      const mark = [...prompt.matchAll(marks)].at(-1)?.[1];
      const reply = getReply() + ending;
      return mark === undefined ? reply : reply.replaceAll(MARK, mark);
    };
  const { judge, ...options }: Record<string, unknown> = LONG_REPLY_PANELS[panel];
  return {
    debaters: [speak(""), speak(" ")],
    rounds: 0,
    limits: { clarify: 0 },
    ...(judge === true ? { judge: speak("") } : {}),
    ...options,
  };
}
