import {
  asksForFindings,
  type Carry,
  completeQuestion,
  createShortId,
  omitVotingSettings,
  restoreQuestion,
  suggestLimit,
} from "@rostrum/runtime/api";
import { describeReviewed, formatMoney } from "@rostrum/core/export";
import type { BudgetLimits, DebateConfig, Question, StartedEvent } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import { resolveModel } from "@rostrum/runtime/models";
import { type ConfigPatch, mergeConfig } from "../options/flags.ts";
import { fold, type DebateRecord } from "@rostrum/core/record";
import {
  clipLine,
  ConfigError,
  field,
  omitUndefined,
  toOneLine,
  wasStopped,
} from "@rostrum/core/support";
import type { ChosenPanel } from "../config/choose-panel.ts";
import { applyLocalLimits, findConfig, type ConfigFile, type ConfigFlags } from "../config/load.ts";
import { findPanelIn } from "../discovery/find-panel.ts";
import { findUnlisted } from "../discovery/find-unlisted.ts";
import type { InputStream } from "../io.ts";
import type { ViewFlags } from "../live/view.ts";
import { readQuestion, type QuestionFlags } from "../question/read-question.ts";
import type { ReportFlags } from "../report/result.ts";
import { addMemberNames } from "../members/name-members.ts";
import { formatPath, UserError } from "../user-error.ts";
import { findRunId } from "./journal.ts";
import { loadStoredConfig, ORIGIN_KEY as KEY, type RunConfigOrigin } from "./origin.ts";

/** Flags of `ask` that are not config options. */
export interface AskFlags extends QuestionFlags, ConfigFlags, ReportFlags, ViewFlags {
  schema?: string;
  panel?: string;
  dryRun?: boolean;
  id?: string;
  resume?: string;
  /** Id of the run to follow up; true for the latest one. */
  follow?: string | true;
  carry?: string;
  /** Path, or false for `--no-journal`. Commander sets true when neither is given. */
  journal?: string | boolean;
}

/** Everything that is needed to run or resume a debate. */
export interface AskTask {
  id: string;
  question: Question;
  /** Config for `Debate`, without the journal. */
  config: ConfigPatch;
  /** Finished run that this one follows up. */
  follow?: { id: string; carry?: Carry };
  /** Source of the config, for error messages. */
  source: string;
  /** Stored with the run, so that its id is enough to resume it. */
  metadata: Record<string, unknown>;
}

export interface TaskInput {
  flags: AskFlags;
  patch: ConfigPatch;
  stdin: InputStream;
  /** Reports which panel and material are used. */
  say(line: string): void;
  warn(line: string): void;
  isAtTerminal: boolean;
  /** Never null if a run is resumed or followed up. */
  journal: RunStore | null;
}

/** Builds a task from a run to resume, a run to follow up, or a new question. */
export async function makeTask(words: readonly string[], input: TaskInput): Promise<AskTask> {
  const { flags, stdin, journal } = input;
  if (flags.resume !== undefined) return resumeTask(flags, journal as RunStore, input.patch);
  if (flags.follow !== undefined) return followTask(words, input, journal as RunStore);
  return makeNewTask(await readQuestion(words, flags, stdin, input), input);
}

