import type { ModelReply, ModelRequest } from "rostrum";
import { estimateTokens } from "../../packages/core/src/debate/spending/token-estimate.ts";
import type { Drawing } from "./random-debates.ts";

/** Files with unique lines to quote. */
export const DOCUMENTS: { document: string; text: string }[] = ["a.ts", "b.ts"].map((document) => ({
  document,
  text: Array.from(
    { length: 150 },
    (_, line) => `const ${document[0]}${line} = read(${line});`,
  ).join("\n"),
}));

const LINES = DOCUMENTS.flatMap(({ text }) => text.split("\n"));

/** Probabilities of a costly model's behaviours. */
export interface Habits {
  /** Fails, and bills the call. */
  lost: number;
  /** First attempt is truncated. */
  cut: number;
  /** Calls tools. */
  tools: number;
  /** First attempt is unreadable. */
  unreadable: number;
}

interface Reply {
  kind: "said" | "lost";
  tokens: number;
  said: ModelReply;
}

let serial = 0;

/** Requests a long result of one of the tools that are offered. */
function requestTool(tools: Record<string, unknown>): { name: string; input: object } {
  const name = "read_file" in tools ? "read_file" : "look_up";
  return { name, input: { word: "it", path: "package-lock.json" } };
}

/** Words of one token each, after a number that makes the text unique. */
function writeWords(count: number): string {
  serial = (serial + 1) % 10_000;
  return `w${serial}`.concat(" x".repeat(Math.max(0, count - 6)));
}

/** Replies at the greatest cost: truncated and retried, unreadable and retried, all tool calls used, maximum length. */
export function replyExpensively(
  draw: Drawing,
  habits: Habits,
  request: ModelRequest,
  room: number,
  attempt: number,
): Reply {
  const { tools, stepId } = request;
  const createReply = (text: string, finishReason = "stop"): Reply => ({
    kind: "said",
    tokens: room,
    said: { text, finishReason },
  });
  if (draw.chance(habits.lost)) return { ...createReply(""), kind: "lost" };
  if (attempt === 1 && draw.chance(habits.cut)) return createReply(writeWords(room), "length");
  if (tools && draw.chance(habits.tools)) {
    const toolCalls = Array.from({ length: draw.pick([1, 1, 3, 9]) }, () => requestTool(tools));
    return { ...createReply(""), said: { text: writeWords(room / 2), toolCalls: toolCalls } };
  }
  const isAgain = stepId.endsWith("_again");
  if (!isAgain && draw.chance(habits.unreadable))
    return createReply(`I don't know. ${writeWords(room - 6)}`);
  return createReply(writeReadable(draw, request, room));
}

export function replyAsUsual(draw: Drawing, request: ModelRequest, room: number): Reply {
  const length = Math.min(room, draw.pick([20, 100, 300]));
  if (draw.chance(0.03)) return { kind: "lost", tokens: 0, said: { text: "" } };
  if (request.tools && draw.chance(0.3)) {
    const toolCalls = [requestTool(request.tools)];
    return { kind: "said", tokens: length, said: { text: "", toolCalls } };
  }
  const text = draw.chance(0.05) ? "I don't know." : writeReadable(draw, request, length, true);
  return { kind: "said", tokens: estimateTokens(text), said: { text, finishReason: "stop" } };
}

/** The objects and sections that each role is asked for. */
function writeReadable(
  draw: Drawing,
  request: ModelRequest,
  tokens: number,
  mayAgree = false,
): string {
  const { role, items = [], messages, peers } = request;
  const last = messages.at(-1)?.content ?? "";
  const mark = /\[\[answer (\w+)\]\](?![\s\S]*\[\[answer )/.exec(last)?.[1] ?? "none";
  const section = (text: string): string => `[[answer ${mark}]]\n${text}\n[[end ${mark}]]`;
  const numbers = items.map((_, index) => index + 1);
  const object = (value: object): string => section(JSON.stringify(value));
  switch (role) {
    case "comparer":
      return object({
        groups:
          mayAgree && draw.chance(0.6)
            ? [{ items: numbers, label: "all of them" }]
            : numbers.map((item) => ({ items: [item], label: "this one", fullest: item })),
        none: [],
        differences: listDifferences(draw, numbers, tokens - 60),
      });
    case "crux":
      return object({ claim: writeWords(Math.min(tokens - 20, 400)), for: [1], against: [2] });
    case "claims":
      return object({
        claims: [
          {
            text: writeWords(tokens / 2),
            support: numbers.map((item) => ({ item, quote: words(items[item - 1]) })),
            against: [],
          },
        ],
        unaddressed: [],
      });
    case "memo":
      return object({ recommendation: writeWords(tokens / 2) });
    case "audit":
      return object({ refuted: false, reason: "fine" });
    case "ballot":
      return object({ ranking: numbers });
    default:
      break;
  }
  if (last.includes('"findings":')) {
    const claimTokens = mayAgree ? 60 : 20;
    const claims = Array.from(
      { length: Math.min(30, Math.floor(tokens / (claimTokens + 15))) },
      () => writeWords(claimTokens),
    );
    return object({
      findings: claims.map((claim) => ({
        claim,
        severity: "high",
        quote: draw.pick(["no such words", "", ...LINES]),
      })),
    });
  }
  if (last.includes('"votes":'))
    return object({ votes: numbers.map((item) => ({ item, vote: "uphold" })) });
  if (last.includes('"critique":')) {
    const points = Array.from({ length: Math.min(40, Math.floor(tokens / 40)) }, () => ({
      problem: writeWords(20),
      quote: "",
      suggestion: "",
    }));
    return object({ critique: points });
  }
  if (last.includes('"signedOff":')) return object({ reason: "fine", signedOff: true });
  const [peer] = peers;
  if (role === "judge" && peer && last.includes("The labels are: "))
    return `${writeWords(tokens - 20)}\n${section(peer.debater)}`;
  if (role === "judge" && last.includes('"justification"'))
    return object({ answer: writeWords(tokens - 20), justification: "so", citations: [] });
  const answer = mayAgree && draw.chance(0.6) ? "42" : writeWords(tokens - 10);
  return mayAgree ? `${writeWords(tokens / 2)}\n\n${section(answer)}` : section(answer);
}

/** Fills a reply with differences, about all answers or about one of them. */
function listDifferences(draw: Drawing, numbers: readonly number[], tokens: number): object[] {
  const textTokens = draw.pick([1, 20, 60]);
  const count = Math.min(50, Math.floor(tokens / (textTokens + 30 + 2 * numbers.length)));
  return Array.from({ length: Math.max(0, count) }, () => ({
    about: "it",
    kind: draw.pick(["conflict", "unique"]),
    says: [
      { items: draw.chance(0.7) ? numbers : numbers.slice(0, 1), text: writeWords(textTokens) },
    ],
  }));
}

/** First words of a text, as a quote. */
function words(text = ""): string {
  return text.split(" ").slice(0, 4).join(" ");
}
