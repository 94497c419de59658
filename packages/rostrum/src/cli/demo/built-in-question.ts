import { Debate } from "../../api/index.ts";
import type { DebateConfig } from "../../protocol/options.ts";

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

/** With this seed they are known to disagree on the first candidate, so that nothing has to be tried. */
const KNOWN_SEED = 0;

/** Finds a question on which the debaters of a panel disagree, so that there is something to argue about. */
export async function findBuiltIn(panel: DebateConfig, signal: AbortSignal): Promise<string> {
  const [first = ""] = CANDIDATES;
  if (panel.seed === KNOWN_SEED) return first;
  for (const question of CANDIDATES) {
    const { agreement } = await new Debate({ ...panel, rounds: 0 }).run(question, { signal });
    if (agreement !== 1) return question;
  }
  return first;
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
