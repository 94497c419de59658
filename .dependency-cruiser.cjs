/*
 * Which package may import which, and which folder of core and runtime may import which. `npm run arrows` checks it;
 * CONTRIBUTING.md has the picture.
 */

/** What each package may import of the others, always by their names. */
const PACKAGES = {
  embedded: [],
  core: [],
  runtime: ["core", "embedded"],
  eval: ["runtime", "core"],
  server: ["eval", "runtime", "core"],
  cli: ["server", "eval", "runtime", "core", "embedded"],
  page: ["core"],
  playground: ["page", "core", "runtime", "eval", "embedded"],
  rostrum: ["core", "runtime", "eval", "server", "cli"],
};

/** Each link may import the links before it. A folder that may import a link may also import those before it. */
const CHAIN = ["protocol", "options", "answers", "decide", "record", "debate"];
const upTo = (folder) => CHAIN.slice(0, CHAIN.indexOf(folder) + 1);

/** What each folder of these packages may import of the others. */
const FOLDERS = {
  core: {
    protocol: [],
    options: upTo("protocol"),
    answers: upTo("options"),
    decide: upTo("answers"),
    record: upTo("decide"),
    debate: upTo("record"),
    export: upTo("record"),
  },
  runtime: {
    models: [],
    journal: [],
    testing: ["journal"],
    api: ["models", "journal"],
  },
};
/** Files next to the folders, for every folder but protocol. They may import protocol and each other. */
const SUPPORT = {
  core: "(copy-plain|errors|format|omit-undefined|rostrum-error|rounding-error|thrown|visible)",
  runtime: "(node-builtins|package-file|package-version)",
};

const within = (name, folders) => `^packages/${name}/src/(${folders.join("|")})/`;
const support = (name) => `^packages/${name}/src/${SUPPORT[name]}\\.ts$`;
const entries = (name) => `^packages/${name}/src/entries/`;

const folderArrow = (name, [folder, allowed]) => ({
  name: `arrow-${name}-${folder}`,
  comment: `${folder} may import ${allowed.join(", ") || "no other folder"}${folder === "protocol" ? "" : ", and the files next to the folders"}`,
  severity: "error",
  from: { path: within(name, [folder]) },
  to: {
    path: `^packages/${name}/src/`,
    pathNot: [
      within(name, [folder, ...allowed]),
      ...(folder === "protocol" ? [] : [support(name)]),
    ],
  },
});

/** The rules for the folders of a package that has entries. */
const folderRules = (name) => [
  ...Object.entries(FOLDERS[name]).map((entry) => folderArrow(name, entry)),
  {
    name: `folder-without-arrows-${name}`,
    comment: `a new folder of ${name} needs its line in .dependency-cruiser.cjs and in CONTRIBUTING.md`,
    severity: "error",
    from: {
      path: `^packages/${name}/src/[^/]+/`,
      pathNot: [within(name, Object.keys(FOLDERS[name])), entries(name)],
    },
    to: {},
  },
  {
    name: `arrow-${name}-support`,
    comment: "files next to the folders may import protocol and each other only",
    severity: "error",
    from: { path: support(name) },
    to: { path: `^packages/${name}/src/`, pathNot: [within(name, ["protocol"]), support(name)] },
  },
  {
    name: `entries-are-for-others-${name}`,
    comment:
      "nothing inside a package imports what it exports to the other packages: bundles would grow",
    severity: "error",
    from: { path: `^packages/${name}/src/` },
    to: { path: entries(name) },
  },
  // An entry that is named after a folder lists what that folder exports, and nothing of another one.
  ...Object.keys(FOLDERS[name]).map((folder) => ({
    name: `entry-${name}-${folder}`,
    comment:
      "each folder exports what others need of it; an entry passes nothing on from another folder",
    severity: "error",
    from: { path: `${entries(name)}${folder}\\.ts$` },
    to: { path: `^packages/${name}/src/`, pathNot: within(name, [folder]) },
  })),
];

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
    ...Object.keys(FOLDERS).flatMap(folderRules),
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
      name: "no-debate-guesses",
      comment:
        "how recordings are read leniently is for measuring: only eval imports it, others import readRecorded from its entry",
      severity: "error",
      from: { path: "^packages/", pathNot: "^packages/eval/" },
      to: { path: "^packages/eval/src/(read-recorded\\.ts|recorded/)" },
    },
    {
      name: "core-does-no-io",
      comment:
        "core runs in browsers and can be read without knowing Node: it imports none of Node's modules",
      severity: "error",
      from: { path: "^packages/core/src/" },
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
