import type { ConfidentRouter, SequentialPoll } from "../protocol/rule-settings.ts";
import type { Poll, Router } from "../protocol/rules.ts";
import { filled, POLL, type Filled } from "../options/index.ts";

/** Ask the whole panel at once. */
export function everyone(): Poll & { type: "everyone" } {
  return { type: "everyone" };
}

/** Ask one by one, most useful first, until the answer is sure enough. Without a calibration it never is. */
export function sequential(options: Omit<SequentialPoll, "type"> = {}): Filled<SequentialPoll> {
  return filled<SequentialPoll>(POLL, { type: "sequential", ...options });
}

/** Always debate. */
export function always(): Router & { type: "always" } {
  return { type: "always" };
}

/** Ask one model first, and debate only when it is less sure than `threshold`. */
export function confident(options: Omit<ConfidentRouter, "type"> = {}): ConfidentRouter {
  return { type: "confident", ...options };
}
