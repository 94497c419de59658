import { quoteSources } from "../../record/index.ts";
import type { DebateState } from "../state.ts";
import type { Quoting } from "./judged-quotes.ts";

/** What may be quoted of a debate, under the names of debaters and the labels that a reader was shown. */
export function quotingOf(
  { task, ports, seats, config }: DebateState,
  labels: ReadonlyMap<string, number>,
): Quoting {
  const members = config.members.map(({ name }) => [name, name] as const);
  const shown = [...labels].map(
    ([label, index]) => [label, seats[index]?.member.name ?? ""] as const,
  );
  return {
    question: task.question,
    sources: quoteSources(ports.rounds, task.material),
    debaters: new Map([...members, ...shown]),
    documents: task.material.flatMap((item) => ("document" in item ? [item.document] : [])),
  };
}
