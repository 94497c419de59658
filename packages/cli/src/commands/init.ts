import { Option, type Command } from "commander";
import { suggestLimit, type Debate } from "@rostrum/runtime/api";
import type { RunStore } from "@rostrum/runtime/journal";
import type { InstalledProgram } from "@rostrum/runtime/models";
import { formatCount, writeReviewTask } from "@rostrum/core/export";
import type { DebatePlan, Question } from "@rostrum/core/protocol";
import { addRepositoryTools, openRepository, SCHEMA_NAME } from "@rostrum/runtime/repository";
import { providers } from "@rostrum/runtime/registry";
import { toOneLine } from "@rostrum/core/support";
import { numberOption } from "../options/read-flag.ts";
import { newCommand, type Context } from "./new-command.ts";
import {
  explainNoModels,
  formatMembers,
  listProblems,
  requireReachable,
  sayCopies,
} from "../discovery/find-panel.ts";
import {
  checkAllowedPrograms,
  listProgramsToOffer,
  rememberConsent,
  withConsent,
} from "../discovery/program-consent.ts";
import {
  suggestProgramPanel,
  suggestPanels,
  type SuggestedPanel,
} from "../discovery/suggest-panels.ts";
import { suggestPricedPanels } from "../discovery/prefer-priced.ts";
import {
  findAvailableModels,
  locateProvider,
  type AvailableModels,
  type KeyedProvider,
} from "../discovery/available-models.ts";
import { chooseModels, listPassedOver } from "../discovery/choose-models.ts";
import { askOne } from "../config/ask-first-settings.ts";
import {
  CARE_LEVELS,
  choosePanelSize,
  describeCareLevels,
  QUESTION_KINDS,
  listSettings,
  PURPOSES,
  type Care,
  type Kind,
  type Setting,
} from "../config/first-settings.ts";
import {
  HINTS,
  refuseExistingConfig,
  toPatch,
  writeConfig,
} from "../discovery/write-first-config.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { describePlan } from "../report/lines.ts";
import { askPanel } from "../run/ask.ts";
import { createDebate } from "../run/create-debate.ts";
import { withExistingJournal } from "../run/journal.ts";
import { MAX_DEFAULT_LIMIT_USD } from "../run/task.ts";
import { refuseTooLittle } from "../run/refuse-too-little.ts";
import type { Output } from "../terminal/output.ts";
import { askPerson, isInteractive } from "../terminal/prompt.ts";
import { UserError } from "../user-error.ts";

interface Flags {
  yaml?: boolean;
  json?: boolean;
  force?: boolean;
  for?: Kind;
  with?: string[];
  care?: Care;
  maxCost?: number;
}

export function command(context: Context): Command {
  return newCommand("init", context)
    .description(
      "Write a config with panels of the models found on this machine: by API keys, on local servers, or through your coding agents. In a terminal, it asks what the panel is for and how careful it should be, and offers a test question.",
    )
    .addOption(new Option("--for <kind>", "kind of questions").choices(Object.keys(QUESTION_KINDS)))
    .option("--with <name...>", "use only these providers, servers and coding agents")
    .addOption(new Option("--care <level>", "how careful to be").choices(CARE_LEVELS))
    .addOption(
      numberOption(
        "--max-cost <usd>",
        "spending limit of each question (default: enough for long replies)",
        0,
      ),
    )
    .option("--yaml", "write rostrum.config.yaml (the default)")
    .option("--json", "write rostrum.config.json")
    .option("--force", "overwrite an existing config")
    .action(async (flags: Flags) => context.exit(await writeFirstConfig(flags, context.output)));
}

