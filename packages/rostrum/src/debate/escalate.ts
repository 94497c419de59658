import { readReply } from "../answers/index.ts";
import type { SynthesizedEvent } from "../protocol/events.ts";
import type { Review } from "../protocol/result.ts";
import type { Table } from "./table.ts";

/** Whether a person should look at a decision. */
export interface Doubt {
  agreement: number;
  tied: boolean;
}

/** Little agreement, or no leader at all. */
export function doubtAbout({ setting, ports }: Table, decided: SynthesizedEvent): Doubt | null {
  // What was checked by other means needs nobody's agreement; what was refuted has no answer at all.
  if (decided.method === "verified") return null;
  const agreement = ports.rounds.at(-1)?.agreement ?? 0;
  const [first, second] = decided.tally.map(({ votes }) => votes).sort((a, b) => b - a);
  const tied = first !== undefined && first === second;
  const doubtful = agreement < setting.escalateBelow || tied || decided.method === "vetoed";
  return doubtful ? { agreement, tied } : null;
}

/** Marks the decision for a person, and waits for one where the config says so. */
export async function escalate(table: Table, decided: SynthesizedEvent, doubt: Doubt): Promise<void> {
  const { setting, ports } = table;
  const waiting = setting.onEscalate === "wait";
  ports.emit({ type: "debate.escalated", ...doubt, waiting });
  if (!waiting) return;
  const review = await ports.review();
  ports.emit({ type: "debate.reviewed", review, answer: settled(table, decided, review) });
}

function settled({ reader }: Table, decided: SynthesizedEvent, review: Review): unknown {
  if (review.verdict === "confirm") return decided.answer;
  if (review.verdict === "reject" || review.answer === undefined) return null;
  // A corrected answer has the type of any other, where it can be read as one.
  const { answer } = review;
  return reader?.read({ ...readReply(answer), answer }, answer)?.value ?? answer;
}
