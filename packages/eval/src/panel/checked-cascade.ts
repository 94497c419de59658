/*
 * Chooses which members to ask, and in what order, if a checker can tell whether an attempt solves the task. Members are
 * asked one after another until one does.
 */

/** Results of the members' attempts at one task, and their costs in US dollars. */
export interface Attempts {
  solved: readonly boolean[];
  cost: readonly number[];
}

/** Share of the tasks that were solved, and dollars per task. */
export interface CascadeResult {
  solved: number;
  cost: number;
}

/** Result of asking members in this order until a checker accepts an attempt. */
export function runCascade(tasks: readonly Attempts[], order: readonly number[]): CascadeResult {
  let solved = 0;
  let cost = 0;
  for (const task of tasks) {
    for (const member of order) {
      cost += task.cost[member] ?? 0;
      if (task.solved[member] === true) {
        solved += 1;
        break;
      }
    }
  }
  return { solved: solved / tasks.length, cost: cost / tasks.length };
}

/** Value of the solved tasks, less the cost of solving them. */
const valueCascade = ({ solved, cost }: CascadeResult, worth: number): number =>
  worth * solved - cost;

interface Insertion {
  order: number[];
  member: number;
  value: number;
}

/** Finds the most valuable member and its best position; `null` if none adds value. */
function findInsertion(
  tasks: readonly Attempts[],
  order: readonly number[],
  members: readonly number[],
  worth: number,
): Insertion | null {
  let best: Insertion | null = null;
  const currentValue = order.length === 0 ? 0 : valueCascade(runCascade(tasks, order), worth);
  for (const member of members) {
    if (order.includes(member)) continue;
    for (let place = 0; place <= order.length; place++) {
      const longer = [...order.slice(0, place), member, ...order.slice(place)];
      const value = valueCascade(runCascade(tasks, longer), worth) - currentValue;
      if (value > 0 && (best === null || value > best.value))
        best = { order: longer, member, value };
    }
  }
  return best;
}

/** Adds members greedily while each adds value. */
export function chooseCascade(
  tasks: readonly Attempts[],
  members: readonly number[],
  worth: number,
  maxMembers = 4,
): number[] {
  let order: number[] = [];
  while (order.length < maxMembers) {
    const insertion = findInsertion(tasks, order, members, worth);
    if (insertion === null) break;
    ({ order } = insertion);
  }
  return order;
}
