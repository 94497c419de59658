/* Errors, and how values from outside are read and shown. Pure. */

// Errors, split by who must act
export {
  AbortError,
  asRostrumError,
  BudgetExceededError,
  ChainError,
  ConfigError,
  JournalError,
  JournalMismatchError,
  ModelError,
  PanelFailedError,
  publicMessage,
  RostrumError,
  wasStopped,
  type ErrorCode,
  type JournalErrorCode,
  type KnownErrorCode,
  type ModelErrorDetails,
} from "../errors.ts";

// Values that somebody else made
export {
  errorText,
  field,
  isInstance,
  isPlainObject,
  isPromiseLike,
  isSignal,
  isTooDeep,
  parseJson,
  readMessage,
  typeName,
} from "../thrown.ts";
export { copyPlain } from "../copy-plain.ts";
export { omitUndefined } from "../omit-undefined.ts";
export { toSortedJson } from "../protocol/sorted-json.ts";
export { ROUNDING_ERROR } from "../rounding-error.ts";

// Text that is safe to show
export { clipLine, escapeInvisible, stringifyVisible, toOneLine } from "../visible.ts";
export {
  capitalize,
  formatLimit,
  formatMoney,
  joinNames,
  joinWords,
  roundUpFigure,
  shorten,
} from "../format.ts";
