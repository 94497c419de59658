/** What one member did on one row. */
export interface Try {
  right: boolean;
  /** What the checker says. */
  passes: boolean;
  cost: number;
}

/** A member with what it did on every row. */
export interface Member {
  name: string;
  tries: readonly Try[];
}

const MAX_STEPS = 4;

/** The best member of some rows, and the members to ask before it: those with which most is right, at the least cost. */
export function chooseCascade(
  members: readonly Member[],
  rows: readonly number[],
  maxSteps: number = MAX_STEPS,
): { order: Member[]; best: Member } {
  const chosen = (tries: readonly Try[]): Try[] => rows.map((row) => tries[row] as Try);
  const right = ({ tries }: Member): number => chosen(tries).filter((each) => each.right).length;
  const cost = ({ tries }: Member): number => sum(chosen(tries).map((each) => each.cost));
  const best = members.reduce((a, b) =>
    right(b) > right(a) || (right(b) === right(a) && cost(b) < cost(a)) ? b : a,
  );
  const cheaper = members
    .filter((member) => member !== best && cost(member) < cost(best))
    .sort((a, b) => cost(a) - cost(b));
  let found = [best];
  let value = runCascade(found, best, rows);
  for (const before of subsets(cheaper, maxSteps - 1)) {
    const order = [...before, best];
    const next = runCascade(order, best, rows);
    if (next.right > value.right || (next.right === value.right && next.cost < value.cost)) {
      found = order;
      value = next;
    }
  }
  return { order: found, best };
}

/** All lists of at most so many items, in their order. */
function* subsets<T>(items: readonly T[], most: number): Generator<T[]> {
  if (most === 0) return;
  for (const [at, item] of items.entries()) {
    yield [item];
    for (const rest of subsets(items.slice(at + 1), most - 1)) yield [item, ...rest];
  }
}

export interface CascadeOutcome {
  rows: number;
  right: number;
  cost: number;
  /** Rows on which any member of the cascade is right. */
  oracle: number;
  bestRight: number;
  bestCost: number;
}

/** Asks the members in their order, on each row until the checker passes an answer; the last one's stands in any case. */
export function runCascade(
  order: readonly Member[],
  best: Member,
  rows: readonly number[],
): CascadeOutcome {
  const outcome = { rows: 0, right: 0, cost: 0, oracle: 0, bestRight: 0, bestCost: 0 };
  for (const row of rows) {
    const own = best.tries[row] as Try;
    const tries = order.map(({ tries: all }) => all[row] as Try);
    const at = tries.findIndex(({ passes }) => passes);
    const asked = at < 0 ? tries : tries.slice(0, at + 1);
    outcome.rows += 1;
    outcome.cost += sum(asked.map(({ cost }) => cost));
    if (asked.at(-1)?.right) outcome.right += 1;
    if (tries.some(({ right }) => right)) outcome.oracle += 1;
    if (own.right) outcome.bestRight += 1;
    outcome.bestCost += own.cost;
  }
  return outcome;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
