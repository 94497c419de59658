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
]);

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
      reply: outcome.reply && { ...outcome.reply, text: mask(outcome.reply.text) },
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
      if (STRUCTURE.has(key) || part === null || part === undefined) return [key, part];
      // Answers may be numbers or objects: they are content whatever their type.
      if (key === "answer" && typeof part !== "string") return [key, mask(JSON.stringify(part))];
      return [key, maskTexts(part, mask)];
    }),
  );
}
