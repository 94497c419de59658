/*
 * Turns results of debates that an earlier version held into events of today, for `rostrum demo --recorded`, the
 * playground and the page of an empty server.
 *
 *   node scripts/convert-live.ts <folder with the results>
 *
 * Such a result has no events, and only the length of the whole debate. So the moments of its replies are made up from
 * that length: what was asked at once was written at once, and a text takes as long as it has characters. Everything
 * else must be the same: the script fails if the events don't fold to the result that they were made from.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Position, StoredEvent } from "rostrum";
import { fold } from "../packages/rostrum/src/index.ts";
import type { PaidCall, StoredEventBody } from "../packages/rostrum/src/protocol/events.ts";
import type { PartialResult } from "../packages/rostrum/src/protocol/result.ts";
import { packEvents } from "../packages/rostrum/src/record/recorded/pack-events.ts";
import { ROOT } from "./lib/root.ts";

const MODEL = "a large language model";
const NAMES = ["version", "review", "tuners"];

/** A reply takes as long as reading the question, and then as long as it has characters. */
const READING = 400;
const measure = (text: string): number => READING + text.length;

/** What happens at one time, and how long it takes; `ends`: when each event comes within that. */
interface Stage {
  events: { body: StoredEventBody; after: number }[];
}

const call = (step: string): PaidCall[] => [
  { step, model: MODEL, replied: true, attempts: 1, usage: {}, costUsd: null },
];

function listStages(result: PartialResult): Stage[] {
  const { rounds, decision } = result;
  const names = rounds[0]?.positions.map(({ debater }) => debater) ?? [];
  const now = (...bodies: StoredEventBody[]): Stage => ({
    events: bodies.map((body) => ({ body, after: 0 })),
  });
  const after = (body: StoredEventBody, text: string): Stage => ({
    events: [{ body, after: measure(text) }],
  });
  const judged = decision.judgment !== undefined;
  const stages: Stage[] = [
    now({
      type: "debate.started",
      question: result.question,
      panel: names.map((name) => ({ name, model: MODEL, weight: 1 })),
      judge: judged ? { name: "judge", model: MODEL } : null,
      rounds: rounds.length - 1,
      rules: {
        stop: ["agreement:0.8"],
        decide: judged ? "judged" : "majority",
        answer: result.findings ? "findings" : "auto",
        see: "all",
        show: "latest",
        revise: "everyone",
      },
      // Peers were labeled anew for each reader then, so what "Debater A" means can't be told from a seed.
    }),
  ];
  for (const { index: round, positions, compared, agreement, stopped } of rounds) {
    const crux = result.cruxes.find((each) => each.round === round);
    if (crux) {
      const asked = { among: names, model: MODEL, calls: call(`crux_round_${round}`) };
      stages.push(after({ type: "debate.crux", ...crux, ...asked }, crux.claim));
    }
    const speaking = positions.filter(({ status }) => status === "spoke");
    stages.push(
      now({ type: "debate.round_started", round, asked: speaking.map(({ debater }) => debater) }),
      {
        events: speaking.map((position) => ({
          body: describeReply(position, names.indexOf(position.debater)),
          after: measure(position.text),
        })),
      },
    );
    if (compared) {
      const calls = call(`compare_round_${round}`);
      const [cost] = calls as [PaidCall];
      const { attempts, usage, costUsd } = cost;
      stages.push(
        after(
          {
            type: "debate.compared",
            what: "positions",
            round,
            groups: compared,
            none: [],
            asked: 1,
            failed: 0,
            skipped: 0,
            model: MODEL,
            call: { attempts, usage, costUsd },
            calls,
          },
          JSON.stringify(compared),
        ),
      );
    }
    stages.push(
      now({
        type: "debate.round_completed",
        round,
        standings: positions.map(({ status, answer, changed, cluster }) => ({
          status,
          answer,
          changed,
          cluster,
        })),
        agreement,
        stopped,
        basis: decision.basis,
      }),
    );
    if (stopped && result.converged && agreement !== null)
      stages.push(now({ type: "debate.converged", round, agreement }));
  }
  return [...stages, ...listEnding(result, names)];
}

