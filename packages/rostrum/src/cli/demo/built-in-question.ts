import type { DebateEvent } from "../../protocol/events.ts";
import type { DebateResult } from "../../protocol/result.ts";

/** Triple products, which are hard enough for the embedded debaters to err on. */
const CANDIDATES = [
  "59*75*89+30-2*83",
  "97*74*78+0-2*59",
  "41*23*88+35-2*51",
  "59*45*98+24-2*51",
  "42*58*92+59-2*83",
  "81*90*74+95-2*67",
  "98*52*84+29-2*19",
  "66*68*67+95-2*67",
].map((sum) => `What is ${sum}?`);

/** With this seed they are known to disagree on the first candidate, so that it can be shown from its beginning. */
const KNOWN_SEED = 0;

type Listen = (event: DebateEvent) => void;
type Run = (question: string, listen: Listen) => Promise<DebateResult>;

/**
 * Runs the debate about the first question on which these debaters disagree, so that there is something to argue
 * about. Unless that is known beforehand, nothing is told of a debate until its first round shows that they do.
 */
export async function runBuiltIn(
  run: Run,
  listen: Listen,
  seed: number,
): Promise<{ question: string; debate: DebateResult }> {
  const [first = ""] = CANDIDATES;
  if (seed === KNOWN_SEED) return { question: first, debate: await run(first, listen) };
  for (const question of CANDIDATES) {
    const listener = holdUntilDisagreed(listen);
    const debate = await run(question, listener.listen);
    if (listener.disagreed()) return { question, debate };
  }
  return { question: first, debate: await run(first, listen) };
}

function holdUntilDisagreed(listen: Listen): { listen: Listen; disagreed(): boolean } {
  const held: DebateEvent[] = [];
  let disagreed = false;
  return {
    disagreed: () => disagreed,
    listen(event) {
      if (disagreed) return listen(event);
      held.push(event);
      if (event.type !== "debate.round_completed" || event.agreement === 1) return;
      disagreed = true;
      held.forEach(listen);
    },
  };
}

/** The right answer to a sum such as `What is 12 + 15 × 21?`; `null` when there is none in it. */
export function computeTrueValue(question: string): number | null {
  const signs = question
    .replaceAll(/(?<=\d),(?=\d{3})/g, "")
    .replaceAll(/[×·]/g, "*")
    .replaceAll("−", "-");
  const sum = /\d+(?:\s*[-+*]\s*\d+)+/.exec(signs)?.[0];
  if (sum === undefined) return null;
  const terms = sum.replaceAll(/\s/g, "").match(/[-+]?\d+(?:\*\d+)*/g) ?? [];
  return terms.reduce((total, term) => {
    const sign = term.startsWith("-") ? -1 : 1;
    const product = term
      .replace(/^[-+]/, "")
      .split("*")
      .reduce((value, factor) => value * Number(factor), 1);
    return total + sign * product;
  }, 0);
}