async function writeFirstConfig(flags: Flags, output: Output): Promise<ExitCode> {
  const { say } = output;
  const format = flags.json ? "json" : "yaml";
  refuseExistingConfig(format, flags.force === true);
  const sources = await withConsent(() => findSources(flags.with, say), output);
  const isInTerminal = isInteractive(output.io);
  const kind =
    flags.for ?? (isInTerminal ? await askOne(KIND_PROMPT, QUESTION_KINDS, "any", output) : "any");
  // Somebody who was just asked about their subscriptions isn't asked more.
  const shouldAskCare = isInTerminal && sources.programs.length === 0;
  const care =
    flags.care ??
    (shouldAskCare
      ? await askOne(CARE_PROMPT, describeCareLevels(kind), "normal", output)
      : "normal");
  const settings = listSettings(kind, care);
  const size = choosePanelSize(kind, care);
  const isCapped = flags.maxCost !== undefined;
  const suggested = nameFirstPanels(
    [
      ...(isCapped ? suggestPricedPanels(sources, say, size) : suggestPanels(sources, size)),
      ...suggestProgramPanel(sources.programs, size),
    ],
    kind,
  );
  const panels = await Promise.all(
    suggested.map((panel) => addLimit(panel, settings, flags.maxCost)),
  );
  const plan = await withExistingJournal(undefined, (journal) =>
    planFirst(panels, settings, kind, flags.maxCost, journal),
  );
  const file = await writeConfig(format, {
    panels,
    settings,
    // Reviews have no revisions and no vote.
    hints: kind === "review" ? [] : HINTS,
  });
  say(`wrote ${file}, and ${SCHEMA_NAME}, with which editors check it`);
  for (const panel of panels) say(`  ${panel.name}: ${toOneLine(formatMembers(panel))}`);
  for (const panel of panels.slice(0, 1)) sayCopies(panel, say);
  const task = kind === "review" ? `a review of ${REVIEWED_LINES} lines` : "each question";
  say(`${task}: ${describePlan(plan)}`);
  if (flags.maxCost === undefined && plan.usd.max !== null)
    say(`to change the spending limit: \`budget\` in ${file}`);
  else for (const warning of plan.warnings) say(`warning: ${warning}`);
  // Somebody who answered both questions with flags wants no others.
  const mayAskTest = isInTerminal && (flags.for === undefined || flags.care === undefined);
  if (mayAskTest && kind !== "review" && (await confirmTest(kind, output)))
    // A panel that writes a memo is paid for it, so it is shown.
    return askPanel(
      [TEST_QUESTIONS[kind]],
      { memo: toPatch(settings)["report"] === "memo" },
      {},
      output,
    );
  const next = kind === "review" ? "rostrum review" : 'rostrum "question"';
  say(`next: rostrum doctor --live, then ${next}`);
  return EXIT.answered;
}

const KIND_PROMPT = "What kind of question is the panel for?";
const CARE_PROMPT = "How careful should it be?";

/** One easy test question of each kind. */
const TEST_QUESTIONS: Readonly<Record<Exclude<Kind, "review">, string>> = {
  any: "What is the capital of Australia, and why do many people name another city?",
  number: "How many primes are there below 100?",
  choice: "Which number is larger? (A) 9.11 (B) 9.9",
  decision: "Should a team of five keep its monolith or split it into services?",
};

async function confirmTest(kind: Exclude<Kind, "review">, { io }: Output): Promise<boolean> {
  const reply = await askPerson(
    `Ask it a test question now ("${TEST_QUESTIONS[kind]}")? [Y/n] `,
    io,
  );
  return reply !== null && /^(?:y(?:es)?)?$/i.test(reply);
}

/** Adds a spending limit. Without one from the user, there is none if a price is unknown. */
async function addLimit(
  panel: SuggestedPanel,
  settings: readonly Setting[],
  maxCost: number | undefined,
): Promise<SuggestedPanel> {
  const config = { ...panel.config, ...toPatch(settings) };
  const suggested = await suggestLimit(config);
  const usd = maxCost ?? (suggested && Math.min(suggested, MAX_DEFAULT_LIMIT_USD));
  return usd === null ? panel : { ...panel, config: { ...panel.config, budget: { usd } } };
}

/** Length of a file of usual size, for the cost of a review. */
const REVIEWED_LINES = 200;

