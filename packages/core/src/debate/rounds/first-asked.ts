import { parseStep } from "../../protocol/step-id.ts";
import { asksInBatches } from "../config/race-policy.ts";
import type { DebateState } from "../state/state.ts";

/**
 * The steps without which there is no debate: the first replies, and the decision. Whom a user's function asks first
 * is not known before it is called, so everybody counts.
 */
export async function listRequiredSteps(state: DebateState): Promise<(step: string) => boolean> {
  const firstAsked = new Set(await listFirstAsked(state));
  return (step) => {
    const name = parseStep(step);
    if (name?.role === "debater") return name.turn === undefined && firstAsked.has(name.panelIndex);
    return name?.role === "ballot" || name?.role === "judge";
  };
}

/** The members that round 0 asks first, by panel index. */
async function listFirstAsked(state: DebateState): Promise<number[]> {
  const { seats, config } = state;
  const { poll, verify } = config;
  if (asksInBatches(poll) && typeof poll !== "function") {
    const { chooseNext } = await import("./poll.ts");
    const first = chooseNext(state, poll, []);
    return first.type === "ask" ? first.members : [];
  }
  const asksOne = !asksInBatches(poll) && verify?.select;
  const first = asksOne ? (await import("./select.ts")).orderByCost(seats).slice(0, 1) : seats;
  return first.map(({ index }) => index);
}
