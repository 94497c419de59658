import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { type DebateRecord, readOriginalText } from "@rostrum/core/record";
import type { PartialResult } from "@rostrum/core/protocol";
import {
  formatCount,
  type LocatedFinding,
  locateFindings,
  type ReviewedDocument,
} from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { listStanding } from "../../../record/describe-findings.ts";
import { Icon } from "../../../parts/icon.tsx";
import { FindingItem } from "./finding-item.tsx";
import { SEVERITY_MEANINGS, STATUS_MEANINGS, VerdictKey } from "./finding-words.tsx";
import "../../../style/findings.css";
import "../../../style/review-summary.css";

interface FindingListProps {
  id: string;
  result: Pick<PartialResult, "findings">;
  started: DebateRecord["started"];
}

/** Findings of a review, by file and line. Low and refuted ones are folded. */
export function FindingList({ id, result, started }: FindingListProps): VNode {
  const documents = listDocuments(started);
  const findings = locateFindings(result.findings ?? [], documents);
  if (findings.length === 0) return <p class="dim">No member reported a problem.</p>;
  return (
    <div class="review-findings">
      {groupByFile(findings).map(([file, own]) => (
        <FileFindings
          key={file}
          id={id}
          file={file}
          findings={own}
          documents={documents}
          panelSize={started?.panel.length ?? 0}
        />
      ))}
      <details class="finding-key small">
        <summary>What severities and states mean</summary>
        <dl>
          {Object.entries({ ...SEVERITY_MEANINGS, ...STATUS_MEANINGS }).map(([word, meaning]) => (
            <div>
              <dt>{word}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <VerdictKey />
      </details>
    </div>
  );
}

/** Groups findings by file, in the order of their most serious finding. Those without a place come last. */
function groupByFile(findings: readonly LocatedFinding[]): [file: string, own: LocatedFinding[]][] {
  const standing = listStanding(findings);
  const refuted = findings.filter(({ status }) => status === "refuted");
  const groups = Map.groupBy([...standing, ...refuted], findFile);
  const unplaced = groups.get("");
  groups.delete("");
  return [...groups, ...(unplaced ? [["", unplaced] as [string, LocatedFinding[]]] : [])];
}

/** The file of a finding. If its lines are unknown, the file that it quotes. */
function findFile({ at, quotes }: LocatedFinding): string {
  return at?.document ?? quotes.find(({ document }) => document)?.document ?? "";
}

interface FileFindingsProps {
  id: string;
  file: string;
  findings: readonly LocatedFinding[];
  documents: readonly ReviewedDocument[];
  panelSize: number;
}

/** Further medium findings of a file are folded. */
const MAX_MEDIUM = 5;

function FileFindings(props: FileFindingsProps): VNode {
  const { file, findings } = props;
  const [all, setAll] = useState(false);
  const standing = findings.filter(({ status }) => status !== "refuted");
  const serious = standing.filter(({ severity }) => severity !== "low");
  const graveCount = serious.filter(({ severity }) => severity !== "medium").length;
  const visibleFindings = all ? serious : serious.slice(0, graveCount + MAX_MEDIUM);
  const low = standing.filter(({ severity }) => severity === "low");
  const refuted = findings.filter(({ status }) => status === "refuted");
  const renderItem = (finding: LocatedFinding): VNode => (
    <FindingItem {...props} key={finding.claim} finding={finding} />
  );
  return (
    <section>
      <header class="file-head">
        <h2 class="said">{file === "" ? "No file named" : escapeInvisible(file)}</h2>
        <span class="dim">{formatCount(findings.length, "finding")}</span>
      </header>
      <div class="card rows">
        {visibleFindings.length > 0 && (
          <ol class="findings rows">{visibleFindings.map(renderItem)}</ol>
        )}
        {visibleFindings.length < serious.length && (
          <button type="button" class="quiet more-findings" onClick={() => setAll(true)}>
            <Icon name="down" />
            {`Show ${serious.length - visibleFindings.length} more medium`}
          </button>
        )}
        {low.length > 0 && (
          <FoldedFindings count={low.length} adjective="low">
            {low.map(renderItem)}
          </FoldedFindings>
        )}
        {refuted.length > 0 && (
          <FoldedFindings count={refuted.length} adjective="refuted">
            {refuted.map(renderItem)}
          </FoldedFindings>
        )}
      </div>
    </section>
  );
}

interface FoldedFindingsProps {
  count: number;
  adjective: string;
  children: VNode[];
}

function FoldedFindings({ count, adjective, children }: FoldedFindingsProps): VNode {
  return (
    <details class="folded-findings">
      <summary>
        <b>{`${count} ${adjective}`}</b> {count === 1 ? "finding" : "findings"}
      </summary>
      <ol class="findings rows">{children}</ol>
    </details>
  );
}

/** Texts that were reviewed. */
function listDocuments(started: DebateRecord["started"]): ReviewedDocument[] {
  return (started?.context ?? []).flatMap((item) => {
    const original = readOriginalText(item);
    return original ? [{ document: original.of.document ?? "", text: original.text }] : [];
  });
}