/** Estimates what one question to the first panel costs, or a review by it. */
async function planFirst(
  panels: readonly SuggestedPanel[],
  settings: readonly Setting[],
  kind: Kind,
  maxCost: number | undefined,
  journal: RunStore | null,
): Promise<DebatePlan> {
  const isReview = kind === "review";
  const config = {
    ...panels[0]?.config,
    ...toPatch(settings),
    ...(isReview ? { answer: "findings" } : {}),
  };
  const planWith = async (debate: Debate, question?: Question): Promise<DebatePlan> => {
    const plan = await debate.plan(question);
    if (maxCost !== undefined)
      refuseTooLittle(plan, debate, { ...config, budget: { usd: maxCost } });
    return plan;
  };
  if (!isReview) return planWith(createDebate(config, journal));
  // Reviewers may read other files, as in the reviews to come.
  const repository = await openRepository(process.cwd());
  const folder = repository && { folder: repository.root, commit: null };
  const reviewing = folder === null ? config : addRepositoryTools(config, folder);
  const debate = createDebate(reviewing, journal);
  const text = "const total = items.reduce(add, 0);\n".repeat(REVIEWED_LINES);
  return planWith(debate, { text: writeReviewTask(), context: [{ document: "file.ts", text }] });
}

/** Providers, local servers and coding agents that a config can be made from. */
interface Sources extends AvailableModels {
  programs: InstalledProgram[];
}

/**
 * Looks for models, or only for the named sources. Coding agents are used only if named, or if nothing else was
 * found.
 */
async function findSources(
  names: readonly string[] | undefined,
  say: (line: string) => void,
): Promise<Sources> {
  const models = await findAvailableModels();
  const { keyed, servers } = models;
  const programs = listProgramsToOffer();
  const available = [
    ...keyed.map(({ name }) => name),
    ...servers.map(({ name }) => nameServer(name)),
    ...programs.map(({ name }) => name),
  ];
  const unknown = names?.find((name) => !available.includes(name));
  if (unknown !== undefined) {
    const [variable] = providers[unknown]?.keys ?? [];
    const reason = variable === undefined ? "not found here" : `${variable} is not set`;
    throw new UserError(`--with ${toOneLine(unknown)}: ${reason}.`, [
      available.length === 0
        ? "Nothing else was found: no API key, no local server and no coding agent."
        : `Found here: ${available.join(", ")}`,
    ]);
  }
  if (names === undefined) requireReachable(models);
  const isSelected = (name: string): boolean => names?.includes(name) ?? true;
  const selected = {
    keyed: keyed.filter(({ name }) => isSelected(name)),
    servers: servers.filter(({ name }) => isSelected(nameServer(name))),
  };
  for (const provider of selected.keyed) sayKeyFound(provider, say);
  for (const problem of listProblems(selected)) say(problem);
  for (const { name, url, models: listed } of selected.servers)
    say(`${name} at ${url}: ${formatCount(listed.length, "model")}`);
  const namedPrograms = programs.filter(({ name }) => names?.includes(name));
  const isEmpty = suggestPanels(selected).length === 0;
  const isLast = isEmpty && namedPrograms.length === 0;
  const allowed = isLast ? await checkAllowedPrograms() : null;
  const chosenPrograms = allowed?.usable ?? namedPrograms;
  if (isEmpty && chosenPrograms.length === 0)
    throw explainNoModels(selected, allowed?.loggedOut, "config");
  if (namedPrograms.length > 0) rememberConsent(namedPrograms);
  for (const { name, subscription } of chosenPrograms)
    say(`${name}: asked read-only, with ${subscription}`);
  return { ...selected, programs: chosenPrograms };
}

function sayKeyFound(provider: KeyedProvider, say: (line: string) => void): void {
  const { listing } = provider;
  if (!("models" in listing)) return;
  say(`${locateProvider(provider)}: key found, ${formatCount(listing.models.length, "model")}`);
  const [newestChosen = ""] = chooseModels(listing.models);
  const { unpriced } = listPassedOver(listing.models, newestChosen);
  if (unpriced.length > 0)
    say(
      `  newer than ${newestChosen}, but without a known price yet: ${unpriced.map((id) => toOneLine(id)).join(", ")}`,
    );
}

const nameServer = (name: string): string => name.toLowerCase();

/** Names the panels of a new config. The first and best one becomes the default. */
function nameFirstPanels(panels: readonly SuggestedPanel[], kind: Kind): SuggestedPanel[] {
  return panels.map(({ name, config, note }, index) => ({
    name: index === 0 ? "default" : name,
    config: { ...config, purpose: config.purpose.replace(PURPOSES.any, PURPOSES[kind]) },
    note,
  }));
}
