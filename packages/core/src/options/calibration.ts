import { ConfigError } from "../errors.ts";
import { fail, formatValue } from "./describe.ts";
import { isPlainObject } from "../thrown.ts";

/*
 * Calibrations and certificates come from files that people edit, truncate and mix up. Every field that is used in a
 * calculation is checked here, so that a damaged file is reported instead of producing wrong numbers.
 */

/** Checks a calibration from a file or a program. */
export function checkCalibration(value: unknown, path: string): unknown {
  if (!isPlainObject(value) || !isPlainObject(value["kinds"])) {
    return fail(path, "what calibrate() returned", value);
  }
  const { version, kinds, unlabelled } = value;
  checkTrue(unlabelled, `${path}.unlabelled`);
  if (version !== 1) {
    const message = `expected a calibration of version 1, got version ${formatValue(version)}. Make it again with rostrum calibrate`;
    throw new ConfigError(path, message);
  }
  checkKinds(kinds, `${path}.kinds`);
  for (const field of ["latencyMs", "replyTokens"]) {
    if (value[field] !== undefined) checkAmounts(value[field], `${path}.${field}`);
  }
  if (value["about"] !== undefined) checkAbout(value["about"], `${path}.about`);
  return value;
}

function checkKinds(kinds: unknown, path: string): void {
  for (const [kind, kindCalibration] of Object.entries(objectAt(kinds, path))) {
    checkKind(kindCalibration, `${path}.${kind}`);
  }
}

function checkKind(kindCalibration: unknown, path: string): void {
  const { rows, classes, beliefs, misses, correction, debates, replay, unlabelled, twins } =
    objectAt(kindCalibration, path);
  checkTrue(unlabelled, `${path}.unlabelled`);
  if (twins !== undefined) {
    listAt(twins, `${path}.twins`).forEach((names, index) =>
      checkNames(names, `${path}.twins[${index}]`),
    );
  }
  wholeAt(rows, `${path}.rows`, 0);
  checkClasses(classes, `${path}.classes`);
  for (const [field, list] of Object.entries({ beliefs, misses })) {
    listAt(list, `${path}.${field}`).forEach((belief, index) =>
      numberAt(belief, `${path}.${field}[${index}]`, 0, 1),
    );
  }
  const { intercept, slope } = objectAt(correction, `${path}.correction`);
  numberAt(intercept, `${path}.correction.intercept`, -100, 100);
  numberAt(slope, `${path}.correction.slope`, 1e-3, 100);
  if (debates !== undefined) checkDebates(debates, `${path}.debates`);
  if (replay !== undefined) checkReplay(replay, `${path}.replay`);
}

function checkDebates(value: unknown, path: string): void {
  const { led, split } = objectAt(value, path);
  for (const [name, part] of Object.entries({ led, split })) {
    const counts = objectAt(part, `${path}.${name}`);
    for (const field of ["rows", "rightBefore", "rightAfter"]) {
      wholeAt(counts[field], `${path}.${name}.${field}`, 0);
    }
  }
}

function checkClasses(value: unknown, path: string): void {
  const classes = listAt(value, path);
  if (classes.length === 0) fail(path, "at least one class of difficulty", value);
  classes.forEach((difficultyClass, index) => {
    const at = `${path}[${index}]`;
    const { share, reliability, otherwise, sharing, traps } = objectAt(difficultyClass, at);
    numberAt(share, `${at}.share`, 1e-9, 1);
    checkProbability(otherwise, `${at}.otherwise`);
    checkProbability(sharing, `${at}.sharing`);
    numberAt(traps, `${at}.traps`, 0, 0.999);
    const reliabilities = objectAt(reliability, `${at}.reliability`);
    for (const [name, chance] of Object.entries(reliabilities))
      checkProbability(chance, `${at}.reliability.${name}`);
  });
}

