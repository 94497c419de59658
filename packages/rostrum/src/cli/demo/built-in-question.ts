import type { DebateConfig } from "../../protocol/options.ts";
import { Debate } from "../../api/index.ts";

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

/** The first question on which these debaters disagree, so that there is something to argue about. */
export async function builtInQuestion(panel: DebateConfig, signal: AbortSignal): Promise<string> {
  const [easiest = ""] = CANDIDATES;
  for (const question of CANDIDATES) {
    const { agreement } = await new Debate({ ...panel, rounds: 0 }).run(question, { signal });
    if (agreement !== 1) return question;
  }
  return easiest;
}
