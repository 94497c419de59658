import type { DebateRecord } from "@rostrum/core/record";
import type { PartialResult } from "@rostrum/core/protocol";

/** A member of the panel and its stance. */
export interface StandingMember {
  name: string;
  model: string;
  /** Number of its latest answer in the debate. Null if it has none that counts. */
  number: number | null;
  /** `out`: was called and gave no answer that counts. `present`: the panel doesn't vote. */
  stance: "for" | "against" | "out" | "present";
}

const ORDER: readonly StandingMember["stance"][] = ["for", "present", "against", "out"];

/** Lists the members that were called: those who share the answer first, those without an answer last. */
export function listMembers(
  { started, result, completedRounds, status }: DebateRecord,
  numbers: readonly (readonly (number | null)[])[],
): StandingMember[] {
  const over = status === "completed" || result.decision.method !== "none";
  const stances = over ? findStances(result) : findLeaning(result, completedRounds);
  const calledNames = new Set(
    result.rounds.flatMap(({ positions }) =>
      positions
        .filter(({ status: positionStatus }) => positionStatus !== "not_asked")
        .map(({ debater }) => debater),
    ),
  );
  const members = (started?.panel ?? []).map(({ name, model }, index): StandingMember => {
    const number = numbers.map((round) => round[index] ?? null).findLast((each) => each !== null);
    return { name, model, number: number ?? null, stance: stances(name) };
  });
  const listedMembers =
    over && calledNames.size > 0 ? members.filter(({ name }) => calledNames.has(name)) : members;
  return listedMembers.sort((a, b) => ORDER.indexOf(a.stance) - ORDER.indexOf(b.stance));
}

type Stances = (name: string) => StandingMember["stance"];

/** Stance of each member toward the result's answer. */
function findStances({ agreement, decision, dissent }: PartialResult): Stances {
  if (agreement === null) return () => "present";
  const voters = new Set(decision.tally.flatMap(({ debaters }) => debaters));
  const against = new Set(dissent.map(({ debater }) => debater));
  return (name) => {
    if (!voters.has(name)) return "out";
    return agreement === 0 || against.has(name) ? "against" : "for";
  };
}

/** Stance of each member toward the answer that leads after the last finished round. `present` if none leads. */
function findLeaning({ rounds }: PartialResult, completedRounds: number): Stances {
  const round = rounds[completedRounds - 1];
  const sizes = new Map<number, number>();
  for (const { cluster } of round?.positions ?? [])
    if (cluster !== null) sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1);
  const maxSize = Math.max(...sizes.values(), 0);
  const leading = [...sizes].filter(([, size]) => size === maxSize);
  if (!round || round.agreement === null || leading.length === 0) return () => "present";
  return (name) => {
    const cluster = round.positions.find(({ debater }) => debater === name)?.cluster ?? null;
    if (cluster === null) return "out";
    return leading.length === 1 && cluster === leading[0]?.[0] ? "for" : "against";
  };
}