/** Builds a task from a question to the panel that flags and config name. */
export async function makeNewTask(
  question: Question,
  {
    flags,
    patch,
    say,
    journal,
    follow,
  }: Pick<TaskInput, "flags" | "patch" | "say" | "journal"> & Pick<AskTask, "follow">,
  /** Config to use instead of the one that a flag names or the current folder has. */
  configFile?: ConfigFile | null,
): Promise<AskTask> {
  await checkDebaters(patch);
  const begun = await findBegun(flags.id, journal);
  const panel = await choosePanelFor(begun, { flags, patch, say }, configFile);
  const { name, file } = panel;
  const panelConfig = asksForFindings(patch)
    ? omitVotingSettings(panel.config, patch)
    : panel.config;
  const mergedConfig = mergeConfig(panelConfig, patch);
  // Members of a user's file keep the names that it gives them: calibrations refer to these.
  const isBuiltHere = file === null || patch["debaters"] !== undefined;
  const namedConfig =
    isBuiltHere && !hasDefaultNames(begun) ? addMemberNames(mergedConfig) : mergedConfig;
  const completed = await completeQuestion(journal ?? undefined, question, follow, flags.id);
  // The panels of a config have the limits that their author chose.
  const config = file === null ? await addLimit(namedConfig, completed, say) : namedConfig;
  const origin: RunConfigOrigin = {
    ...(file?.code ? { file: file.path, panel: name, flags: patch } : { config }),
    folder: process.cwd(),
  };
  return {
    id: flags.id ?? createShortId(),
    question,
    config,
    source: file === null ? "" : `${formatPath(file.path)}, panel "${name}"`,
    metadata: { [KEY]: origin },
    ...omitUndefined({ follow }),
  };
}

async function choosePanelFor(
  begun: StartedEvent | null,
  { flags, patch, say }: Pick<TaskInput, "flags" | "patch" | "say">,
  configFile: ConfigFile | null | undefined,
): Promise<ChosenPanel> {
  const usesConfigPanel =
    !namesPanel(patch) || flags.panel !== undefined || flags.config !== undefined;
  if (!usesConfigPanel) {
    // A panel on the command line doesn't need a config, but the config's provider limits still apply.
    if (configFile === undefined) await applyLocalLimits();
    return COMMAND_LINE_PANEL;
  }
  const file = configFile === undefined ? await findConfig(flags) : configFile;
  const origin = begun?.metadata?.[KEY] as RunConfigOrigin | undefined;
  // A panel of the models found here may have other models by now, and the run needs those it began with.
  if (file === null && flags.panel === undefined && origin?.config !== undefined) {
    const config = await loadStoredConfig(begun?.metadata, flags.id ?? "", flags.trust);
    return { ...COMMAND_LINE_PANEL, config };
  }
  const { usd } = (patch["budget"] ?? {}) as BudgetLimits;
  return findPanelIn(file, flags.panel, say, {
    isCapped: usd !== undefined,
    isReview: asksForFindings(patch),
  });
}

/** Start of the run that `--id` names. Null for a new run. */
async function findBegun(
  id: string | undefined,
  journal: RunStore | null,
): Promise<StartedEvent | null> {
  const events = id === undefined ? undefined : await journal?.eventsFrom(id, 0);
  return fold(events ?? []).started;
}

/** True if a run was begun with unnamed members: it continues only with the same names. */
function hasDefaultNames(begun: StartedEvent | null): boolean {
  return begun?.panel.some(({ name }, index) => name === `debater_${index}`) ?? false;
}

/** More than this is never spent unless somebody says so, however much there is to read. */
export const MAX_DEFAULT_LIMIT_USD = 5;

/** Adds a spending limit to a panel that no config names, unless there is one. */
async function addLimit(
  config: ConfigPatch,
  question: Question,
  say: (line: string) => void,
): Promise<ConfigPatch> {
  const budget = config["budget"] as BudgetLimits | undefined;
  if (budget?.usd !== undefined) return config;
  // The engine explains what is wrong with the config when the debate is created.
  const suggested = await suggestLimit(config as unknown as DebateConfig<never>, question).catch(
    () => null,
  );
  if (suggested === null) return config;
  const usd = Math.min(suggested, MAX_DEFAULT_LIMIT_USD);
  // The plan's warnings say what this limit leaves out, and which one would not.
  say(`spending limit ${formatMoney(usd)}; --max-cost changes it`);
  return { ...config, budget: { ...budget, usd } };
}