function describeReply(position: Position, seat: number): StoredEventBody {
  const { debater, round, text, answer, reasoning, confidence, justification, claimedChange } =
    position;
  return {
    type: "debate.response",
    round,
    debater,
    status: "spoke",
    text,
    answer,
    reasoning,
    confidence,
    ...(justification === undefined ? {} : { justification }),
    ...(claimedChange === undefined ? {} : { claimedChange }),
    calls: call(`debater_${seat}_round_${round}`),
  };
}

function listEnding(result: PartialResult, names: string[]): Stage[] {
  const { decision, claims, memo, unaddressed = [] } = result;
  const { dissent: judgedDissent, tally, method, basis, ...said } = decision;
  const { answer, unit, text, reasoning, confidence, confidenceBasis, winner, stopReason } = result;
  const judged = decision.judgment !== undefined;
  const asked = { among: names, model: MODEL };
  const stage = (body: StoredEventBody, words: string | null): Stage => ({
    events: [{ body, after: words === null ? 0 : measure(words) }],
  });
  return [
    ...(judged
      ? [stage({ type: "debate.judging", judge: "judge", mode: "synthesize" }, null)]
      : []),
    stage(
      {
        type: "debate.synthesized",
        method,
        basis,
        answer,
        unit,
        text,
        reasoning,
        confidence,
        confidenceBasis,
        winner,
        tally,
        ...(result.findings ? { findings: result.findings } : {}),
        dissent: result.dissent.map(({ debater }) => debater),
        ...said,
        ...(judgedDissent === undefined ? {} : { judgedDissent }),
        calls: judged ? call("judge") : [],
        fallback: null,
        stopReason,
      },
      judged ? text : null,
    ),
    ...(result.escalateToHuman
      ? [
          stage(
            { type: "debate.escalated", agreement: result.agreement, tied: false, waiting: false },
            null,
          ),
        ]
      : []),
    ...(claims
      ? [
          stage(
            {
              type: "debate.claims",
              claims,
              unaddressed,
              failedQuotes: [],
              ...asked,
              calls: call("claims"),
            },
            JSON.stringify(claims),
          ),
        ]
      : []),
    ...(memo
      ? [stage({ type: "debate.memo", memo, ...asked, calls: call("memo") }, JSON.stringify(memo))]
      : []),
    stage(
      {
        type: "debate.completed",
        reissued: 0,
        durationMs: Math.round(result.durationMs),
        calls: [],
      },
      null,
    ),
  ];
}

/** Gives the stages their share of the time that the debate took. */
function placeInTime(stages: readonly Stage[], { id, durationMs }: PartialResult): StoredEvent[] {
  const longest = ({ events }: Stage): number => Math.max(...events.map(({ after }) => after));
  const whole = stages.reduce((sum, stage) => sum + longest(stage), 0);
  let begun = 0;
  const placed = stages.flatMap((stage) => {
    const events = stage.events.map(({ body, after }) => ({
      body,
      at: Math.round(((begun + after) * durationMs) / whole),
    }));
    begun += longest(stage);
    return events.sort((a, b) => a.at - b.at);
  });
  return placed.map(({ body, at }, seq) => ({ ...body, debateId: id, at, seq }));
}

const ADDED: object = { clarified: 0, failedQuotes: [] };

/** What an older result doesn't have, or has in another form. */
function modernize({ integrity, durationMs, ...result }: PartialResult): object {
  return {
    ...result,
    integrity: { ...ADDED, ...integrity },
    durationMs: Math.round(durationMs),
  };
}

const [folder = ""] = process.argv.slice(2);
for (const name of NAMES) {
  const given = JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as PartialResult;
  const events = placeInTime(listStages(given), given);
  const result = JSON.parse(JSON.stringify(fold(events).result)) as Record<string, unknown>;
  const expected = modernize(given) as Record<string, unknown>;
  const differing = [...new Set([...Object.keys(result), ...Object.keys(expected)])].filter(
    (key) => !isDeepStrictEqual(result[key], expected[key]),
  );
  for (const key of differing)
    console.error(
      `${name}.${key}:\n  ${JSON.stringify(expected[key])?.slice(0, 1500)}\n  ${JSON.stringify(result[key])?.slice(0, 1500)}`,
    );
  if (differing.length > 0) process.exitCode = 1;
  else {
    const packed = `${JSON.stringify(packEvents(events))}\n`;
    writeFileSync(join(ROOT, "packages/rostrum/src/record/recorded", `${name}.json`), packed);
    console.log(`${name}: ${events.length} events, ${packed.length} bytes`);
  }
}
