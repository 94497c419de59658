import type {
  AllTopology,
  ConfidentRouter,
  RacePoll,
  RingTopology,
  SampleTopology,
  SequentialPoll,
  StarTopology,
} from "../../protocol/rule-settings.ts";
import type { Poll, Router } from "../../protocol/rules.ts";
import { fillDefaults, type Filled } from "../../options/checks.ts";
import { POLL, SEE } from "../../options/rules.ts";

/** Everybody sees everybody. */
export function all(): AllTopology {
  return { type: "all" };
}

/** Each debater sees k neighbours on each side, at least 1. Default 1. */
export function ring(k?: number): Filled<RingTopology> {
  return fillDefaults<RingTopology>(SEE, { type: "ring", k });
}

/** Debater i sees everybody, the others see only it. Default 0. */
export function star(i?: number): Filled<StarTopology> {
  return fillDefaults<StarTopology>(SEE, { type: "star", i });
}

/** Each debater sees k peers, drawn anew each round by seed, at least 1. Default 1. */
export function sample(k?: number): Filled<SampleTopology> {
  return fillDefaults<SampleTopology>(SEE, { type: "sample", k });
}

/** Ask the whole panel at once. */
export function everyone(): Poll & { type: "everyone" } {
  return { type: "everyone" };
}

/** Ask the whole panel at once, and don't wait for those who can't change the answer any more. */
export function race(): RacePoll {
  return { type: "race" };
}

/** Ask one by one, most useful first, until the answer is sure enough. Without a calibration it never is. */
export function sequential(options: Omit<SequentialPoll, "type"> = {}): Filled<SequentialPoll> {
  return fillDefaults<SequentialPoll>(POLL, { type: "sequential", ...options });
}

/** Always debate. */
export function always(): Router & { type: "always" } {
  return { type: "always" };
}

/** Ask one model first, and debate only when it is less sure than `threshold`. */
export function confident(options: Omit<ConfidentRouter, "type"> = {}): ConfidentRouter {
  return { type: "confident", ...options };
}
