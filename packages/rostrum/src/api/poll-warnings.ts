import { strangersTo } from "../decide/index.ts";
import { certificateFor } from "../debate/guarantee.ts";
import type { ResolvedConfig } from "../debate/resolved-config.ts";
import type { SequentialPoll } from "../protocol/settings.ts";
import type { Filled } from "../vocabulary/index.ts";

/** What is wrong with how a poll was set up: it then asks everybody, or can't be as sure as it says. */
export function pollWarnings(resolved: ResolvedConfig): string[] {
  const { poll, members } = resolved;
  if (poll === null || typeof poll === "function") return [];
  if (poll.type === "lead") {
    return members.length >= poll.by
      ? []
      : [
          `The poll asks for a lead of ${poll.by} votes, and the panel has ${members.length} members, so it never ` +
            "decides. Add members (`model*30` makes thirty), or lower `by`.",
        ];
  }
  const { calibration } = poll;
  if (calibration === undefined) {
    return [
      "The sequential poll has no calibration, so it is never sure and asks the whole panel at once. " +
        "Make one with calibrate() from rostrum/eval, or use `poll: everyone`.",
    ];
  }
  const names = members.map(({ name }) => name);
  const { unknown, known } = strangersTo(calibration, names);
  if (unknown.length === 0) return certificateWarnings(resolved, poll);
  const rows = `It has rows for ${known.join(", ") || "nobody"}. Name the debaters as in those rows, or calibrate again.`;
  return [
    unknown.length === names.length
      ? `The calibration knows none of the debaters (${unknown.join(", ")}), so it is not used and the whole panel is asked at once. ${rows}`
      : `The calibration doesn't know ${unknown.join(", ")}: their reliability is guessed. ${rows}`,
  ];
}

/** A certificate speaks for one panel and one way to ask it. */
function certificateWarnings(
  resolved: ResolvedConfig,
  { certificate }: Filled<SequentialPoll>,
): string[] {
  if (certificate === undefined) return [];
  if (resolved.stakes !== null) {
    return [
      "`stakes` decides when to stop, so the certificate is not used and gives no guarantee.",
    ];
  }
  if (certificate.threshold === null) {
    return [
      `The certificate could not be given (it needs ${certificate.rowsNeeded} rows without an error), so no answer is ever sure. ` +
        "Calibrate on more rows, or allow more errors.",
    ];
  }
  if (certificateFor(resolved) !== null) return [];
  return [
    `The certificate is for another panel (${certificate.members.join(", ")}), so no guarantee stands behind the answers. ` +
      "Calibrate and certify this panel.",
  ];
}
