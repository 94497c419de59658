/**
 * Notes which assertions of JavaScript tests ran, and which failed. A program that never calls a function of its tests, or
 * returns nothing to loop over, skips the assertions in there. Tests that print their failures go on after them.
 */
export const JAVASCRIPT_ASSERTIONS: string = String.raw`
const [start, token, program, tests] = readJob();
const inspector = new (require("node:inspector").Session)();
inspector.connect();
inspector.post("Profiler.enable");
inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/** Patterns of assertions that fail whenever they run, so they should never run. */
const ALWAYS_FAILS = /^(assert\.)?fail\b|^assert(\.ok)?\(\s*(false|0|null)\b/;
const GUARDED_FAILURE = /\bif\s*\([^;{}]*\)\s*\{?\s*(throw\b|process\.exit\()/g;
/** An exit code that is computed says what came of the tests. */
const COMPUTED_EXIT = /\bprocess\.(exitCode\s*=(?!=)|exit\()(?=[^;\n]*\?)/g;
const GUARD = /^(if|process)\b/;
const THROW = /\bthrow\b/g;
/** Where assert could be something else than what Node calls so. */
const OTHER_ASSERT = /[{(,]\s*assert\s*[,})=]|\b(const|let|var|function|class)\s+assert\b/;
/** Names that the tests give to assertions of Node. They may use assert without that, too. */
const IMPORTED_MODULE =
  /([\w$]+)\s*(?:=\s*require\(\s*|(?:,\s*\{[^}]*\}\s*)?\bfrom\s*)["'](?:node:)?assert(?:\/strict)?["']/g;
const nodeAssertions = new Set();
const IMPORTED_NAMES = /\{([^{}]*)\}\s*(?:=\s*require\(\s*|from\s*)["'](?:node:)?assert/g;

/** The tests without the text of comments, strings and patterns. */
const codeOfTests = tests.replace(
  /(?<!:)\/\/.*|\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|${"`"}(?:\\.|[^${"`"}$\\])*${"`"}|(?<=(?:^|[(,=:[!&|?{};\n]|\breturn)[^\S\n]*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//g,
  (text) => text[0] + text.slice(1, -1).replace(/[^\n]/g, " ") + text.at(-1).replace(/[^"'/${"`"}]/, " "),
);
const lineOf = (at) => tests.slice(0, at).split("\n").length;
const nameLines = (places) => {
  const lines = [...new Set(places.map(lineOf))].sort((a, b) => a - b);
  const more = lines.length > 3 ? " and " + (lines.length - 3) + " more" : "";
  return "line " + lines.slice(0, 3).join(", ") + more;
};

/** Text before the tests in their script. */
let ahead = "";
/** False: the program runs in the same process, and what it catches is not known. */
let isApart = true;
/** Places of all assertions. */
let places = null;
/** Places of assertions that are not calls of functions with assertions. */
let ownPlaces = [];
/** How often what begins at a place has run. V8 counts from zero again whenever its counts are taken. */
const runs = new Map();
const countOf = (at) => runs.get(at) ?? 0;
const throws = [...codeOfTests.matchAll(THROW)].map(({ index }) => index);
/** Functions of the tests, in the order in which they begin. */
let functionsOfTests = [];
/** Text of the functions that the tests handed to the program. */
const handed = new Set();

function takeCounts() {
  let coverage;
  inspector.post("Profiler.takePreciseCoverage", (_error, taken) => {
    coverage = taken;
  });
  for (const { functionName, ranges } of coverage.result.find(({ url }) => url === "node:assert")?.functions ?? [])
    if (functionName in assertModules[0]) assertionCalls += ranges[0].count;
  const functions = coverage.result
    .filter(({ url }) => url === "tests.js")
    .flatMap((script) => script.functions)
    .map(({ functionName, ranges }) => ({
      name: functionName,
      ranges: ranges.map(({ startOffset, endOffset, count }) => ({
        start: startOffset - ahead.length,
        end: endOffset - ahead.length,
        count,
      })),
    }))
    .filter(({ ranges }) => ranges[0].start >= 0);
  if (functions.length === 0) return;
  places ??= findAssertions(functions);
  const ranges = functions
    .flatMap((each) => each.ranges)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  // The promise that an assertion awaits may never settle, or reject.
  for (const at of new Set([...places, ...places.map(endOfCall), ...throws])) {
    const around = ranges.filter(({ start, end }) => start <= at && at < end);
    runs.set(at, countOf(at) + (around.at(-1)?.count ?? 0));
  }
  const known = new Map(functionsOfTests.map((each) => [each.start + " " + each.end, each]));
  for (const { name, ranges: [{ start, end, count }] } of functions) {
    const each = known.get(start + " " + end) ?? { name, start, end, count: 0 };
    each.count += count;
    known.set(start + " " + end, each);
  }
  functionsOfTests = [...known.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** How often assertions of Node were called. Once by the harness, to see whether this Node counts them. */
let assertionCalls = -1;
const isCounting = () => assertionCalls >= 0;
/**
 * How many assertions began and were never called, because an error came before or while they got their arguments: what
 * begins counts with its block.
 */
function countAborted() {
  const isExpected = (at) =>
    functionsOfTests.some(
      ({ start, end }) => start <= at && at < end && expected.texts.has(tests.slice(start, end)),
    );
  const isDefinition = (at) => /^\)\s*\{/.test(codeOfTests.slice(endOfCall(at), endOfCall(at) + 200));
  const begun = new Map();
  let ofNode = 0;
  for (const at of places) {
    const [callee] = codeOfTests.slice(at).match(/^[\w$]+(\s*\.\s*[\w$]+)*(?=\s*\()/) ?? [];
    if (callee === undefined || callee === "if" || isExpected(at) || isDefinition(at)) continue;
    const [root, name = root] = callee.match(/^[\w$]+|[\w$]+$/g);
    if (nodeAssertions.has(root)) ofNode += countOf(at);
    else begun.set(name, (begun.get(name) ?? 0) + countOf(at));
  }
  let aborted = 0;
  for (const [name, count] of begun) {
    const own = functionsOfTests.filter((each) => each.name === name);
    if (own.length > 0) aborted += Math.max(0, count - own.reduce((sum, each) => sum + each.count, 0));
  }
  // Guards are no calls, so that only errors of the program are known to come before them.
  for (const at of thrown.values()) {
    const around = functionsOfTests.findLast(({ start, end }) => start <= at && at < end);
    let end = at;
    for (let depth = 0; depth >= 0 && end < (around?.end ?? tests.length); end++) {
      if (codeOfTests[end] === "{") depth++;
      if (codeOfTests[end] === "}") depth--;
    }
    if (guards.some(({ index }) => at < index && index < end)) aborted++;
  }
  return aborted + Math.max(0, ofNode - assertionCalls);
}

/** Result of tests that ended by themselves: a word, and for "passed" the assertions that never ran. */
function judge() {
  takeCounts();
  const failure = findFailure();
  if (failure !== null) return failure;
  places ??= [];
  const hasRun = (at) => countOf(at) > 0 && countOf(endOfCall(at)) > 0;
  const skipped = places.filter((at) => !hasRun(at));
  if (skipped.length > 0 && !ownPlaces.some(hasRun))
    return ["unusable", "none of their assertions ran"];
  const unused = functionsOfTests.filter(({ count, start, end }) => {
    if (count > 0) return false;
    const text = tests.slice(start, end);
    return handed.has(text) && /[(=]|\bthrow\b/.test(text.replace(/^[^]*?(=>|\)\s*\{)/, ""));
  });
  const ofAssertions = functionsOfTests.filter(
    ({ count, start, end }) =>
      count === 0 &&
      !handed.has(tests.slice(start, end)) &&
      places.some((at) => countOf(at) > 0 && at < start && end <= endOfCall(at)),
  );
  const aborted = isCounting() ? countAborted() : 0;
  if (aborted > 0 && assertionCalls === 0 && !ownPlaces.some((at) => GUARD.test(codeOfTests.slice(at))))
    return ["unusable", "none of their assertions ran"];
  const starts = (functions) => nameLines(functions.map(({ start }) => start));
  return [
    "passed",
    [
      skipped.length > 0 && "they have assertions that never ran (" + nameLines(skipped) + ")",
      aborted > 0 && "an error came before some of their assertions",
      unused.length > 0 && "the program never called a function of theirs (" + starts(unused) + ")",
      ofAssertions.length > 0 &&
        "a function in an assertion of theirs never ran (" + starts(ofAssertions) + ")",
      left.size > 0 && "they fail in a function that the program calls, and it may hide that",
    ]
      .filter(Boolean)
      .join("; "),
  ];
}
function endOfCall(at) {
  let depth = 0;
  if (!/^[\w$.\s]*\(/.test(codeOfTests.slice(at, at + 200))) return at;
  for (let end = codeOfTests.indexOf("(", at); end !== -1 && end < tests.length; end++) {
    if (codeOfTests[end] === "(") depth++;
    if (codeOfTests[end] === ")" && --depth === 0) return end;
  }
  return at;
}

/** Finds the assertions of the tests. Calls of functions that contain assertions count too. */
function findAssertions(functions) {
  const named = functions.filter(({ name }) => /^[\w$]+$/.test(name));
  const names = new Set(["expect"]);
  for (const [, list] of tests.matchAll(IMPORTED_NAMES))
    for (const each of list.split(",")) names.add(each.trim().split(/\s*(?:\bas\b|:)\s*/).at(-1));
  names.delete("");
  for (const name of names) if (name !== "expect") nodeAssertions.add(name);
  for (const [, name] of tests.matchAll(IMPORTED_MODULE)) nodeAssertions.add(name);
  if (!OTHER_ASSERT.test(codeOfTests)) nodeAssertions.add("assert");
  const find = () => {
    const word = [...names].map((each) => each.replaceAll("$", "\\$")).join("|");
    const calls = new RegExp("(?<![\\w$])(assert\\w*(\\.\\w+)*|console\\.assert|" + word + ")\\s*\\(", "g");
    return [
      ...[...codeOfTests.matchAll(calls)].filter(
        ({ index }) =>
          !ALWAYS_FAILS.test(tests.slice(index, index + 40)) &&
          !/\bfunction\s*\*?\s*$/.test(tests.slice(Math.max(0, index - 20), index)),
      ),
      ...guards,
      ...codeOfTests.matchAll(COMPUTED_EXIT),
    ].map(({ index }) => index);
  };
  let places = find();
  ownPlaces = places;
  for (let count = -1; count < names.size;) {
    count = names.size;
    for (const { name, ranges } of named)
      if (places.some((at) => ranges[0].start <= at && at < ranges[0].end)) names.add(name);
    places = find();
  }
  // Test frameworks call what is named like a test. Other functions that nobody names are left-overs.
  const unused = named.filter(
    ({ name, ranges }) =>
      ranges[0].count === 0 &&
      !name.startsWith("test") &&
      tests.split(new RegExp("(?<![\\w$])" + name.replaceAll("$", "\\$") + "(?![\\w$])")).length === 2,
  );
  return places
    .filter((at) => !unused.some(({ ranges }) => ranges[0].start <= at && at < ranges[0].end))
    .sort((a, b) => a - b);
}

const assertModules = [require("node:assert"), require("node:assert").strict];
const { AssertionError } = assertModules[0];
assertModules[0].equal(1, 1);
/** Failed assertions, and where they are in the tests (null: unknown), until somebody expected them. */
const failed = new Map();
/** Errors that left the tests for the program, by their stack. */
const left = new Map();
/** Where the program threw what into the tests. */
const thrown = new Map();
/** Places and texts of functions that throw because something expects it. */
const expected = { places: new Set(), texts: new Set() };
const placesOfErrors = new WeakMap();
// AssertionError reads its stack when it is made.
Error.prepareStackTrace = (error, frames) => {
  const frame = frames.find((each) => /^(tests|answer)\.js$/.test(each.getScriptNameOrSourceURL()));
  let at = null;
  if (frame !== undefined) {
    const lines = (ahead + tests).split("\n").slice(0, frame.getLineNumber() - 1);
    at = [...lines, ""].join("\n").length + frame.getColumnNumber() - 1 - ahead.length;
    // The program may run in the same process.
    if (frame.getScriptNameOrSourceURL() === "answer.js" || at < 0) at = -1;
    else placesOfErrors.set(error, at);
  }
  if (error instanceof AssertionError && at !== -1) failed.set(error, at);
  return [Error.prototype.toString.call(error), ...frames.map((each) => "at " + each)].join("\n    ");
};
const placeOf = (error) => (isNativeError(error) && error.stack, placesOfErrors.get(error) ?? null);
const { isNativeError } = util.types;
const guards = [...codeOfTests.matchAll(GUARDED_FAILURE)];
const isInGuard = (at) =>
  guards.some(({ index, 0: text }) => index < at && at < index + text.length);
/** Whether an error was made where the tests throw if a condition holds. */
const isGuarded = (error) => {
  const at = placeOf(error);
  return at !== null && isInGuard(throws.findLast((each) => each <= at));
};

/** Notes that something expected an error, or has to. */
function forgive(error, made = "") {
  if (made !== "") expected.texts.add(made);
  thrown.delete(error);
  if (!isNativeError(error)) return;
  for (const [stack, each] of left)
    if (each === error || stack === error.stack) {
      left.delete(stack);
      failed.delete(each);
    }
  failed.delete(error);
  const at = placeOf(error);
  if (at !== null) expected.places.add(throws.findLast((each) => each <= at));
}
/** An error goes to the program, which called a function of the tests. */
function leave(error, made = "", isJudging = false) {
  const isFailure = failed.has(error);
  const stack = isNativeError(error) ? String(error.stack) : "";
  forgive(error, made);
  if (isFailure || isJudging) left.set(stack, error);
}
/** The program throws. If that is a failed assertion of the tests, somebody has to see it. */
function meet(error) {
  const at = placeOf(new Error());
  if (at !== null) thrown.set(error, at);
  const original = isNativeError(error) ? left.get(error.stack) : undefined;
  if (original?.code !== "ERR_ASSERTION") return;
  left.delete(error.stack);
  failed.set(error, placeOf(original));
}
const textOf = (value) => (typeof value === "function" ? Function.prototype.toString.call(value) : "");
for (const module of assertModules) {
  const { throws, rejects } = module;
  module.throws = (run, ...more) => {
    if (typeof run !== "function") return throws(run, ...more);
    return throws(() => {
      try {
        run();
      } catch (error) {
        forgive(error, textOf(run));
        throw error;
      }
    }, ...more);
  };
  module.rejects = (run, ...more) => {
    const watch = (promise) => {
      if (promise instanceof Promise) promise.catch((error) => forgive(error, textOf(run)));
      return promise;
    };
    return rejects(typeof run === "function" ? () => watch(run()) : watch(run), ...more);
  };
}
require("node:module").syncBuiltinESMExports();
const { assert: assertOnConsole } = console;
console.assert = (value, ...more) => {
  if (!value) failed.set({}, placeOf(new Error()));
  assertOnConsole.call(console, value, ...more);
};

/** A failure that the tests went on after. If the same place passed as well, they may have tried again. */
function findFailure() {
  const found = new Map();
  for (const at of failed.values()) {
    const place = at === null ? null : (places ?? []).findLast((each) => each <= at);
    found.set(place, (found.get(place) ?? 0) + 1);
  }
  // An assertion also fails if the program throws instead of returning what it is about.
  for (const at of thrown.values()) {
    const place = (places ?? []).findLast((each) => each <= at && at < endOfCall(each));
    const isInFunction = functionsOfTests.some(({ start, end }) => place < start && start <= at && at < end);
    if (place !== undefined && !isInFunction) found.set(place, (found.get(place) ?? 0) + 1);
  }
  const failures = [...found].map(([at, times]) => ({ at, times, of: at == null ? times : countOf(at) }));
  for (const at of throws) {
    const around = functionsOfTests.filter(({ start, end }) => start <= at && at < end);
    const isExpected =
      expected.places.has(at) ||
      around.some(({ start, end }) => expected.texts.has(tests.slice(start, end)));
    if (isApart && isInGuard(at) && countOf(at) > 0 && !isExpected)
      failures.push({ at, times: countOf(at), of: around.at(-1)?.count ?? 0 });
  }
  if (failures.length === 0) return null;
  const always = failures.filter(({ times, of }) => times >= of);
  const known = (always.length > 0 ? always : failures).map(({ at }) => at).filter((at) => at != null);
  const where = known.length > 0 ? " (" + nameLines(known) + ")" : "";
  return [always.length > 0 ? "failed" : "unusable", "an assertion failed, and they went on" + where];
}
`;
