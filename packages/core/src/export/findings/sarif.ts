import { sortBySeverity } from "./sort-findings.ts";
import { ConfigError } from "../../errors.ts";
import { omitUndefined } from "../../omit-undefined.ts";
import type { Severity } from "../../protocol/findings.ts";
import { toRecord, type Exportable } from "../as-record.ts";
import { describePeople, describeTest, describeVote, listRemarks } from "./describe-votes.ts";
import {
  describeStanding,
  listReviewedDocuments,
  locateFindings,
  type LocatedFinding,
  type TextRange,
} from "./locate-findings.ts";

const LEVELS: Record<Severity, "note" | "warning" | "error"> = {
  low: "note",
  medium: "warning",
  high: "error",
  critical: "error",
};

/** Security scores as used by GitHub and others, from 0 to 10. */
const SCORES: Record<Severity, string> = {
  low: "3.0",
  medium: "5.0",
  high: "8.0",
  critical: "9.5",
};

/** Findings as a SARIF 2.1.0 log, for code hosts and editors. */
export function toSarif(
  findings: readonly LocatedFinding[],
  { version, whole: isComplete }: { version?: string; whole: boolean },
): string {
  const rules = (Object.keys(LEVELS) as Severity[]).map((severity) => ({
    id: makeRuleId(severity),
    name: `${severity[0]?.toUpperCase()}${severity.slice(1)}Finding`,
    shortDescription: { text: `A finding of ${severity} severity` },
    defaultConfiguration: { level: LEVELS[severity] },
    properties: { "security-severity": SCORES[severity] },
  }));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "rostrum", version, rules } },
        columnKind: "utf16CodeUnits",
        invocations: [{ executionSuccessful: isComplete }],
        results: sortBySeverity(findings).map(makeResult),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/**
 * A review as SARIF, without refuted findings. Other debates are rejected, because an empty log would mean
 * success.
 */
export function exportSarif(source: Exportable, options?: { version: string }): string {
  const { result, started, status } = toRecord(source);
  if (result.findings === undefined)
    throw new ConfigError(
      "format",
      "expected a finished review for sarif: this debate has no findings",
    );
  const documents = listReviewedDocuments(started?.context);
  const remainingFindings = result.findings.filter((finding) => finding.status !== "refuted");
  const isComplete = status === "completed" && !result.integrity.degraded;
  return toSarif(locateFindings(remainingFindings, documents), {
    ...options,
    whole: isComplete,
  });
}

function makeResult(finding: LocatedFinding): object {
  const { claim, severity, otherSeverities, status, by, against, votes, test, at } = finding;
  const { also, unseen, inChange } = finding;
  const head = `${claim} (${describeStanding(finding)}; ${describePeople(finding)})`;
  const testResult = describeTest(finding);
  const message = [
    head,
    ...listRemarks(finding),
    ...(testResult === null ? [] : [testResult]),
    ...votes.map(describeVote),
  ].join("\n");
  return {
    ruleId: makeRuleId(severity),
    level: LEVELS[severity],
    message: { text: message },
    ...(at === null
      ? {}
      : {
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: makeUri(at.document) },
                // The file has no such line any more, or another one in its place.
                ...(at.removed ? {} : { region: makeRegion(at) }),
              },
            },
          ],
        }),
    properties: {
      severity,
      otherSeverities,
      status,
      by,
      against,
      votes,
      ...omitUndefined({ also, unseen, test, inChange }),
    },
  };
}

function makeRegion({ startLine, startColumn, endLine, endColumn }: TextRange): TextRange {
  return { startLine, startColumn, endLine, endColumn };
}

function makeRuleId(severity: Severity): string {
  return `rostrum/${severity}`;
}

/** Relative path as a URI, so that code hosts find the file in the repository. */
function makeUri(path: string): string {
  const plain = path.replaceAll("\\", "/").replace(/^\.\//, "");
  return plain.split("/").map(encodeURIComponent).join("/");
}
