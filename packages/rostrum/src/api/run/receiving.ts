import type {
  BeforeAttempt,
  CallReceiver,
  StepOutcome,
  StepReceiver,
} from "../../protocol/step.ts";

/** Tells a receiver what a promise brings. */
export function tell(outcome: Promise<StepOutcome>, receiver: StepReceiver): void {
  outcome.then(
    (came) => receiver.came(came),
    (reason: unknown) => receiver.failed(reason),
  );
}

/** A promise of what a receiver would be told. */
export function promised(
  begin: (receiver: CallReceiver) => void,
  beforeAttempt?: BeforeAttempt,
): Promise<StepOutcome> {
  return new Promise((came, failed) => {
    begin({ beforeAttempt, came, failed });
  });
}

/** What a receiver does before an attempt, as a function. */
export function beforeAttemptOf(receiver: CallReceiver): BeforeAttempt {
  return (spent) => receiver.beforeAttempt?.(spent);
}
