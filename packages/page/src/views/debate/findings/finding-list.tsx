import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { type DebateRecord, readOriginalText } from "@rostrum/core/record";
import type { Finding, FindingStatus, PartialResult, Severity } from "@rostrum/core/protocol";
import {
  describeVerdict,
  formatCount,
  locateFindings,
  type ReviewedDocument,
} from "@rostrum/core/export";
import { FindingItem } from "./finding-item.tsx";
import { FINDING_STATUSES, SEVERITIES, STATUS_MEANINGS, VerdictKey } from "./finding-words.tsx";
import "../../../style/findings.css";

interface FindingListProps {
  id: string;
  result: Pick<PartialResult, "findings" | "verdict">;
  started: DebateRecord["started"];
}

/** What a review found, the most serious first and the refuted last. Everything can be filtered. */
export function FindingList({ id, result, started }: FindingListProps): VNode {
  const { findings = [], verdict } = result;
  return (
    <>
      {verdict && <p class="plan-verdict">{describeVerdict(verdict)}</p>}
      <FilteredFindings id={id} findings={findings} started={started} />
    </>
  );
}

interface FilteredProps extends Pick<FindingListProps, "id" | "started"> {
  findings: readonly Finding[];
}

function FilteredFindings({ id, findings, started }: FilteredProps): VNode {
  const [severities, setSeverities] = useState<readonly Severity[]>([]);
  const [statuses, setStatuses] = useState<readonly FindingStatus[]>([]);
  if (findings.length === 0) return <p class="dim">Nothing was found.</p>;
  const documents = listDocuments(started);
  const all = locateFindings(findings, documents).toSorted((a, b) => rank(a) - rank(b));
  const shown = all.filter(
    ({ severity, status }) =>
      (severities.length === 0 || severities.includes(severity)) &&
      (statuses.length === 0 || statuses.includes(status)),
  );
  const used = FINDING_STATUSES.filter((status) => all.some((each) => each.status === status));
  return (
    <div class="review-findings">
      <div class="finding-filters">
        <Filter
          name="Severity"
          values={SEVERITIES}
          counts={(severity) => all.filter((each) => each.severity === severity).length}
          chosen={severities}
          choose={setSeverities}
        />
        <Filter
          name="Status"
          values={FINDING_STATUSES}
          counts={(status) => all.filter((each) => each.status === status).length}
          chosen={statuses}
          choose={setStatuses}
        />
        <span class="dim small" role="status">
          {shown.length === all.length
            ? formatCount(all.length, "finding")
            : `${shown.length} of ${formatCount(all.length, "finding")}`}
        </span>
      </div>
      {shown.length === 0 && <p class="dim">No finding is both. Choose fewer filters.</p>}
      <ol class="findings">
        {shown.map((finding) => (
          <FindingItem key={all.indexOf(finding)} id={id} finding={finding} documents={documents} />
        ))}
      </ol>
      <details class="finding-key small">
        <summary>What the words mean</summary>
        <dl>
          {used.map((status) => (
            <div>
              <dt>{status}</dt>
              <dd>{STATUS_MEANINGS[status]}</dd>
            </div>
          ))}
        </dl>
        <VerdictKey />
      </details>
    </div>
  );
}

interface FilterProps<T extends string> {
  name: string;
  values: readonly T[];
  counts(value: T): number;
  chosen: readonly T[];
  choose(chosen: T[]): void;
}

/** Buttons that restrict the list to some values. Without a choice, all are shown. */
function Filter<T extends string>(props: FilterProps<T>): VNode | null {
  const { name, values, counts, chosen, choose } = props;
  const used = values.filter((value) => counts(value) > 0);
  if (used.length < 2) return null;
  return (
    <div role="group" aria-label={name}>
      {used.map((value) => (
        <button
          type="button"
          class={`toggle mark-${value}`}
          aria-pressed={chosen.includes(value)}
          onClick={() =>
            choose(
              chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value],
            )
          }
        >
          {value} <span class="toggle-count">{counts(value)}</span>
        </button>
      ))}
    </div>
  );
}

function rank({ status, severity }: Finding): number {
  return SEVERITIES.indexOf(severity) + (status === "refuted" ? SEVERITIES.length : 0);
}

/** The texts that were reviewed. */
function listDocuments(started: DebateRecord["started"]): ReviewedDocument[] {
  return (started?.context ?? []).flatMap((item) => {
    const given = readOriginalText(item);
    return given ? [{ document: given.of.document ?? "", text: given.text }] : [];
  });
}
