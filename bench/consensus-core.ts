/**
 * The same nine calls on ai-consensus-core. It is measured where it is installed
 * (`npm install --no-save ai-consensus-core` in this folder), since not every registry has it.
 */
import { debaters, QUESTION, ROUNDS } from "./panel.ts";

interface Request {
  participantId: string;
  round: number;
}

/** What is used of the package. */
interface ConsensusCore {
  ConsensusEngine: new (caller: (request: Request) => Promise<{ content: string }>) => {
    run(options: Record<string, unknown>): Promise<{ finalScore: number }>;
  };
  PERSONAS: readonly unknown[];
}

const NAME = "ai-consensus-core";

export function hasConsensusCore(): boolean {
  try {
    import.meta.resolve(NAME);
    return true;
  } catch {
    return false;
  }
}

export async function consensusCoreDebate(): Promise<() => Promise<number>> {
  const { ConsensusEngine, PERSONAS } = (await import(NAME)) as ConsensusCore;
  const engine = new ConsensusEngine(async ({ participantId, round }) => ({
    content: (await debaters[Number(participantId)]?.({ round: round - 1 })) ?? "",
  }));
  const options = {
    question: QUESTION,
    participants: debaters.map((_, index) => ({
      id: String(index),
      modelId: "function",
      persona: PERSONAS[index],
    })),
    maxRounds: ROUNDS,
    earlyStop: false,
  };
  return async () => (await engine.run(options)).finalScore;
}
