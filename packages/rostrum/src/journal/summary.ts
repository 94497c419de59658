import { getFailedCritique, getFailedQuotes } from "../protocol/failed-quotes.ts";
import { withUnit } from "../protocol/with-unit.ts";
import { wasStopped } from "../errors.ts";
import { addCosts, NO_COST } from "../protocol/add-usage.ts";
import type {
  CallCost,
  ClaimsEvent,
  CruxEvent,
  MemoEvent,
  ReviewedEvent,
  RoundCompletedEvent,
  RoutedEvent,
  StoredEvent,
  SynthesizedEvent,
} from "../protocol/events.ts";
import type { EscalatedEvent } from "../protocol/people-events.ts";
import { panelNameIn } from "../protocol/server-request.ts";
import { Waits } from "../protocol/waits.ts";
import type { RunState, RunStatus, RunSummary } from "../protocol/journal.ts";

/** What a list shows about a run, as far as its events say. */
export interface Gist extends Omit<RunSummary, "id" | "status" | "createdAt" | "updatedAt"> {
  /** It goes on only when a person acts. */
  waiting: boolean;
}

/** Follows a run's events. An event that comes again replaces the earlier one and all after it. */
export interface GistKeeper {
  readonly gist: Gist;
  apply(event: StoredEvent): void;
}

export function keepGist(events: readonly StoredEvent[] = []): GistKeeper {
  const past: StoredEvent[] = [];
  let following = follow();
  const keeper: GistKeeper = {
    get gist() {
      return following.gist();
    },
    apply(event) {
      if (event.seq < past.length) {
        past.length = event.seq;
        following = follow();
        past.forEach(following.apply);
      }
      past.push(event);
      following.apply(event);
    },
  };
  for (const event of events) keeper.apply(event);
  return keeper;
}

export function stateOf(status: RunStatus, { waiting }: { waiting: boolean }): RunState {
  return waiting && status === "running" ? "waiting" : status;
}

interface Following {
  apply(this: void, event: StoredEvent): void;
  gist(): Gist;
}

/** The places of the router's and the judge's calls among those of the rounds. */
const FIRST = -1;
const LAST = 1e9;
const COMPARED_VERDICT = 2e9;
const CRUXES = 3e9;
const CLAIMS = 4e9;
const MEMO = 5e9;