/** Throws for several models in one `-d`, and for a single member: a debate needs two debaters. */
async function checkDebaters({ debaters }: ConfigPatch): Promise<void> {
  const listed = Array.isArray(debaters) ? (debaters as unknown[]) : [];
  const several = listed.find((each) => typeof each === "string" && SEVERAL_MODELS.test(each));
  if (typeof several === "string")
    throw new UserError(`--debater: "${several}" names several members.`, [
      `Give each its own -d: ${several
        .split(",")
        .map((id) => `-d ${id.trim()}`)
        .join(" ")}`,
    ]);
  const [only, ...otherDebaters] = listed;
  if (
    typeof only !== "string" ||
    otherDebaters.length > 0 ||
    /\*(?:\d*[2-9]|[1-9]\d+)?$/.test(only)
  )
    return;
  if (only.endsWith("*1"))
    throw new UserError(`--debater: a debate needs two or more members, got ${only}.`, [
      `Ask it three times: -d '${only.slice(0, -1)}3'`,
    ]);
  refuseUnknownModel(only);
  const [unlisted] = await findUnlisted({ debaters: [only] });
  if (unlisted !== undefined) throw new UserError(unlisted.warning, [TWO_MEMBERS]);
  throw new UserError(`--debater: a debate needs two or more members, got one: ${only}.`, [
    `Ask it three times: -d '${only}*3'`,
    "Or add another one: -d <provider>/<model>",
  ]);
}

/** "openai/<model>,anthropic/<model>". Programs and addresses may contain commas. */
const SEVERAL_MODELS = /^(?!command:|compat:)[^,]+,\s*[\w-]+(?:\/|:|$)/;

const TWO_MEMBERS =
  "A debate also needs two or more members: -d '<provider>/<model>*3', or another -d.";

/** Throws if the only member can't be asked under this id. The hint says what would come up next. */
function refuseUnknownModel(id: string): void {
  try {
    resolveModel(id, "debaters");
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new UserError(`--debater: ${error.problem}`, [TWO_MEMBERS], { cause: error });
  }
}

/** True if flags name the members of a panel. */
function namesPanel(patch: ConfigPatch): boolean {
  return patch["debaters"] !== undefined || patch["model"] !== undefined;
}

const COMMAND_LINE_PANEL: ChosenPanel = { name: "command line", config: {}, file: null };

/** Builds a task from a stored run. Flags may change its caps and limits, nothing else. */
async function resumeTask(
  { resume, trust }: AskFlags,
  journal: RunStore,
  patch: ConfigPatch,
): Promise<AskTask> {
  const id = await findRunId(journal, resume);
  const run = await journal.read(id);
  const { started } = fold(run?.events ?? []);
  if (run === undefined || started === null)
    throw new UserError(`run "${id}" stopped before it began`, ["ask its question again"]);
  const { metadata = {}, rules } = started;
  // `ask` would print the findings as JSON and exit with 0, however serious they are.
  if (rules.answer === "findings")
    throw new UserError(`run "${id}" is a review`, [
      `run its rostrum review command again with --id ${id}: nothing is paid twice`,
    ]);
  return {
    id,
    question: restoreQuestion(run, started),
    config: mergeConfig(await loadStoredConfig(metadata, id, trust), patch),
    source: "",
    metadata,
  };
}

