/** An error that the user can fix. It is shown as one message, without a stack. */
export class UserError extends Error {
  override readonly name: string = "UserError";
  /** What to do about it, one line each. */
  readonly hints: readonly string[];

  constructor(message: string, hints: readonly string[] = [], options?: { cause?: unknown }) {
    super(message, options);
    this.hints = hints;
  }
}

/** Why a file can't be read or written, in words instead of a system call's name. */
export function fileTrouble(error: unknown, path: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ENOENT":
      return `there is no file ${path}`;
    case "EISDIR":
      return `expected a file, got the folder ${path}`;
    case "ENOTDIR":
      return `a part of ${path} is a file, not a folder`;
    case "EACCES":
    case "EPERM":
      return `no permission for ${path}`;
    case "EROFS":
      return `${path} is on a read-only file system`;
    case "ENOSPC":
      return `no space is left for ${path}`;
    case "ELOOP":
      return `${path} is a symbolic link that leads back to itself`;
    case "ENAMETOOLONG":
      return `the name is too long: ${path}`;
    default:
      return `${path}: ${message}`;
  }
}
