/*
 * Counts the steps of everything that reads replies, on replies that repeat one construct:
 *
 *   node --stack-size=6000 scripts/reading-steps.ts patterns|code [construct…]
 *
 * Named constructs, and patterns on single characters, are tested with every opening; all others with one opening each,
 * which takes a fraction of the time.
 *
 * Prints every pattern, or block of code and built-in function, whose steps grow faster than the reply, with a
 * construct for which they do. A part of the check: see test/answers/reading-steps.test.ts.
 */
import {
  installCodeCounter,
  installPatternCounter,
  type StepCounter,
  type StepCounts,
} from "./lib/count-steps.ts";
import { readLongReply } from "./lib/read-long-reply.ts";
import { CONSTRUCTS, OPENINGS, repeatConstruct } from "./lib/reply-constructs.ts";

const SHORT_LENGTH = 240;
/** The second reply is this many times as long, and may take up to the second factor of steps. */
const LENGTH_FACTOR = 4;
const MAX_STEPS_FACTOR = 6;

const [mode, ...constructArguments] = process.argv.slice(2);
const namedConstructs = constructArguments.map((text) => JSON.parse(`"${text}"`) as string);
const constructs = namedConstructs.length > 0 ? namedConstructs : CONSTRUCTS;

/** Names whose steps grow more than allowed from the shorter to the longer reply. */
function findGrowing(short: StepCounts, long: StepCounts, length: number): Set<string> {
  const grows = ([name, steps]: [string, number]): boolean =>
    steps > length && steps > MAX_STEPS_FACTOR * (short.get(name) ?? 0);
  return new Set([...long].filter(grows).map(([name]) => name));
}

/** Names whose steps grow faster than the replies, with an example. Compares three lengths: a short reply may skip code. */
function countAll(countSteps: StepCounter): Map<string, string> {
  const growing = new Map<string, string>();
  for (const [place, construct] of constructs.entries()) {
    const turn = OPENINGS.slice(place % OPENINGS.length).slice(0, 1);
    // A pattern without a bound goes back over a run of one character.
    const isRun = mode === "patterns" && construct.length === 1;
    for (const opening of isRun || namedConstructs.length > 0 ? OPENINGS : turn) {
      const count = (length: number): StepCounts =>
        countSteps(() => readLongReply(repeatConstruct(opening, construct, length)));
      const [short, long] = [count(SHORT_LENGTH), count(SHORT_LENGTH * LENGTH_FACTOR)];
      const suspects = findGrowing(short, long, SHORT_LENGTH * LENGTH_FACTOR);
      if (suspects.size === 0) continue;
      const longer = count(SHORT_LENGTH * LENGTH_FACTOR ** 2);
      for (const name of findGrowing(long, longer, SHORT_LENGTH * LENGTH_FACTOR ** 2)) {
        const steps = [short, long, longer].map((counts) => counts.get(name) ?? 0);
        if (suspects.has(name))
          growing.set(name, `${steps.join(", ")} steps for ${JSON.stringify(opening + construct)}`);
      }
    }
  }
  return growing;
}

const growing = countAll(
  mode === "patterns" ? installPatternCounter() : installCodeCounter("/packages/"),
);
for (const [name, example] of growing) console.log(`${name}: ${example}`);
process.exitCode = growing.size === 0 ? 0 : 1;
