import type { DebateConfig, ModelFunction } from "../../../packages/rostrum/src/index.ts";
import { ARCHITECTURE, HOSTILE, OTHER_SCRIPTS, SECOND_THOUGHTS } from "./long-texts.ts";
import { speaker, type Line } from "./speaker.ts";

export const STORE =
  "Which database should hold the orders and events of the shop in the next three years?";

const stay = "Stay on PostgreSQL, partitioned by day";
const move = "Move the events to DynamoDB";
const line = (says: string, answer: string, sure: number, because?: string): Line => ({
  says,
  answer,
  sure,
  ...(because === undefined ? {} : { because }),
});

/** Six who write at length: one changes its mind, one dissents, one fails, one is cut off. */
export function architects(): DebateConfig<never> {
  return {
    debaters: [
      speaker("ada", [line(ARCHITECTURE, stay, 0.85)]),
      speaker("boole", [
        line(`${ARCHITECTURE}\n\nI would still move the log.`, move, 0.6),
        line(SECOND_THOUGHTS, stay, 0.8, "The outbox costs more than the schema changes save."),
      ]),
      speaker("curie", [line(OTHER_SCRIPTS, stay, 0.7)]),
      speaker("darwin", [line(HOSTILE, move, 0.9)]),
      speaker("euler", [new Error("429 Too Many Requests: slow down and try again in 20 s")]),
      { ...speaker("fermat", []), model: cutOff },
    ],
    judge: speaker("judge", [
      line(
        `${ARCHITECTURE}\n\nDebater A and Debater C give the better reasons; Debater B counts calls that nobody makes.`,
        stay,
        0.8,
      ),
    ]),
    rounds: 1,
    answer: "exact",
    stop: "never",
    limits: { retries: 0 },
  } as unknown as DebateConfig<never>;
}

/** Names and answers that no column was made for, and words that can't be broken. */
export function strange(): DebateConfig<never> {
  const word = "x".repeat(200);
  return {
    debaters: [
      speaker("a-debater-with-a-very-long-name-that-does-not-fit-into-a-column", [
        line(`${HOSTILE}\n\n${ARCHITECTURE}`, "Stay", 0.8),
      ]),
      speaker("العربية", [
        line(OTHER_SCRIPTS, "تبقى قاعدة البيانات كما هي", 0.7),
        line(OTHER_SCRIPTS, "Stay", 0.7, `because of ${word}`),
      ]),
      speaker("日本語のとても長い名前の参加者", [line(`${word}\n\n${ARCHITECTURE}`, word, 0.6)]),
    ],
    judge: speaker("judge", [line(`${word} ${ARCHITECTURE}`, "Stay", 0.8)]),
    rounds: 1,
    answer: "exact",
    stop: "never",
    limits: { retries: 0 },
  } as unknown as DebateConfig<never>;
}

/** Thirty with an answer each. */
export function thirty(): DebateConfig<never> {
  return {
    debaters: Array.from({ length: 30 }, (_, index) =>
      speaker(`debater ${index + 1}`, [line("I say so.", `Answer number ${index + 1}`, 0.5)]),
    ),
    rounds: 0,
    answer: "exact",
    onEscalate: "wait",
  } as unknown as DebateConfig<never>;
}

const cutOff: ModelFunction = () => ({
  text: ARCHITECTURE.slice(0, 900),
  finishReason: "length",
  usage: { inputTokens: 420, outputTokens: 256 },
});

/** A panel whose replies stop in the middle until they are released. */
export interface Staged {
  config: DebateConfig<never>;
  /** Lets a debater write the rest of its reply. */
  release(name: string): void;
}

interface Part {
  name: string;
  text: string;
  /** Where it stops; 0: it doesn't begin. */
  stopsAt: number;
  fails?: string;
  cutOff?: boolean;
}

const TABLE_OPEN = ARCHITECTURE.indexOf("| DynamoDB") + 20;
const FENCE_OPEN = ARCHITECTURE.indexOf("PARTITION BY");

const PARTS: readonly Part[] = [
  { name: "ada", text: `${ARCHITECTURE}\n\nAnswer: ${stay}\nConfidence: 0.9`, stopsAt: 1e9 },
  { name: "boole", text: `${ARCHITECTURE}\n\nAnswer: ${move}`, stopsAt: TABLE_OPEN },
  { name: "curie", text: `${ARCHITECTURE}\n\nAnswer: ${stay}`, stopsAt: FENCE_OPEN },
  { name: "darwin", text: `${OTHER_SCRIPTS}\n\nAnswer: ${stay}`, stopsAt: 0 },
  { name: "euler", text: "", stopsAt: 1e9, fails: "503 The model is overloaded" },
  { name: "fermat", text: ARCHITECTURE.slice(0, 900), stopsAt: 1e9, cutOff: true },
];

export function staged(): Staged {
  const gates = new Map(PARTS.map(({ name }) => [name, Promise.withResolvers<void>()]));
  const debater = ({ name, text, stopsAt, fails, cutOff: cut = false }: Part): object => {
    const model: ModelFunction = async ({ round, onText, signal }) => {
      if (fails !== undefined) throw new Error(fails);
      const stopped = new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason as Error)),
      );
      const first = round === 0 ? stopsAt : 1e9;
      if (first > 0) onText?.(text.slice(0, first));
      if (first < text.length) await Promise.race([gates.get(name)?.promise, stopped]);
      if (first < text.length) onText?.(text.slice(first));
      const usage = { inputTokens: 300, outputTokens: Math.ceil(text.length / 4) };
      return { text, usage, ...(cut ? { finishReason: "length" } : {}) };
    };
    return { name, model, price: { input: 0.25, output: 2 } };
  };
  return {
    config: {
      debaters: PARTS.map(debater),
      rounds: 1,
      answer: "exact",
      stop: "never",
      // A reply that a test holds back is not a slow one.
      limits: { retries: 0, timeoutMs: 3_600_000 },
    } as unknown as DebateConfig<never>,
    release: (name) => gates.get(name)?.resolve(),
  };
}

/** Answers that are texts, with nobody who could say which are the same. */
export function essays(): DebateConfig<never> {
  return {
    debaters: ["ada", "boole", "curie"].map((name, at) => ({
      name,
      model: (() => `${ARCHITECTURE}\n\nSigned ${at}: ${name}.`) as ModelFunction,
    })),
    rounds: 0,
    answer: "text",
    compare: "rules",
  } as unknown as DebateConfig<never>;
}

/** Two who don't agree, and nobody who decides. */
export function tied(): DebateConfig<never> {
  return {
    debaters: [
      speaker("ada", [line("Reporting needs ad-hoc queries and joins.", stay, 0.7)]),
      speaker("boole", [line("Access patterns are known and few.", move, 0.7)]),
    ],
    rounds: 0,
    answer: "exact",
  } as unknown as DebateConfig<never>;
}

/** All fail: there is no debate. */
export function failing(): DebateConfig<never> {
  return {
    debaters: ["ada", "boole"].map((name) =>
      speaker(name, [new Error("401 Unauthorized: the key is not valid")]),
    ),
    limits: { retries: 0 },
  };
}
