import type { Command } from "commander";
import {
  assessJury,
  type Interval,
  type JudgeAgreement,
  type JudgedItem,
  type JudgeVerdict,
  type JuryReport,
} from "@rostrum/eval";
import { readRows, type PlacedRow } from "@rostrum/eval/datasets";
import { findKind, isVerdict } from "@rostrum/eval/jury";
import { formatCount, formatPercent } from "@rostrum/core/export";
import { ConfigError, stringifyVisible, toOneLine } from "@rostrum/core/support";
import type { EvalFlags } from "../evaluating/plan.ts";
import { askEachOnce } from "../evaluating/run.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { Output } from "../terminal/output.ts";
import { describeFileError, UserError } from "../user-error.ts";
import { addDataFlags } from "./data-flags.ts";
import { newCommand, type Context } from "./new-command.ts";

interface Flags extends EvalFlags {
  against: string;
}

export function command(context: Context): Command {
  const cmd = newCommand("jury", context)
    .description("Compare the verdicts of judges, alone and together, with those of people.")
    .argument(
      "<data>",
      'rows with the verdicts of people, and either "judges" with theirs or a "question" for the panel',
    )
    .optionsGroup("People:")
    .option("--against <field>", "field with the verdicts of people", "human");
  return addDataFlags(cmd)
    .optionsGroup("Output:")
    .option("--json", "the report as JSON on stdout")
    .action(async (data: string, flags: Flags) => {
      context.exit(await assessFile(data, flags, context.output));
    });
}

/** Compares recorded verdicts with people's. Without verdicts in the file, asks the panel first. */
async function assessFile(data: string, flags: Flags, output: Output): Promise<ExitCode> {
  const recorded = await readVerdicts(data, flags.against);
  const { items, stopped } = recorded
    ? { items: recorded, stopped: false }
    : await askJudges(data, flags, output);
  const report = assess(items);
  if (flags.json) output.print(`${stringifyVisible(report, 2)}\n`);
  else output.print(`${describeJury(report).join("\n")}\n`);
  return stopped ? EXIT.budget : EXIT.answered;
}

/** Verdicts about one item, with its place if they are from a file. */
interface PlacedItem extends JudgedItem {
  place?: PlacedRow["place"];
}

function assess(items: readonly PlacedItem[]): JuryReport {
  try {
    return assessJury(items);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [, index, field] = /^items\[(\d+)\]\.?(.*)$/.exec(error.field) ?? [];
    const place = items[Number(index)]?.place;
    if (place === undefined) throw new UserError(error.message);
    throw new UserError(
      `${place.file}:${place.line}: ${field ? `${field}: ` : ""}${error.problem}`,
    );
  }
}

/** Reads judges' verdicts from a file. Null when no row has any. */
async function readVerdicts(path: string, field: string): Promise<PlacedItem[] | null> {
  const rows = await readRows(path).catch((error: unknown) => {
    throw new UserError(
      error instanceof ConfigError ? error.message : describeFileError(error, path),
    );
  });
  if (rows.every(({ row }) => row["judges"] === undefined)) return null;
  return rows.map(({ row, place }) => {
    const human = row[field];
    if (typeof human !== "number" && typeof human !== "string") {
      throw new UserError(
        `${place.file}:${place.line}: expected a verdict of people in "${field}", got ${human === undefined ? "nothing" : typeof human}`,
        ["name the field with --against"],
      );
    }
    return { human, judges: row["judges"] as JudgedItem["judges"], place };
  });
}

async function askJudges(
  dataset: string,
  flags: Flags,
  output: Output,
): Promise<{ items: PlacedItem[]; stopped: boolean }> {
  const layout = flags.layout ?? `question=question,gold=${flags.against}`;
  const { report } = await askEachOnce({ ...flags, layout, dataset }, output);
  const kind = findKind(report.rows.map(({ item }) => toVerdict(item.gold)));
  const items = report.rows.map(({ item: { gold }, independent: { rounds } }) => ({
    human: toVerdict(gold),
    judges: Object.fromEntries(
      (rounds[0]?.positions ?? []).map(({ debater, answer }) => {
        const verdict = answer === null ? null : toVerdict(answer);
        return [debater, isVerdict(kind, verdict) ? verdict : null];
      }),
    ),
  }));
  return { items, stopped: report.stopped !== null };
}

/** Reads a number, or the number at the start of a score with criteria; otherwise the lower-case text. */
function toVerdict(text: string): JudgeVerdict {
  const figure = /^(-?\d+(?:\.\d+)?)(?: \(.*\))?$/.exec(text.trim())?.[1];
  return figure === undefined ? text.trim().toLowerCase() : Number(figure);
}

function describeJury({ kind, items, judges, jury, weighted }: JuryReport): string[] {
  const lines = [
    `${formatCount(items, kind === "pairs" ? "pair" : "item")} that people judged, as ${kind}`,
    "",
    ...judges.map(describeJudge),
    describeJudge(jury),
  ];
  if (weighted !== null) {
    const counting = Object.entries(weighted.weights).filter(([, weight]) => weight > 0.05);
    const weightTexts = counting.map(([name, weight]) => `${toOneLine(name)} ${weight.toFixed(2)}`);
    lines.push(
      describeJudge(weighted),
      "",
      `weights: ${weightTexts.join(", ") || "all close to 0"}`,
    );
  }
  return lines;
}

function describeJudge(judge: JudgeAgreement): string {
  const { name, items, same, kappa, weightedKappa, bias, position } = judge;
  const parts = [
    `agrees with people on ${formatPercent(same.value)} of ${items}`,
    `kappa ${formatInterval(kappa)}`,
    ...(weightedKappa === null ? [] : [`weighted kappa ${formatInterval(weightedKappa)}`]),
    ...(bias === null
      ? []
      : [`rates ${Math.abs(bias).toFixed(2)} ${bias < 0 ? "lower" : "higher"}`]),
    ...(position === null
      ? []
      : [
          `contradicts itself in ${position.contradicted} of ${position.twice} pairs shown in both orders, ${position.tookFirst} times in favor of the first`,
        ]),
  ];
  return `  ${toOneLine(name)}: ${parts.join("; ")}`;
}

function formatInterval(interval: Interval | null): string {
  if (interval === null) return "unknown";
  const { value, low, high } = interval;
  return `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}
