/*
 * Which members to ask, and in what order, where a checker tells whether an attempt solved the task: ask one after another
 * until it does.
 */

/** By member, whether it solved the task and what its attempt cost in US dollars. */
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

/** The member that adds most, in its best place; `null` where none adds anything. */
function findInsertion(
  tasks: readonly Attempts[],
  order: readonly number[],
  members: readonly number[],
  worth: number,
): Insertion | null {
  let best: Insertion | null = null;
  const now = order.length === 0 ? 0 : valueCascade(runCascade(tasks, order), worth);
  for (const member of members) {
    if (order.includes(member)) continue;
    for (let place = 0; place <= order.length; place++) {
      const longer = [...order.slice(0, place), member, ...order.slice(place)];
      const value = valueCascade(runCascade(tasks, longer), worth) - now;
      if (value > 0 && (best === null || value > best.value))
        best = { order: longer, member, value };
    }
  }
  return best;
}

/** Adds members while each adds something, up to a number of them. */
export function chooseCascade(
  tasks: readonly Attempts[],
  members: readonly number[],
  worth: number,
  most = 4,
): number[] {
  let order: number[] = [];
  while (order.length < most) {
    const found = findInsertion(tasks, order, members, worth);
    if (found === null) break;
    ({ order } = found);
  }
  return order;
}
