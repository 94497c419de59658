import {
  ConfigError,
  copyPlain,
  isInstance,
  isPromiseLike,
  readMessage,
  RostrumError,
  typeName,
} from "@rostrum/core/support";

/** Describes the return value that is expected of a user's function. */
export interface ReturnCheck {
  /** In words, for the error. */
  expected: string;
  accepts(returned: unknown): boolean;
  /** A promise of such a value is accepted too. */
  allowsPromise?: boolean;
}

type AnyFunction = (...args: unknown[]) => unknown;

/**
 * A rule or a prompt that is the user's own function. If it throws or returns a wrong value, the error
 * names the option. It gets copies, so that it can change neither the record nor a prompt. It keeps its
 * name and source text, because events and fingerprints use them.
 */
export function wrapUserFunction(
  original: AnyFunction,
  field: string,
  returnCheck: ReturnCheck,
): AnyFunction {
  const { accepts, expected, allowsPromise } = returnCheck;

  function checkReturned(returned: unknown): unknown {
    if (accepts(returned)) return returned;
    const received = typeof returned === "string" ? `"${returned}"` : typeName(returned);
    throw new ConfigError(field, `expected ${expected} from the function, got ${received}`);
  }

  function callWithCopies(this: unknown, ...args: unknown[]): unknown {
    try {
      const returnedValue = original.apply(
        this,
        args.map((arg) => copyPlain(arg)),
      );
      return allowsPromise && isPromiseLike(returnedValue)
        ? checkResolved(returnedValue)
        : checkReturned(returnedValue);
    } catch (thrown) {
      throw toUserError(thrown);
    }
  }

  async function checkResolved(pending: unknown): Promise<unknown> {
    try {
      return checkReturned(await pending);
    } catch (thrown) {
      throw toUserError(thrown);
    }
  }

  function toUserError(thrown: unknown): RostrumError {
    if (isInstance(thrown, RostrumError)) return thrown;
    const message = `${field}: the function threw an error: ${readMessage(thrown)}`;
    return new RostrumError("failed", message, { cause: thrown });
  }

  Object.defineProperty(callWithCopies, "name", { value: original.name });
  Object.defineProperty(callWithCopies, "toString", { value: () => String(original) });
  return callWithCopies;
}
