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
import { formatDefault } from "../../packages/core/src/options/describe.ts";
import { MCP_SERVER, TOOLS } from "../../packages/core/src/options/tools.ts";
import { NOTE, REVIEW, RUN } from "../../packages/core/src/options/run.ts";
import { VERIFY } from "../../packages/core/src/options/verify.ts";
import type {
  OptionField,
  OptionFields,
  RuleDefinition,
  RuleDefinitions,
} from "../../packages/core/src/options/field.ts";

/** Modules of the types that options mention. */
const IMPORTS: Record<string, readonly string[]> = {
  "./score.ts": ["Rubric"],
  "./answer.ts": ["AnswerKind"],
  "./attempt.ts": ["ModelAttempt"],
  "./budget.ts": ["Budget"],
  "./calibration.ts": ["Calibration"],
  "./certificate.ts": ["Certificate"],
  "./events.ts": ["DebateEvent"],
  "./journal.ts": ["Journal"],
  "./limiter.ts": ["Limiter"],
  "./quorum.ts": ["Quorum"],
  "./sides.ts": ["Sides"],
  "./model.ts": ["Compare", "CruxOption", "FileKind", "Model", "ReasoningEffort"],
  "./prompts.ts": ["PromptSet", "PromptSetName"],
  "./rules.ts": ["DecisionRule", "Poll", "Report", "Router", "StopRule", "Topology"],
  "./settings.ts": ["BudgetLimits", "Limits", "Price", "Tools"],
  "./tracer.ts": ["Meter", "Tracer"],
  "./verify.ts": ["Verifier"],
};

interface RuleTypes {
  rules: RuleDefinitions;
  /** Noun for a single rule. */
  about: string;
  /** Name of a rule's object type: `Agreement` and this. */
  suffix: string;
  /** Name of the union of all object types. */
  union: string;
  /** Name of the union of the forms that are written as text. */
  names: string;
}

const RULES: readonly RuleTypes[] = [
  { rules: STOP, about: "a stop rule", suffix: "Stop", union: "StopObject", names: "StopName" },
  {
    rules: DECIDE,
    about: "a decision rule",
    suffix: "Rule",
    union: "DecisionObject",
    names: "DecisionName",
  },
  { rules: ROUTE, about: "a router", suffix: "Router", union: "RouteObject", names: "RouteName" },
  { rules: POLL, about: "a poll", suffix: "Poll", union: "PollObject", names: "PollName" },
  {
    rules: REPORT,
    about: "a report",
    suffix: "Report",
    union: "ReportObject",
    names: "ReportName",
  },
  { rules: SEE, about: "a topology", suffix: "Topology", union: "SeeObject", names: "SeeName" },
];

/** The text of protocol/settings.ts: caps, prices and what people say, which are plain data. */
export function settingTypes(): string {
  return fileOf([
    interfaceOf("Price", PRICE, "US dollars per million tokens."),
    interfaceOf(
      "BudgetLimits",
      BUDGET,
      "Caps on one debate, or on all debates that share a `Budget`. Nothing is capped by default.",
    ),
    interfaceOf("Limits", LIMITS, "Timeouts, retries and quorum of one debate."),
    interfaceOf("McpServer", MCP_SERVER, "An MCP server, by `command` or `url`."),
    interfaceOf("Tools", TOOLS, "Tools that debaters may use."),
    interfaceOf("Review", REVIEW, "A person's review of an escalated debate."),
    interfaceOf("Note", NOTE, "A moderator's note to every debater before the next round."),
  ]);
}

/** The text of protocol/rule-settings.ts: every rule as an object and by name. */
export function ruleSettingTypes(): string {
  return fileOf(RULES.flatMap(ruleTypes));
}

/** The text of protocol/answer-settings.ts: every answer kind as an object and by name. */
export function answerSettingTypes(): string {
  return fileOf([
    ...Object.entries(ANSWER).map(([name, rule]) => ruleInterface(name, rule, "Fields")),
    namesOf(ANSWER, "an answer kind", "AnswerName"),
  ]);
}

/** The text of protocol/options.ts: the config and its debaters. */
export function optionTypes(): string {
  return fileOf([
    interfaceOf("Debater", DEBATER, "A member of the panel, or the judge."),
    interfaceOf(
      "DebateConfig<A = string>",
      CONFIG,
      "Options of a debate. Every rule is a name, a plain object, or a function.",
    ),
    interfaceOf(
      "VerifyRule<A = string>",
      VERIFY,
      "A check of answers without a model, and the effect of its verdicts. Exactly one of the first six options must be set.",
    ),
    interfaceOf("Stakes", STAKES, "Costs of one question's outcome, in US dollars."),
    interfaceOf("RunOptions", RUN, "Options of one run, in addition to its question."),
  ]);
}

function fileOf(parts: readonly string[]): string {
  const body = parts.join("\n\n");
  return [`${HEAD}\n${importsFor(body)}`.trim(), `${body}\n`].join("\n\n");
}

const HEAD = `/*
 * Made from src/options by \`npm run vocabulary -- --write\`: change an option there, not here.
 */`;

