import { ConfigError } from "@rostrum/core/support";
import type { StepOutcome, StoredEvent } from "@rostrum/core/protocol";

/** Removes the texts of people and models from what is written. */
export interface Redactor {
  event(event: StoredEvent): StoredEvent;
  outcome(outcome: StepOutcome): StepOutcome;
}

/** `true`: every text becomes `[redacted]`. A function: every text becomes what it returns. */
export type Redact = boolean | ((text: string) => string);

/** Fields that are neither question nor reply: names, rules, figures. Any other text counts as content. */
const STRUCTURE: ReadonlySet<string> = new Set([
  "type",
  "debateId",
  "userId",
  "teamId",
  "projectId",
  "metadata",
  "panel",
  "judge",
  "rules",
  "forkedFrom",
  "onEscalate",
  "parent",
  "for",
  "source",
  "asked",
  "count",
  "ranking",
  "ranked",
  "by",
  "debater",
  "debaters",
  "dissent",
  "winner",
  "model",
  "step",
  "status",
  "basis",
  "method",
  "mode",
  "routing",
  "stopReason",
  "confidenceBasis",
  "fallback",
  "scores",
  "shift",
  "shortage",
  "limit",
  "verdict",
  "what",
  "shortfall",
  "name",
  "code",
  "finishReason",
]);

/** Content of any type. The keys in it belong to people and models, so none of them is structure. */
const CONTENT: ReadonlySet<string> = new Set(["answer", "answers", "input", "output"]);

export function createRedactor(redact: Redact | undefined): Redactor | null {
  if (redact === undefined || redact === false) return null;
  if (redact !== true && typeof redact !== "function") {
    throw new ConfigError("redact", `expected true, false or a function, got ${typeof redact}`);
  }
  const mask = redact === true ? (): string => "[redacted]" : redact;
  return {
    event: (event) => maskTexts(event, mask) as StoredEvent,
    outcome: (outcome) => ({
      ...outcome,
      reply: maskTexts(outcome.reply, mask) as StepOutcome["reply"],
      ...(outcome.error !== undefined ? { error: mask(outcome.error) } : {}),
    }),
  };
}

function maskTexts(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskTexts(item, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (STRUCTURE.has(key)) return [key, part];
      return [key, CONTENT.has(key) ? maskContent(part, mask) : maskTexts(part, mask)];
    }),
  );
}

/** Numbers and objects are written as text, which hides their keys too. Lists keep their length. */
function maskContent(value: unknown, mask: (text: string) => string): unknown {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => maskContent(item, mask));
  return mask(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
}