/** Builds a task that follows up a finished run, with its panel unless flags name another. */
async function followTask(
  words: readonly string[],
  input: TaskInput,
  journal: RunStore,
): Promise<AskTask> {
  const { flags, patch, stdin } = input;
  const hasQuestion = words.length > 0 || flags.file !== undefined;
  // In `--follow "Why?"`, commander takes the question for an id.
  const isQuestion =
    typeof flags.follow === "string" && (hasQuestion ? /\s/ : NOT_IN_IDS).test(flags.follow.trim());
  const requestedId = isQuestion || flags.follow === true ? undefined : flags.follow;
  const questionWords = isQuestion ? [flags.follow as string, ...words] : words;
  const id =
    requestedId === undefined
      ? await findLatestRun(journal)
      : await findRunId(journal, requestedId, hasQuestion ? [] : [askLatest(requestedId)]);
  const follow = { id, ...omitUndefined({ carry: flags.carry as Carry | undefined }) };
  const namesOtherPanel =
    flags.panel !== undefined || flags.config !== undefined || namesPanel(patch);
  const record = fold((await journal.read(id))?.events ?? []);
  const { started, status } = record;
  if (started === null || status !== "completed") throw explainUnfinished(id, record);
  input.say(`following ${toOneLine(id)}: ${titleOf(record)}`);
  const { metadata } = started;
  const origin = metadata?.[KEY] as RunConfigOrigin | undefined;
  const question = await readQuestion(questionWords, flags, stdin, input);
  if (origin === undefined || namesOtherPanel) return makeNewTask(question, { ...input, follow });
  input.say("with the panel and limits of that run, unless flags change them");
  // "Why?" after a review or a number asks for neither, so the answer takes the form that the question asks for.
  const followPatch = { answer: "auto", ...patch };
  const config = mergeConfig(await loadStoredConfig(metadata, id, flags.trust), followPatch);
  const { file, panel } = origin;
  const originWithFlags = { file, panel, flags: mergeConfig(origin.flags ?? {}, followPatch) };
  return {
    id: flags.id ?? createShortId(),
    question,
    config,
    source: "",
    metadata: {
      [KEY]: {
        ...(origin.config === undefined ? originWithFlags : { config }),
        folder: process.cwd(),
      },
    },
    follow,
  };
}

/** A stopped run has no answer either, but goes on with the replies that it has. */
function explainUnfinished(id: string, { started, status, error }: DebateRecord): UserError {
  const isStopped = wasStopped(error);
  const state = isStopped ? "was stopped" : status === "failed" ? "failed" : "is not finished";
  const shownId = toOneLine(id);
  const advice =
    status === "failed" && !isStopped
      ? "A new run asks again."
      : started?.rules.answer === "findings"
        ? `To continue it: its rostrum review command again, with --id ${shownId}`
        : `To continue it: rostrum ask --resume ${shownId}`;
  return new UserError(`--follow: run "${id}" ${state}, so there is no answer to follow up.`, [
    advice,
  ]);
}

const MAX_QUESTION_CHARS = 80;

/** A character that ids don't have, unless somebody chose one with `--id`. */
const NOT_IN_IDS = /[^\w.:@-]/;

const askLatest = (word: string): string =>
  `If it is the question: rostrum ${JSON.stringify(word)} --follow`;

/** The latest finished run of this folder: a question about another project would be answered with the wrong material. */
async function findLatestRun(journal: RunStore): Promise<string> {
  const { runs } = await journal.list({ status: "completed", limit: MAX_SEARCHED_RUNS });
  const [latest] = runs;
  if (latest === undefined)
    throw new UserError("there is no finished run to follow up", ['rostrum "your question"']);
  const readRecord = async (id: string): Promise<DebateRecord> =>
    fold((await journal.read(id))?.events ?? []);
  for (const { id } of runs) {
    const { started } = await readRecord(id);
    if (field(started?.metadata?.[KEY], "folder") === process.cwd()) return id;
  }
  throw new UserError("No finished run was started in this folder, so there is none to follow.", [
    `The latest in any folder: ${titleOf(await readRecord(latest.id))}`,
    `To follow it: --follow ${toOneLine(latest.id)}`,
  ]);
}

/** The question of a run, or the subject of its review, as one line. */
const titleOf = (record: DebateRecord): string =>
  clipLine(describeReviewed(record) ?? record.started?.question ?? "", MAX_QUESTION_CHARS);

/** The latest run of this folder is rarely further back, and each one is read. */
const MAX_SEARCHED_RUNS = 50;
