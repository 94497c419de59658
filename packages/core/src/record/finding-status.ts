import type { Finding, FindingStatus } from "../protocol/findings.ts";

/** Status of a finding as people read it. */
export type ShownStatus = FindingStatus | "upheld, unconfirmed" | "not checked";

const SHOWN_STATUSES: readonly ShownStatus[] = ["upheld", "contested", "not checked", "refuted"];

/** "upheld" alone would promise that somebody else took part in the check and agreed. */
export function getShownStatus(finding: StatusFields): ShownStatus {
  if (isUnchecked(finding)) return "not checked";
  return isUnconfirmed(finding) ? "upheld, unconfirmed" : finding.status;
}

/** True if nobody disputes a finding, and nobody but its only author says that it is right. */
function isUnconfirmed({ status, by, votes }: StatusFields): boolean {
  const isConfirmed =
    by.length > 1 || votes.some(({ vote }) => vote === "uphold" || vote === "duplicate");
  return status === "upheld" && !isConfirmed;
}

type StatusFields = Pick<Finding, "status" | "by" | "votes" | "unchecked">;

/** True if no member but its authors voted on a finding, or no vote could be read. Runs of earlier versions don't say so. */
export function isUnchecked({ by, votes, unchecked }: Omit<StatusFields, "status">): boolean {
  return unchecked === true || (by.length === 1 && votes.length === 0);
}

/** Counts of findings: "2 upheld, 1 of them unconfirmed", "1 not checked". */
export function countStatuses(findings: readonly StatusFields[]): string[] {
  const statuses = findings.map(getShownStatus);
  const count = (...counted: ShownStatus[]): number =>
    statuses.filter((status) => counted.includes(status)).length;
  const unconfirmed = count("upheld, unconfirmed");
  return SHOWN_STATUSES.flatMap((status) => {
    if (status !== "upheld" || unconfirmed === 0)
      return count(status) === 0 ? [] : [`${count(status)} ${status}`];
    const upheld = count("upheld", "upheld, unconfirmed");
    return [
      upheld === unconfirmed
        ? `${upheld} upheld, unconfirmed`
        : `${upheld} upheld, ${unconfirmed} of them unconfirmed`,
    ];
  });
}
