/*
 * Which module may import which. `npm run arrows` checks it; CONTRIBUTING.md has the picture.
 */

/** Each link may import the links before it. A module that may import a link may also import those before it. */
const CHAIN = ["protocol", "options", "answers", "decide", "record", "debate"];
const upTo = (room) => CHAIN.slice(0, CHAIN.indexOf(room) + 1);

const ARROWS = {
  protocol: [],
  options: upTo("protocol"),
  answers: upTo("options"),
  decide: upTo("answers"),
  record: upTo("decide"),
  debate: upTo("record"),
  models: upTo("options"),
  journal: upTo("record"),
  testing: upTo("options"),
  export: upTo("record"),
  api: [...upTo("debate"), "models", "journal"],
  integrations: ["api", "models", "export", ...upTo("record")],
  eval: ["api", "models", "export", ...upTo("record")],
  server: ["api", "models", "journal", "export", "integrations", "eval", ...upTo("record")],
  cli: ["server", "eval", "integrations", "api", "models", "journal", "export", ...upTo("record")],
};
const PURE = ["protocol", "options", "answers", "decide", "record", "export"];

const SRC = "^packages/rostrum/src";
const within = (rooms) => `${SRC}/(${rooms.join("|")})/`;
const entries = (names) => `${SRC}/(${names.join("|")})\\.ts$`;
const ERRORS = `${SRC}/(copy-plain|errors|omit-undefined|rostrum-error|thrown|visible)\\.ts$`;
/** What Node offers, for the modules that are neither pure nor the loop. */
const RUNTIME = `${SRC}/runtime\\.ts$`;
/** The package's own files, for the modules that read some of them. */
const PACKAGE = `${SRC}/package-[a-z]+\\.ts$`;

const READERS = new Set(["models", "journal", "integrations", "server", "cli"]);

const arrow = ([room, allowed]) => ({
  name: `arrow-${room}`,
  comment: `${room} may import ${allowed.join(", ") || "no other module"}${room === "protocol" ? "" : ", and copy-plain.ts, errors.ts, omit-undefined.ts, rostrum-error.ts, thrown.ts, visible.ts"}`,
  severity: "error",
  from: { path: within([room]) },
  to: {
    path: `${SRC}/`,
    pathNot: [
      within([room, ...allowed]),
      ...(room === "protocol" ? [] : [ERRORS]),
      ...(READERS.has(room) ? [PACKAGE] : []),
      ...(PURE.includes(room) || room === "debate" ? [] : [RUNTIME]),
    ],
  },
});

module.exports = {
  forbidden: [
    ...Object.entries(ARROWS).map(arrow),
    {
      name: "arrow-errors",
      comment:
        "copy-plain.ts, errors.ts, omit-undefined.ts, rostrum-error.ts, thrown.ts and visible.ts may import protocol and each other only",
      severity: "error",
      from: { path: ERRORS },
      to: { pathNot: [within(["protocol"]), ERRORS] },
    },
    {
      name: "arrow-runtime",
      comment: "runtime.ts may import errors.ts only",
      severity: "error",
      from: { path: RUNTIME },
      to: { path: `${SRC}/`, pathNot: ERRORS },
    },
    {
      name: "arrow-viewer",
      comment:
        "the page imports the root entry and rostrum/page, which are pure as far as it uses them",
      severity: "error",
      from: { path: "^packages/viewer/" },
      to: { path: `${SRC}/`, pathNot: entries(["index", "page", "types"]) },
    },
    {
      name: "arrow-playground",
      comment:
        "the playground imports entries that run in browsers: the root, rostrum/page and rostrum/eval",
      severity: "error",
      from: { path: "^packages/playground/" },
      to: {
        path: `${SRC}/`,
        pathNot: entries(["index", "page", "types", "eval/index"]),
      },
    },
    {
      name: "arrow-embedded",
      comment: "the embedded networks import nothing outside their package",
      severity: "error",
      from: { path: "^packages/embedded/src/" },
      to: { path: "^packages/", pathNot: "^packages/embedded/src/" },
    },
    {
      name: "embedded-by-its-name",
      comment: "other packages import the embedded networks by the entries of their package",
      severity: "error",
      from: { path: "^packages/", pathNot: "^packages/embedded/" },
      to: {
        path: "^packages/embedded/",
        pathNot: "^packages/embedded/src/(index|arithmetic)\\.ts$",
      },
    },
    {
      name: "embedded-for-few",
      comment: "only models, cli and the playground import the embedded networks",
      severity: "error",
      from: {
        path: "^packages/",
        pathNot: ["^packages/(embedded|playground)/", within(["models", "cli"])],
      },
      to: { path: "^packages/embedded/" },
    },
    {
      name: "entries-by-name",
      comment:
        "pages import the package's entries by their names, never by a path into its sources",
      severity: "error",
      from: { path: "^packages/(viewer|playground)/" },
      to: {
        path: `${SRC}/`,
        dependencyTypes: ["local"],
      },
    },
    {
      name: "arrow-page",
      comment: "rostrum/page may import the pure modules and the errors only",
      severity: "error",
      from: { path: entries(["page"]) },
      to: { pathNot: [within(PURE), ERRORS] },
    },
    {
      name: "nobody-needs-the-playground",
      comment: "the playground is an end: no other module imports it",
      severity: "error",
      from: { pathNot: "^packages/playground/" },
      to: { path: "^packages/playground/" },
    },
    {
      name: "no-debate-guesses",
      comment:
        "how recordings are read leniently is for measuring: only eval imports it, others import readRecorded from eval/index.ts",
      severity: "error",
      from: { path: "^packages/", pathNot: `${SRC}/eval/` },
      to: { path: `${SRC}/eval/(read-recorded\\.ts|recorded/)` },
    },
    {
      name: "room-without-arrows",
      comment: "a new module needs its line in .dependency-cruiser.cjs and in CONTRIBUTING.md",
      severity: "error",
      from: { path: `${SRC}/[^/]+/`, pathNot: within(Object.keys(ARROWS)) },
      to: {},
    },
    {
      name: "pure-rooms-do-no-io",
      comment: "pure modules import none of Node's modules",
      severity: "error",
      from: { path: within(PURE) },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "no-cycle",
      comment: "types count too",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "not-found",
      comment: "the imported file does not exist",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.test(-d)?\\.ts$" },
    tsPreCompilationDeps: true,
    // Its paths say which sources the entries of the package are.
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
    },
  },
};
