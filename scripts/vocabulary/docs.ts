import {
  ANSWER,
  DECIDE,
  POLL,
  REPORT,
  ROUTE,
  SEE,
  STOP,
} from "../../packages/core/src/options/rules.ts";
import { BUDGET, LIMITS, STAKES } from "../../packages/core/src/options/limits.ts";
import { CONFIG } from "../../packages/core/src/options/config.ts";
import { DEBATER, PRICE } from "../../packages/core/src/options/debater.ts";
import {
  formatDefault,
  describeExpected,
  formatRuleName,
} from "../../packages/core/src/options/describe.ts";
import { MCP_SERVER, TOOLS } from "../../packages/core/src/options/tools.ts";
import {
  getReach,
  type OptionField,
  type OptionFields,
  type RuleDefinitions,
} from "../../packages/core/src/options/field.ts";
import { VERIFY } from "../../packages/core/src/options/verify.ts";
import { formatTable } from "../lib/markdown-table.ts";

/** The text of docs/options.md. */
export function optionsPage(): string {
  return `# Options

<!-- Made from the vocabulary by \`npm run vocabulary -- --write\`. Change packages/core/src/options instead. -->

Every option of a debate, with its default and its flag. Code, config files, flags and HTTP requests take the same options.
HTTP requests can't set options marked †. Only code can set options marked ‡. Flags write a time as \`30s\` or
\`2m\`; code and files use milliseconds.

## Config

${optionTable(CONFIG)}

## Debaters and the judge

A debater is a model, or an object with these fields.

${optionTable(DEBATER)}

### \`price\`

In US dollars per million tokens.

${optionTable(PRICE)}

## \`stakes\`

${optionTable(STAKES)}

## \`verify\`

A function, or an object with one of the first six fields. The others apply to some of them.

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

\`answer\`, \`stop\`, \`decide\`, \`route\`, \`poll\`, \`see\` and \`report\` take a rule: a name, a name with one setting after a colon, or an object: \`"agreement"\`, \`"agreement:0.6"\`,
\`{ type: "agreement", share: 0.6 }\`. Code may also pass a function. Brackets mark the setting that may follow the colon;
\`agreement.share\` is a setting of \`agreement\`.

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
  ["report", REPORT],
];

function optionTable(fields: OptionFields): string {
  const rows = Object.entries(fields).map(([key, field]) => [
    `\`${key}\`${REACH[getReach(field)]}`,
    [field.about, formatValues(field)].filter(Boolean).join(" "),
    formatDefault(field) ?? (field.required ? "required" : ""),
    field.flag === undefined ? "" : `\`${field.flag.name}\``,
  ]);
  return formatTable(["option", "meaning", "default", "flag"], rows);
}

const REACH = { code: "‡", operator: "†", anyone: "" };

function ruleTable(rules: RuleDefinitions): string {
  const described = new Map<string, string>();
  const rows = Object.entries(rules).flatMap(([name, rule]) => [
    [`\`${formatRuleName(name, rule)}\``, rule.about, ""],
    ...Object.entries(rule.fields ?? {}).map(([key, field]) => {
      const meaning = [field.about, formatValues(field)].filter(Boolean).join(" ");
      // A setting that several rules share is described once.
      const earlier = described.get(key + meaning);
      described.set(key + meaning, earlier ?? `${name}.${key}`);
      return [
        `\`${name}.${key}\``,
        earlier === undefined ? meaning : `As \`${earlier}\`.`,
        formatDefault(field) ?? (field.required ? "required" : ""),
      ];
    }),
  ]);
  return formatTable(["rule", "meaning", "default"], rows);
}

/** The values that an option takes, where neither its sentence nor its default shows them. */
function formatValues(field: OptionField): string {
  switch (field.kind) {
    case "one_of":
      return `${field.values.map((value) => `\`${value}\``).join(", ")}.`;
    case "number":
      if (field.below !== undefined) return `Above ${field.above} and below ${field.below}.`;
      return field.max === undefined ? "" : `From ${field.min} to ${field.max}.`;
    case "words":
    case "sides":
      return `Takes ${describeExpected(field)}.`;
    default:
      return "";
  }
}