function importsFor(body: string): string {
  return Object.entries(IMPORTS)
    .map(([path, names]) => {
      const used = names.filter(
        (name) =>
          new RegExp(`: [^;]*\\b${name}\\b`).test(body) &&
          !new RegExp(`interface ${name}[ <]`).test(body),
      );
      return used.length === 0 ? "" : `import type { ${used.join(", ")} } from "${path}";`;
    })
    .filter((line) => line !== "")
    .join("\n");
}

function interfaceOf(name: string, fields: OptionFields, about: string): string {
  return `/** ${about} */\nexport interface ${name} {\n${propertiesOf(fields)}\n}`;
}

function propertiesOf(fields: OptionFields): string {
  return Object.entries(fields)
    .map(
      ([key, field]) =>
        `${comment(field)}\n  ${key}${field.required ? "" : "?"}: ${typeOf(field)};`,
    )
    .join("\n");
}

function comment(field: OptionField): string {
  const lines = [field.about + rangeOf(field)];
  const fallback = formatDefault(field);
  if (fallback !== null) lines.push(`@default ${fallback}`);
  if (field.example !== undefined) lines.push("@example", "```ts", field.example, "```");
  if (lines.length === 1) return `  /** ${lines[0]} */`;
  return ["  /**", ...lines.map((line) => `   * ${line}`), "   */"].join("\n");
}

/** Bounds in words, after the sentence. */
function rangeOf(field: OptionField): string {
  if (field.kind === "whole") return ` A whole number, ${span(field.min, field.max)}.`;
  if (field.kind !== "number") return "";
  if (field.below !== undefined) return ` Above ${field.above} and below ${field.below}.`;
  if (field.above !== undefined) return ` Above ${field.above}.`;
  return field.min === undefined ? "" : ` ${capital(span(field.min, field.max))}.`;
}

function span(min: number, max: number | undefined): string {
  return max === undefined ? `${min} or more` : `from ${min} to ${max}`;
}

function typeOf(field: OptionField): string {
  if (field.type !== undefined) return field.type;
  switch (field.kind) {
    case "whole":
    case "number":
    case "milliseconds":
    case "seat":
      return "number";
    case "boolean":
      return "boolean";
    case "text":
      return "string";
    case "one_of":
      return field.values.map((value) => `"${value}"`).join(" | ");
    case "choices":
    case "words":
    case "names":
      return "readonly string[]";
    case "rubric":
      return "Rubric";
    case "scale":
      return "readonly [number, number]";
    case "name_groups":
      return "readonly (readonly string[])[]";
    case "calibration":
      return "Calibration";
    case "certificate":
      return "Certificate";
    case "model":
      return "Model";
    default:
      return "unknown";
  }
}

function ruleTypes({ rules, about, suffix, union, names }: RuleTypes): string[] {
  const types = Object.keys(rules).map((name) => capital(name) + suffix);
  return [
    ...Object.entries(rules).map(([name, rule], at, all) => {
      // A rule with the settings of an earlier one takes them from there.
      const [twin] =
        all.slice(0, at).find(([, { fields }]) => fields && fields === rule.fields) ?? [];
      return twin === undefined
        ? ruleInterface(name, rule, suffix)
        : `/** ${rule.about} */\nexport interface ${capital(name)}${suffix} extends Omit<${capital(twin)}${suffix}, "type"> {\n  type: "${name}";\n}`;
    }),
    `/** ${capital(about)} as a plain object. */\nexport type ${union} =\n${types.map((type) => `  | ${type}`).join("\n")};`,
    namesOf(rules, about, names, [`${union}["type"]`]),
  ];
}

function ruleInterface(
  name: string,
  { about, fields = {} }: RuleDefinition,
  suffix: string,
): string {
  const properties = Object.keys(fields).length === 0 ? "" : `\n${propertiesOf(fields)}`;
  return `/** ${about} */\nexport interface ${capital(name)}${suffix} {\n  type: "${name}";${properties}\n}`;
}

/** Every form that is written as text: `"stable"`, and with its setting, `"stable:2"`. */
function namesOf(
  rules: RuleDefinitions,
  about: string,
  type: string,
  plain?: readonly string[],
): string {
  const listed = Object.entries(rules).flatMap(([name, { shorthand, fields = {} }]) => {
    const setting = shorthand === undefined ? undefined : fields[shorthand];
    const needs = Object.values(fields).some(({ required }) => required);
    return [
      ...(needs || plain ? [] : [`"${name}"`]),
      ...(setting === undefined ? [] : [`\`${name}:\${${afterColon(setting)}}\``]),
    ];
  });
  const forms = [...(plain ?? []), ...listed];
  const description = `${capital(about)} by name. Its setting may follow a colon.`;
  return `/** ${description} */\nexport type ${type} =\n${forms.map((form) => `  | ${form}`).join("\n")};`;
}

function afterColon(field: OptionField): string {
  const type = typeOf(field);
  return type === "readonly string[]" ? "string" : type;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
