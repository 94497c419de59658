/**
 * Notes which assertions of JavaScript tests ran. A program that never calls a function of its tests, or returns nothing
 * to loop over, skips the assertions in there.
 */
export const JAVASCRIPT_ASSERTIONS: string = String.raw`
const inspector = new (require("node:inspector").Session)();
inspector.connect();
inspector.post("Profiler.enable");
inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/** What fails whenever it runs should never run. */
const ALWAYS_FAILS = /^(assert\.)?fail\b|^assert(\.ok)?\(\s*(false|0|null)\b/;
const GUARDED_FAILURE = /\bif\s*\([^;{}]*\)\s*\{?\s*(throw\b|process\.exit\()/g;
const IMPORTED_NAMES = /\{([^{}]*)\}\s*(?:=\s*require\(\s*|from\s*)["'](?:node:)?assert/g;

/** Places of all assertions, and of those that ran. Counts begin at zero again whenever they are taken. */
let places = null;
/** Those that are no calls of functions which have assertions. */
let ownPlaces = [];
const ranPlaces = new Set();

/** Says which assertions of the tests, which begin at an offset of their script, never ran. Null: not one of them did. */
function describeSkipped(offset) {
  let coverage;
  inspector.post("Profiler.takePreciseCoverage", (_error, taken) => {
    coverage = taken;
  });
  const functions = coverage.result
    .filter(({ url }) => url === "tests.js")
    .flatMap((script) => script.functions)
    .map(({ functionName, ranges }) => ({
      name: functionName,
      ranges: ranges.map(({ startOffset, endOffset, count }) => ({
        start: startOffset - offset,
        end: endOffset - offset,
        count,
      })),
    }));
  places ??= findAssertions(functions);
  const ranges = functions.flatMap((each) => each.ranges).sort((a, b) => a.start - b.start);
  for (const at of places) {
    const around = ranges.filter(({ start, end }) => start <= at && at < end);
    if (around.length > 0 && around.at(-1).count > 0) ranPlaces.add(at);
  }
  const skipped = places.filter((at) => !ranPlaces.has(at));
  if (skipped.length === 0) return "";
  if (!ownPlaces.some((at) => ranPlaces.has(at))) return null;
  const lines = [...new Set(skipped.map((at) => tests.slice(0, at).split("\n").length))];
  const more = lines.length > 3 ? " and " + (lines.length - 3) + " more" : "";
  return "they have assertions that never ran (line " + lines.slice(0, 3).join(", ") + more + ")";
}

/** Where the assertions of the tests are. Calls of functions that have some count, too. */
function findAssertions(functions) {
  const named = functions.filter(({ name }) => /^[\w$]+$/.test(name));
  const names = new Set(["expect"]);
  for (const [, list] of tests.matchAll(IMPORTED_NAMES))
    for (const each of list.split(",")) names.add(each.trim().split(/\s*(?:\bas\b|:)\s*/).at(-1));
  names.delete("");
  const find = () => {
    const word = [...names].map((each) => each.replaceAll("$", "\\$")).join("|");
    const calls = new RegExp("(?<![\\w$])(assert\\w*(\\.\\w+)*|" + word + ")\\s*\\(", "g");
    return [
      ...[...tests.matchAll(calls)].filter(
        ({ index }) =>
          !ALWAYS_FAILS.test(tests.slice(index, index + 40)) &&
          !/\bfunction\s*\*?\s*$/.test(tests.slice(Math.max(0, index - 20), index)),
      ),
      ...tests.matchAll(GUARDED_FAILURE),
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
`;
