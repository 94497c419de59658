import { Debate, fold, memoryJournal, type DebateEvent } from "rostrum";

export interface Held {
  answer: string;
  status: string;
  provider: string;
}

/** A debate of scripted models, its record, and how a model id without a key fails. */
export async function held(): Promise<Held> {
  const debaters = ["42", "42", "41"].map((answer, index) => ({
    name: `debater-${index}`,
    model: () => `Answer: ${answer}`,
  }));
  const stream = new Debate({ debaters, journal: memoryJournal() }).stream("What is 6 × 7?");
  const events: DebateEvent[] = [];
  for await (const event of stream) events.push(event);
  const { answer } = await stream.result;
  const named = new Debate({ debaters: ["openai/one", "openai/two"] });
  const provider = await named.run("What is 6 × 7?").then(
    () => "answered",
    (error: Error) => error.name,
  );
  return { answer: String(answer), status: fold(events).status, provider };
}

/** In a page: where whoever opened it looks. */
export function show(said: Held): void {
  const { document } = globalThis as unknown as { document: { title: string } };
  document.title = JSON.stringify(said);
}
