/*
 * Which package may import which, and which folder of core may import which. `npm run arrows` checks it;
 * CONTRIBUTING.md has the picture.
 */

/** What each package may import of the others, always by their names. */
const PACKAGES = {
  embedded: [],
  core: ["embedded"],
  eval: ["core"],
  server: ["eval", "core"],
  cli: ["server", "eval", "core", "embedded"],
  page: ["core"],
  playground: ["page", "core", "eval", "embedded"],
  rostrum: ["core", "eval", "server", "cli"],
};

/** Each link may import the links before it. A folder that may import a link may also import those before it. */
const CHAIN = ["protocol", "options", "answers", "decide", "record", "debate"];
const upTo = (folder) => CHAIN.slice(0, CHAIN.indexOf(folder) + 1);

const FOLDERS = {
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
};
const PURE = ["protocol", "options", "answers", "decide", "record", "export"];

const SRC = "^packages/core/src";
const within = (folders) => `${SRC}/(${folders.join("|")})/`;
/** Errors, and how values from outside are read and shown. */
const SUPPORT = `${SRC}/(copy-plain|errors|omit-undefined|rostrum-error|thrown|visible)\\.ts$`;
/** What Node offers, for the folders that are neither pure nor the loop. */
const RUNTIME = `${SRC}/runtime\\.ts$`;
/** The published package's own files and optional packages, for the folders that read some of them. */
const PACKAGE = `${SRC}/(package-[a-z]+|load-peer)\\.ts$`;
const READERS = new Set(["models", "journal", "integrations", "api"]);
const ENTRIES = `${SRC}/entries/`;

const folderArrow = ([folder, allowed]) => ({
  name: `arrow-core-${folder}`,
  comment: `${folder} may import ${allowed.join(", ") || "no other folder"}${folder === "protocol" ? "" : ", and copy-plain.ts, errors.ts, omit-undefined.ts, rostrum-error.ts, thrown.ts, visible.ts"}`,
  severity: "error",
  from: { path: within([folder]) },
  to: {
    path: `${SRC}/`,
    pathNot: [
      within([folder, ...allowed]),
      ...(folder === "protocol" ? [] : [SUPPORT]),
      ...(READERS.has(folder) ? [PACKAGE] : []),
      ...(PURE.includes(folder) || folder === "debate" ? [] : [RUNTIME]),
    ],
  },
});

const packageArrow = ([name, allowed]) => ({
  name: `arrow-${name}`,
  comment: `${name} may import ${allowed.join(", ") || "no other package"}`,
  severity: "error",
  from: { path: `^packages/${name}/` },
  to: { path: "^packages/", pathNot: `^packages/(${[name, ...allowed].join("|")})/` },
});

const byName = (name) => ({
  name: `${name}-by-its-name`,
  comment:
    "packages import each other by the names that their package.json exports, never by a path",
  severity: "error",
  from: { path: "^packages/", pathNot: `^packages/${name}/` },
  to: { path: `^packages/${name}/`, dependencyTypes: ["local"] },
});

module.exports = {
  forbidden: [
    ...Object.entries(PACKAGES).map(packageArrow),
    ...Object.keys(PACKAGES).map(byName),
    ...Object.entries(FOLDERS).map(folderArrow),
    {
      name: "package-without-arrows",
      comment: "a new package needs its line in .dependency-cruiser.cjs and in CONTRIBUTING.md",
      severity: "error",
      from: {
        path: "^packages/",
        pathNot: `^packages/(${Object.keys(PACKAGES).join("|")})/`,
      },
      to: {},
    },
    {
      name: "folder-without-arrows",
      comment:
        "a new folder of core needs its line in .dependency-cruiser.cjs and in CONTRIBUTING.md",
      severity: "error",
      from: {
        path: `${SRC}/[^/]+/`,
        pathNot: [within(Object.keys(FOLDERS)), ENTRIES],
      },
      to: {},
    },
    {
      name: "arrow-core-support",
      comment:
        "copy-plain.ts, errors.ts, omit-undefined.ts, rostrum-error.ts, thrown.ts and visible.ts may import protocol and each other only",
      severity: "error",
      from: { path: SUPPORT },
      to: { pathNot: [within(["protocol"]), SUPPORT] },
    },
    {
      name: "arrow-core-runtime",
      comment: "runtime.ts may import errors.ts only",
      severity: "error",
      from: { path: RUNTIME },
      to: { path: `${SRC}/`, pathNot: SUPPORT },
    },
    {
      name: "entries-are-for-others",
      comment:
        "nothing inside core imports what core exports to the other packages: bundles would grow",
      severity: "error",
      from: { path: `${SRC}/` },
      to: { path: ENTRIES },
    },
    // An entry that is named after a folder lists what that folder exports, and nothing of another one.
    ...Object.keys(FOLDERS).map((folder) => ({
      name: `entry-${folder}`,
      comment:
        "each folder exports what others need of it; an entry passes nothing on from another folder",
      severity: "error",
      from: { path: `${ENTRIES}${folder}\\.ts$` },
      to: {
        pathNot: within([folder, ...(folder === "journal" ? ["protocol"] : [])]),
      },
    })),
    {
      name: "arrow-page",
      comment: "the page imports what is pure and runs in browsers",
      severity: "error",
      from: { path: "^packages/page/src/" },
      to: {
        path: "^packages/core/",
        pathNot: `${ENTRIES}(${PURE.join("|")}|markdown|support)\\.ts$`,
      },
    },
    {
      name: "no-debate-guesses",
      comment:
        "how recordings are read leniently is for measuring: only eval imports it, others import readRecorded from its entry",
      severity: "error",
      from: { path: "^packages/", pathNot: "^packages/eval/" },
      to: { path: "^packages/eval/src/(read-recorded\\.ts|recorded/)" },
    },
    {
      name: "pure-folders-do-no-io",
      comment: "pure folders import none of Node's modules",
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
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
    },
  },
};
