import { getKindName } from "@rostrum/core/answers";
import {
  estimateCallCost,
  findCertificate,
  haveSameMembers,
  needsAllReplies,
  listModels,
  type ResolvedConfig,
} from "@rostrum/core/debate";
import { findUnknownMembers } from "@rostrum/core/decide";
import { ConfigError } from "@rostrum/core/support";
import type { SequentialPoll } from "@rostrum/core/protocol";
import type { Filled } from "@rostrum/core/options";

/** More than any belief: without a certified threshold nothing is sure. */
const UNREACHABLE = 2;

/** A certificate sets how the poll asks: what was certified is what happens. */
export function applyCertificate(poll: ResolvedConfig["poll"]): ResolvedConfig["poll"] {
  if (poll === null || typeof poll === "function" || poll.type !== "sequential") return poll;
  const { certificate, calibration } = poll;
  if (certificate === undefined) return poll;
  if (calibration === undefined) {
    throw new ConfigError(
      "poll.calibration",
      "expected the calibration that the certificate was made from, got nothing",
    );
  }
  if (certificate.threshold === null) return { ...poll, target: UNREACHABLE };
  const { threshold, first, batch } = certificate;
  return { ...poll, target: threshold, first, batch };
}

/** Stakes need to know how likely each answer is right and what each call costs. */
export function checkStakes(resolved: ResolvedConfig): void {
  const { stakes, poll, members, decide } = resolved;
  if (stakes === null) return;
  if (poll === null || typeof poll === "function" || poll.type !== "sequential") {
    return refuseStakes(
      "expected `poll: sequential({ calibration })` next to it, got another poll. Make a calibration with rostrum calibrate",
    );
  }
  const { calibration } = poll;
  if (calibration === undefined) {
    return refuseStakes(
      "expected a calibration in `poll: sequential({ calibration })`, got none. Make one with rostrum calibrate",
    );
  }
  if (calibration.unlabelled) {
    return refuseStakes(
      "expected a calibration from known answers, got one without any (unlabelled), which can't say how often the panel errs",
    );
  }
  if (Object.values(calibration.kinds).every(({ replay }) => replay === undefined)) {
    return refuseStakes(
      "expected a calibration that holds its rows, got one without them. Make it again with rostrum calibrate",
    );
  }
  const names = members.map(({ name }) => name);
  const { unknown, known } = findUnknownMembers(calibration, names);
  if (unknown.length === names.length) {
    return refuseStakes(
      `expected a calibration that knows the debaters (${names.join(", ")}), got one for ${known.join(", ") || "nobody"}. ` +
        "Name the debaters as in its rows, or calibrate again",
    );
  }
  if (typeof decide === "function" || decide.type !== "posterior") {
    return refuseStakes(
      "expected `decide: posterior`, the default of a sequential poll, got another rule, whose chance of error is not known",
    );
  }
  const unpriced = members.find(
    (member) =>
      estimateCallCost(member, {}, 1) === null ||
      listModels(member).some(({ pricing }) => pricing === null),
  );
  if (unpriced) {
    return refuseStakes(
      `expected a known price for every debater, got none for ${unpriced.name} (${unpriced.model.id}). Give it a \`price\``,
    );
  }
}

function refuseStakes(message: string): never {
  throw new ConfigError("stakes", message);
}

/** Lists problems of a poll's settings, because of which it asks everybody or can't be as sure as configured. */
export function listPollWarnings(resolved: ResolvedConfig): string[] {
  const { poll, members } = resolved;
  if (poll === null || typeof poll === "function") return [];
  if (poll.type === "race") return listRaceWarnings(resolved);
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
  const { unknown, known } = findUnknownMembers(calibration, names);
  if (calibration.unlabelled && unknown.length === 0) {
    return [
      "The calibration was learned without known answers (unlabelled): it weighs the members, but no answer is ever " +
        "sure, and the whole panel is asked at once.",
    ];
  }
  if (unknown.length === 0) return listCertificateWarnings(resolved, poll);
  const rows = `It has rows for ${known.join(", ") || "nobody"}. Name the debaters as in those rows, or calibrate again.`;
  return [
    unknown.length === names.length
      ? `The calibration knows none of the debaters (${unknown.join(", ")}), so it is not used and the whole panel is asked at once. ${rows}`
      : `The calibration doesn't know ${unknown.join(", ")}: their reliability is guessed. ${rows}`,
  ];
}

/** Why a race can never be over before the last reply. */
function listRaceWarnings(resolved: ResolvedConfig): string[] {
  const { verify, answer, decide, stop, rounds } = resolved;
  const rule = typeof decide === "function" ? "a function" : decide.type;
  const reason =
    verify !== null
      ? "a check of the answers decides"
      : getKindName(answer) === "custom"
        ? "answers are compared by a function"
        : needsAllReplies(resolved)
          ? `decide is ${rule}, for which every reply counts. Use majority or weighted`
          : rounds > 0 && typeof stop[0] === "function"
            ? "a function decides when to stop"
            : null;
  return reason === null ? [] : [`The race never ends before the last reply: ${reason}.`];
}

/** A certificate speaks for one panel and one way to ask it. */
function listCertificateWarnings(
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
  const { warning } = certificate;
  if (findCertificate(resolved) !== null) return warning === undefined ? [] : [warning];
  const names = resolved.members.map(({ name }) => name);
  if (haveSameMembers(names, certificate.members)) {
    return [
      "The certificate was made from another calibration, so no guarantee stands behind the answers. " +
        "Certify this calibration: rostrum certify --calibration.",
    ];
  }
  return [
    `The certificate is for another panel (${certificate.members.join(", ")}), so no guarantee stands behind the answers. ` +
      "Calibrate and certify this panel.",
  ];
}