/** If a call is reported twice, before and after a resume, the later report counts. */
function follow(): Following {
  const paid = new Map<number, { call: CallCost; failed: boolean }>();
  const amiss = new Set<number>();
  /** Places of calls about the positions that brought nothing usable, or forged quotes. */
  const doubtful = new Set<number>();
  let panel: string[] = [];
  let asker: Pick<Gist, "user" | "team" | "parent"> = {};
  let unreported: CallCost = NO_COST;
  let known: Pick<Gist, "question" | "agreement" | "panelName"> = { question: "", agreement: null };
  let routed: RoutedEvent | null = null;
  let decided: SynthesizedEvent | null = null;
  let escalated: EscalatedEvent | null = null;
  let reviewed: ReviewedEvent | null = null;
  let stopped = false;
  const waits = new Waits();

  function pay(place: number, call: CallCost | null, failed = false): void {
    if (call === null) paid.delete(place);
    else paid.set(place, { call, failed });
  }

  function inquire(place: number, event: CruxEvent | ClaimsEvent | MemoEvent): void {
    pay(place, event.call);
    const forged = event.type !== "debate.crux" && getFailedQuotes(event).length > 0;
    if (forged || event.error !== undefined) doubtful.add(place);
    else doubtful.delete(place);
  }

  /** In the order of rounds and members, so that sums equal those of the result. */
  function placeOf({ round, debater }: { round: number; debater: string }): number {
    return round * panel.length + Math.max(0, panel.indexOf(debater));
  }

  /** After all rounds, before the verdict. */
  function ballotOf(seat: number): number {
    return LAST - panel.length + seat;
  }

  /** After all rounds and the verdict, where the result counts it. */
  function comparedIn(round: number): number {
    return LAST + 1 + round;
  }

  /** The debate continues, so an earlier decision is no longer valid. */
  function reopen(): void {
    decided = null;
    escalated = null;
    reviewed = null;
    pay(LAST, null);
    panel.forEach((_, seat) => pay(ballotOf(seat), null));
    for (const place of [COMPARED_VERDICT, CLAIMS, MEMO]) {
      pay(place, null);
      doubtful.delete(place);
    }
  }

  return {
    apply(event) {
      unreported = NO_COST;
      waits.apply(event);
      stopped = event.type === "debate.failed" && wasStopped(event.error);
      switch (event.type) {
        case "debate.started":
          panel = event.panel.map(({ name }) => name);
          known = { ...known, question: event.question, ...panelNameIn(event.metadata) };
          asker = {
            ...(event.userId === undefined ? {} : { user: event.userId }),
            ...(event.teamId === undefined ? {} : { team: event.teamId }),
            ...(event.parent === undefined ? {} : { parent: event.parent }),
          };
          break;
        case "debate.routed":
          routed = event;
          pay(FIRST, event.call);
          break;
        case "debate.response":
          pay(placeOf(event), event.call);
          break;
        case "debate.debater_failed":
          pay(placeOf(event), event.call, true);
          break;
        case "debate.balloted":
          for (const { debater, call } of event.ballots) {
            pay(ballotOf(panel.indexOf(debater)), call);
          }
          break;
        case "debate.round_started":
          reopen();
          break;
        case "debate.compared":
          pay(event.what === "verdict" ? COMPARED_VERDICT : comparedIn(event.round), event.call);
          break;
        case "debate.crux":
          inquire(CRUXES + event.round, event);
          break;
        case "debate.claims":
          inquire(CLAIMS, event);
          break;
        case "debate.memo":
          inquire(MEMO, event);
          break;
        case "debate.round_completed":
          reopen();
          // A round that doesn't count is ignored, unless there is no other.
          if (event.shortfall === undefined || event.round === 0)
            known = { ...known, agreement: event.agreement };
          if (isAmiss(event)) amiss.add(event.round);
          else amiss.delete(event.round);
          break;
        case "debate.synthesized":
          escalated = null;
          reviewed = null;
          decided = event;
          pay(LAST, event.call);
          break;
        case "debate.escalated":
          escalated = event;
          break;
        case "debate.reviewed":
          reviewed = event;
          break;
        case "debate.converged":
        case "debate.waiting":
        case "debate.proceeded":
        case "debate.said":
        case "debate.balloting":
        case "debate.judging":
        case "debate.budget_warning":
        case "debate.budget_exceeded":
          break;
        case "debate.completed":
        case "debate.failed":
          unreported = event.unreported ?? NO_COST;
          break;
      }
    },
    gist() {
      const calls = [...paid].sort(([a], [b]) => a - b).map(([, each]) => each);
      const spent = [...calls.map(({ call }) => call), unreported].reduce(addCosts, NO_COST);
      return {
        ...known,
        ...asker,
        panel,
        ...(stopped ? { stopped } : {}),
        answer: inWords(reviewed ?? decided),
        stopReason: decided?.stopReason ?? null,
        escalated: escalated !== null && reviewed === null,
        waiting: waits.paused(),
        degraded:
          calls.some(({ failed }) => failed) ||
          amiss.size > 0 ||
          doubtful.size > 0 ||
          (decided?.fallback ?? null) !== null ||
          (decided !== null && getFailedQuotes(decided).length > 0) ||
          [routed, decided, reviewed].some((event) => event?.missing !== undefined),
        calls: spent.attempts,
        costUsd: spent.costUsd,
      };
    },
  };
}

function isAmiss({ standings, shortfall, missing }: RoundCompletedEvent): boolean {
  if (missing !== undefined) return true;
  if (standings.some(({ critique }) => getFailedCritique("", critique).length > 0)) return true;
  return shortfall !== undefined || standings.some(({ status }) => status === "unread");
}

function inWords(decision: { answer: unknown; unit?: string | null } | null): string | null {
  const { answer = null, unit = null } = decision ?? {};
  if (answer === null) return null;
  if (typeof answer === "number") return withUnit(answer, unit);
  return typeof answer === "string" ? answer : JSON.stringify(answer);
}
