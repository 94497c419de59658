/*
 * Holds one debate with long replies and says, in one line of JSON, how it ended, which steps were
 * asked for, and which the journal held before and after.
 */
import { Debate, never, RostrumError } from "../../packages/rostrum/src/index.ts";
import { sqliteJournal } from "../../packages/runtime/src/journal/index.ts";

const [path = "", length = "0"] = process.argv.slice(2);
const asked: string[] = [];
const journal = sqliteJournal(path);

async function doneSteps(): Promise<string[]> {
  const stored = await journal.read("run").catch(() => undefined);
  return [...(stored?.steps ?? [])].flatMap(([stepId, { outcome }]) => (outcome ? [stepId] : []));
}

async function hold(): Promise<object> {
  const model = ({ stepId }: { stepId: string }): string => {
    asked.push(stepId);
    return `${"x".repeat(Number(length))}\nAnswer: 7`;
  };
  const debate = new Debate({
    debaters: [model, model],
    rounds: 3,
    revise: "everyone",
    stop: never(),
    journal,
  });
  try {
    const { answer } = await debate.run("How many?", { id: "run" });
    return { answer };
  } catch (error) {
    if (!(error instanceof RostrumError)) throw error;
    const { name, code, message, partial } = error;
    const replies = partial?.rounds.flatMap(({ positions }) =>
      positions.filter(({ text }) => text !== ""),
    );
    return { error: { name, code, message }, replies: replies?.length ?? 0 };
  }
}

const before = await doneSteps();
const outcome = await hold();
const after = await doneSteps();
const { status, events = [] } = (await journal.read("run").catch(() => undefined)) ?? {};
const stored = { status, last: events.at(-1) };
console.log(JSON.stringify({ ...outcome, asked, before, after, stored }));
await journal.close();
