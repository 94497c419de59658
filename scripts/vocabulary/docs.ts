import {
  ANSWER,
  BUDGET,
  CONFIG,
  DEBATER,
  DECIDE,
  formatDefault,
  describeExpected,
  LIMITS,
  MCP_SERVER,
  POLL,
  PRICE,
  getReach,
  ROUTE,
  formatRuleName,
  SEE,
  STOP,
  TOOLS,
  VERIFY,
  type OptionField,
  type OptionFields,
  type RuleDefinitions,
} from "../../packages/rostrum/src/options/index.ts";

/** The text of docs/options.md. */
export function optionsPage(): string {
  return `# Options

<!-- Made from the vocabulary by \`npm run vocabulary -- --write\`. Change packages/rostrum/src/options instead. -->

Every option of a debate, with its values, its default and its flag. Code, config files, flags and HTTP
requests take the same options with the same meaning. Where fewer may set an option, the last column
says who: **program** (code only) or **operator** (code, config files and flags, but no HTTP request).

## Config

${optionTable(CONFIG)}

## Debaters and the judge

A debater is a model, or an object with these fields.

${optionTable(DEBATER)}

### \`price\`

US dollars per million tokens.

${optionTable(PRICE)}

## \`verify\`

A function, or an object with these fields: one of the first six, and the rest where they apply.

${optionTable(VERIFY)}

## \`tools\`

${optionTable(TOOLS)}

### \`mcp\`

${optionTable(MCP_SERVER)}

## \`budget\`

Nothing is capped by default.

${optionTable(BUDGET)}

## \`limits\`

${optionTable(LIMITS)}

## Rules

A rule is a name, a name with one setting after a colon, or an object: \`"agreement"\`,
\`"agreement:0.6"\` and \`{ type: "agreement", share: 0.6 }\`. In code it may also be a function. In the
tables, brackets mark the setting that may follow the colon.

${RULES.map(([title, rules]) => `### \`${title}\`\n\n${ruleTable(rules)}`).join("\n\n")}
`;
}

const RULES: readonly [string, RuleDefinitions][] = [
  ["answer", ANSWER],
  ["stop", STOP],
  ["decide", DECIDE],
  ["route", ROUTE],
  ["poll", POLL],
  ["see", SEE],
];

function optionTable(fields: OptionFields): string {
  const rows = Object.entries(fields).map(([key, field]) => [
    `\`${key}\``,
    field.about,
    values(field),
    formatDefault(field) ?? (field.required ? "required" : ""),
    field.flag === undefined ? "" : `\`${flagName(field)}\``,
    { code: "program", operator: "operator", anyone: "" }[getReach(field)],
  ]);
  return table(["option", "meaning", "values", "default", "flag", "who"], rows);
}

function ruleTable(rules: RuleDefinitions): string {
  const rows = Object.entries(rules).flatMap(([name, rule]) => [
    [`\`${formatRuleName(name, rule)}\``, rule.about, "", ""],
    ...Object.entries(rule.fields ?? {}).map(([key, field]) => [
      `\`${name}\` · \`${key}\``,
      field.about,
      values(field),
      formatDefault(field) ?? (field.required ? "required" : ""),
    ]),
  ]);
  return table(["rule", "meaning", "values", "default"], rows);
}

function flagName({ flag }: OptionField): string {
  return flag === undefined ? "" : [flag.short, flag.name].filter(Boolean).join(", ");
}

function values(field: OptionField): string {
  if (field.kind === "rule") return "a [rule](#rules)";
  if (field.kind === "group") return "an object, see below";
  if (field.kind === "milliseconds") return "milliseconds, above 0; a flag takes `30s` or `2m`";
  return describeExpected(field);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}
