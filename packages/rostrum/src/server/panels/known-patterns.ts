import { z } from "zod";

/**
 * Patterns that client libraries write next to a `format`: `z.email()` becomes a format and the regular
 * expression that it stands for. These are known, and each was checked for its running time.
 */
const FORMATS: readonly z.ZodType[] = [
  z.email(),
  z.uuid(),
  z.uuidv4(),
  z.uuidv6(),
  z.uuidv7(),
  z.guid(),
  z.cuid(),
  z.cuid2(),
  z.ulid(),
  z.xid(),
  z.ksuid(),
  z.nanoid(),
  z.ipv4(),
  z.ipv6(),
  z.cidrv4(),
  z.cidrv6(),
  z.base64(),
  z.base64url(),
  z.e164(),
  z.iso.date(),
  z.iso.datetime(),
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ local: true }),
  z.iso.time(),
  z.iso.duration(),
];

let known: Set<string> | undefined;

export function isKnownPattern(pattern: string): boolean {
  known ??= new Set(FORMATS.flatMap((format) => z.toJSONSchema(format).pattern ?? []));
  return known.has(pattern);
}
