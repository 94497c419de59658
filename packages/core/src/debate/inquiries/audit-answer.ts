import { readAudit } from "../../answers/open/read-audit.ts";
import { findLastCounting } from "../../decide/votes.ts";
import type { SynthesizedEvent } from "../../protocol/events.ts";
import { inquire, listVotes } from "./about-positions.ts";
import type { DebateState } from "../state/state.ts";
import { AUDIT_SCHEMA, AUDIT_TASK, AUDITING } from "../prompts/audit-prompts.ts";

/**
 * Asks one more model to refute a unanimous answer. Returns true if it did: the answer is kept, and a person should
 * look at it. An answer that a checker confirmed is not audited.
 */
export async function auditAnswer(state: DebateState, decided: SynthesizedEvent): Promise<boolean> {
  const { config, ports } = state;
  const unanimous = findLastCounting(ports.rounds)?.agreement === 1 && listVotes(state).length > 1;
  if (config.audit === null || !unanimous || decided.answer === null) return false;
  if (decided.confirmed) return false;
  const checked = listVotes(state).find(({ verdict }) => verdict !== undefined);
  const word =
    checked === undefined
      ? "There was no check of this answer."
      : `A check that does not use a model says of this answer: ${checked.verdict}. ${checked.check ?? ""}`;
  const { about, value: audit } = await inquire(state, {
    role: "audit",
    round: ports.rounds.length,
    member: config.audit,
    system: AUDITING,
    task: AUDIT_TASK,
    more: [
      { label: "the panel's answer", text: decided.text || String(decided.answer) },
      { label: "the checker's word", text: word },
    ],
    schema: AUDIT_SCHEMA,
    read: (text, _positions, mark) => readAudit(text, mark),
    expected: "one JSON object that says whether the answer is refuted, and why",
    unusable: "doesn't say whether the answer is refuted",
  });
  ports.emit({ type: "debate.audited", audit, ...about });
  return audit?.refuted === true;
}
