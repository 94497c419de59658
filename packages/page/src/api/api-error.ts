/** The server's error response. */
export class ApiError extends Error {
  override readonly name: string = "ApiError";
  readonly status: number;
  readonly code: string;
  /** Request field that caused the error. Null if no single field did. */
  readonly field: string | null;

  constructor(status: number, code: string, message: string, field: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

/** Describes any failure in a sentence for the reader. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError) return formatSentence(error.message);
  if (error instanceof TypeError || isFailedLoad(error))
    return "The server can't be reached. Check that it is running and that you are online.";
  return error instanceof Error ? error.message : String(error);
}

/** True if a part of the page couldn't be loaded. The bundler's helper throws a plain error with the file's address. */
const isFailedLoad = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("Unable to preload");

/**
 * Adds a capital letter and a period to a sentence. A message about a field starts with the field's
 * name.
 */
function formatSentence(message: string): string {
  const [first = ""] = message.split(/\s/, 1);
  const startsWithWord = /^[a-z]+[,']?[a-z]*$/.test(first);
  const sentence = startsWithWord ? message.charAt(0).toUpperCase() + message.slice(1) : message;
  return /[.!?:”"]$/.test(sentence) ? sentence : `${sentence}.`;
}
