import type { Finding, FindingStatus } from "../protocol/findings.ts";

/** Status of a finding as people read it. */
export type ShownStatus = FindingStatus | "not checked";

const SHOWN_STATUSES: readonly ShownStatus[] = ["upheld", "contested", "not checked", "refuted"];

/** "upheld" would promise a check that didn't take place, so a finding without votes is shown as "not checked". */
export function getShownStatus(finding: StatusFields): ShownStatus {
  return isUnchecked(finding) ? "not checked" : finding.status;
}

type StatusFields = Pick<Finding, "status" | "by" | "votes" | "unchecked">;

/** True if no member but its authors voted on a finding, or no vote could be read. Runs of earlier versions don't say so. */
export function isUnchecked({ by, votes, unchecked }: Omit<StatusFields, "status">): boolean {
  return unchecked === true || (by.length === 1 && votes.length === 0);
}

/** Counts of findings: "2 upheld", "1 not checked". */
export function countStatuses(findings: readonly StatusFields[]): string[] {
  return SHOWN_STATUSES.flatMap((status) => {
    const count = findings.filter((finding) => getShownStatus(finding) === status).length;
    return count === 0 ? [] : [`${count} ${status}`];
  });
}