function checkReplay(value: unknown, path: string): void {
  const { members, rows, folds } = objectAt(value, path);
  const names = checkNames(members, `${path}.members`);
  const foldClasses = listAt(folds, `${path}.folds`);
  foldClasses.forEach((classes, fold) => checkClasses(classes, `${path}.folds[${fold}]`));
  listAt(rows, `${path}.rows`).forEach((row, index) => {
    const at = `${path}.rows[${index}]`;
    const { said: answerGroups, right, fold, repeated } = objectAt(row, at);
    checkTrue(repeated, `${at}.repeated`);
    const groups = listAt(answerGroups, `${at}.said`);
    if (groups.length !== names.length) fail(`${at}.said`, `${names.length} entries`, answerGroups);
    groups.forEach((group, member) => {
      if (group !== null) wholeAt(group, `${at}.said[${member}]`, -1);
    });
    if (right !== null) wholeAt(right, `${at}.right`, 0);
    wholeAt(fold, `${at}.fold`, 0, foldClasses.length - 1);
  });
}

function checkTrue(value: unknown, path: string): void {
  if (value !== undefined && value !== true) fail(path, "true", value);
}

function checkNames(value: unknown, path: string): unknown[] {
  const names = listAt(value, path);
  if (names.some((name) => typeof name !== "string") || new Set(names).size !== names.length) {
    fail(path, "distinct names", value);
  }
  return names;
}

function checkAbout(value: unknown, path: string): void {
  const { rows, made, source, reads } = objectAt(value, path);
  wholeAt(rows, `${path}.rows`, 0);
  if (typeof made !== "string") fail(`${path}.made`, "a day such as 2026-01-31", made);
  if (source !== null && typeof source !== "string")
    fail(`${path}.source`, "a text or null", source);
  wordAt(reads, `${path}.reads`, "strict", "recorded");
}

/** Checks a certificate from a file or a program. */
export function checkCertificate(value: unknown, path: string): unknown {
  const certificate = objectAt(value, path, "what certify() returned");
  wordAt(certificate["mode"], `${path}.mode`, "delivered", "sure");
  if (certificate["promise"] === undefined || certificate["kinds"] !== undefined) {
    const message =
      "expected what certify() returns now, got one of an earlier version. Make it again with rostrum certify";
    throw new ConfigError(path, message);
  }
  wordAt(certificate["promise"], `${path}.promise`, "average", "holder");
  for (const name of ["calibration", "assumptions"]) {
    if (typeof certificate[name] !== "string") fail(`${path}.${name}`, "a text", certificate[name]);
  }
  for (const name of ["alpha", "delta"]) checkProbability(certificate[name], `${path}.${name}`);
  if (certificate["threshold"] === null) return value;
  for (const name of ["threshold", "coverage"])
    numberAt(certificate[name], `${path}.${name}`, 0, 1);
  for (const name of ["rows", "first", "batch"]) wholeAt(certificate[name], `${path}.${name}`, 1);
  listAt(certificate["members"], `${path}.members`);
  if (certificate["costs"] !== null) checkAmounts(certificate["costs"], `${path}.costs`);
  return value;
}

function checkAmounts(value: unknown, path: string): void {
  for (const [name, amount] of Object.entries(objectAt(value, path))) {
    numberAt(amount, `${path}.${name}`, 0, Number.MAX_VALUE);
  }
}

function objectAt(value: unknown, path: string, expected = "an object"): Record<string, unknown> {
  return isPlainObject(value) ? value : fail(path, expected, value);
}

function wordAt(value: unknown, path: string, one: string, other: string): void {
  if (value !== one && value !== other) fail(path, `"${one}" or "${other}"`, value);
}

function listAt(value: unknown, path: string): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : fail(path, "a list", value);
}

function numberAt(value: unknown, path: string, low: number, high: number): void {
  const isNumber = typeof value === "number" && value >= low && value <= high;
  if (!isNumber)
    fail(path, "a number " + (high > 1e9 ? `from ${low}` : `from ${low} to ${high}`), value);
}

/** Checks a probability strictly between 0 and 1, because its logarithm is taken. */
function checkProbability(value: unknown, path: string): void {
  const isInside = typeof value === "number" && value > 0 && value < 1;
  if (!isInside) fail(path, "a number between 0 and 1", value);
}

function wholeAt(value: unknown, path: string, low: number, high = Number.MAX_SAFE_INTEGER): void {
  const isWhole =
    Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high;
  if (!isWhole) fail(path, `a whole number from ${low}`, value);
}
