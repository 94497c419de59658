import { lastCounting } from "../decide/index.ts";
import type { SynthesizedEvent } from "../protocol/events.ts";
import { mayAsk, prepare } from "./ask.ts";
import { capsFor, type Caps } from "./caps.ts";
import { conclude } from "./conclude.ts";
import { doubtAbout, escalate } from "./escalate.ts";
import { takeMissing } from "./missing.ts";
import { pollRound } from "./poll.ts";
import type { Ports } from "./ports.ts";
import { whoRevises } from "./revisers.ts";
import { closeRound, reachesQuorum, speak } from "./round.ts";
import { route, type Routed } from "./route.ts";
import type { Setting, Task } from "./setting.ts";
import { endForBudget } from "./spent.ts";
import { setTable, type Table } from "./table.ts";

/** The walk of one question: route, argue in rounds, decide, escalate. Everything it learns is an event. */
export async function runDebate(setting: Setting, task: Task, ports: Ports): Promise<void> {
  const table = setTable(setting, task, ports);
  const routed = await route(table);
  if (routed !== null) {
    ports.emit(singleAnswer(table, routed));
    return;
  }
  const caps = capsFor(table);
  const stopReason = await argue(table, caps);
  await decide(table, stopReason, caps);
}

/** Round after round until a rule, a cap or the last round ends it. Returns why it ended. */
async function argue(table: Table, caps: Caps): Promise<string> {
  const { setting, ports } = table;
  for (let round = 0; round <= setting.rounds; round++) {
    const ended = await holdRound(table, caps, round);
    if (ended !== null) return ended;
    for (const warning of ports.budget?.warnings() ?? []) {
      ports.emit({ type: "debate.budget_warning", ...warning });
    }
  }
  return "max_rounds";
}

/** One barrier: everybody is asked from the same snapshot, and nobody goes on before all are in. */
async function holdRound(table: Table, caps: Caps, round: number): Promise<string | null> {
  const { setting, ports, seats } = table;
  const { poll } = setting;
  if (round === 0 && poll !== null) return traced(table, 0, () => pollRound(table, poll, caps));
  const wanted = round === 0 ? seats : whoRevises(table);
  const speakers = wanted.filter((seat) => mayAsk(table, seat, round));
  // Too few are left to hold a round that counts: it would only cost.
  if (round > 0 && !reachesQuorum(table, speakers)) return "panel_failed";
  const askings = speakers.map((seat) => prepare(table, seat, round));
  const calls = askings.map(({ call }) => call);
  const shortage = caps.reserve(calls);
  if (shortage !== null && !caps.holdWithKept(calls)) return endForBudget(table, shortage);
  const asked = speakers.map(({ member }) => member.name);
  return traced(table, round, async () => {
    ports.emit({ type: "debate.round_started", round, asked });
    const stop = await closeRound(table, round, await speak(table, askings));
    return stop?.reason ?? (shortage && endForBudget(table, shortage));
  });
}

/** Measures a round that is really held: one that a cap forbids leaves no span. */
function traced(
  { ports }: Table,
  round: number,
  hold: () => Promise<string | null>,
): Promise<string | null> {
  return ports.span("debate.round", { round_number: round }, async (set) => {
    const reason = await hold();
    set("convergence_score", lastCounting(ports.rounds)?.agreement ?? 0);
    set("stopped_early", reason !== null);
    return reason;
  });
}

async function decide(table: Table, stopReason: string, caps: Caps): Promise<void> {
  const { setting, ports } = table;
  const strategy =
    typeof setting.decide === "function" ? setting.decide.name || "custom" : setting.decide.type;
  const [decided, doubt] = await ports.span("debate.aggregate", { strategy }, async (set) => {
    const event = { ...(await conclude(table, stopReason, caps, set)), ...takeMissing(table) };
    const found = doubtAbout(table, event);
    if (event.confidence !== null) set("final_confidence", event.confidence);
    set("escalate_to_human", found !== null);
    ports.emit(event);
    return [event, found];
  });
  if (doubt !== null) await escalate(table, decided, doubt);
}

/** A sure router's answer stands for the debate that was not needed. */
function singleAnswer({ reader }: Table, { event, answer }: Routed): SynthesizedEvent {
  return {
    type: "debate.synthesized",
    method: "routed",
    basis: reader?.basis ?? "exact",
    answer,
    text: event.text,
    reasoning: event.reasoning,
    confidence: event.confidence,
    confidenceBasis: event.confidence === null ? null : "self_reported",
    winner: null,
    tally: [],
    dissent: [],
    call: null,
    fallback: null,
    stopReason: "routed",
  };
}
