/*
 * Which room may import which. `npm run arrows` holds it; the picture is in CONTRIBUTING.md.
 */

/** Each link may import the links before it. Who may import a link may import those before it too. */
const CHAIN = ["protocol", "vocabulary", "answers", "decide", "record", "debate"];
const upTo = (room) => CHAIN.slice(0, CHAIN.indexOf(room) + 1);

const ARROWS = {
  protocol: [],
  vocabulary: upTo("protocol"),
  answers: upTo("vocabulary"),
  decide: upTo("answers"),
  record: upTo("decide"),
  debate: upTo("record"),
  models: upTo("vocabulary"),
  journal: upTo("vocabulary"),
  testing: upTo("vocabulary"),
  export: upTo("record"),
  api: [...upTo("debate"), "models", "journal"],
  integrations: ["api", "models", "export", ...upTo("record")],
  eval: ["api", "models", "export", ...upTo("record")],
  server: ["api", "models", "journal", "export", "integrations", ...upTo("record")],
  cli: ["server", "eval", "integrations", "api", "models", "journal", "export", ...upTo("record")],
};
const PURE = ["protocol", "vocabulary", "answers", "decide", "record", "export"];

const SRC = "^packages/rostrum/src";
const within = (rooms) => `${SRC}/(${rooms.join("|")})/`;
const ERRORS = `${SRC}/(errors|thrown|visible)\\.ts$`;
/** Where the package's own files lie, for the rooms that read some of them. */
const PACKAGE = `${SRC}/package-[a-z]+\\.ts$`;

const READERS = new Set(["models", "integrations", "server", "cli"]);

const arrow = ([room, allowed]) => ({
  name: `arrow-${room}`,
  comment: `${room} may import ${allowed.join(", ") || "no other room"}${room === "protocol" ? "" : ", and errors.ts, thrown.ts, visible.ts"}`,
  severity: "error",
  from: { path: within([room]) },
  to: {
    path: `${SRC}/`,
    pathNot: [
      within([room, ...allowed]),
      ...(room === "protocol" ? [] : [ERRORS]),
      ...(READERS.has(room) ? [PACKAGE] : []),
    ],
  },
});

module.exports = {
  forbidden: [
    ...Object.entries(ARROWS).map(arrow),
    {
      name: "arrow-errors",
      comment: "errors.ts, thrown.ts and visible.ts may import protocol and each other only",
      severity: "error",
      from: { path: ERRORS },
      to: { pathNot: [within(["protocol"]), ERRORS] },
    },
    {
      name: "arrow-viewer",
      comment:
        "the page may import export, record, decide, answers, vocabulary, protocol, and errors.ts, thrown.ts, visible.ts",
      severity: "error",
      from: { path: "^packages/viewer/" },
      to: { path: `${SRC}/`, pathNot: [within(["export", ...upTo("record")]), ERRORS] },
    },
    {
      name: "room-without-arrows",
      comment: "a new room needs its line in .dependency-cruiser.cjs and in CONTRIBUTING.md",
      severity: "error",
      from: { path: `${SRC}/[^/]+/`, pathNot: within(Object.keys(ARROWS)) },
      to: {},
    },
    {
      name: "pure-rooms-do-no-io",
      comment: "pure rooms import nothing of Node's",
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
      comment: "an import that leads nowhere",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.test(-d)?\\.ts$" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "packages/rostrum/tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
    },
  },
};
