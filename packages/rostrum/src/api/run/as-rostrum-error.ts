import { RostrumError } from "../../errors.ts";
import { isInstance, messageOf } from "../../thrown.ts";

/** Wraps what a user's rule or a journal threw, and keeps it as the cause. */
export function asRostrumError(thrown: unknown): RostrumError {
  if (isInstance(thrown, RostrumError) && canCarry(thrown)) return thrown;
  return new RostrumError("failed", messageOf(thrown), { cause: thrown });
}

/** A rostrum error may come from a user's code, frozen or with fields that can't be read. */
function canCarry(error: RostrumError): boolean {
  try {
    const { name, code, message, partial } = error;
    error.partial = partial;
    return [name, code, message].every((text) => typeof text === "string");
  } catch {
    return false;
  }
}
