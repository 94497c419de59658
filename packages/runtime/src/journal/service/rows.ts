import type { Assignment } from "@rostrum/core/protocol";
import type { AuditedAct } from "./audit-store.ts";
import type { StoredCalibration, StoredPanel } from "./panel-store.ts";
import type { StoredShare } from "./share-store.ts";

/** An action as a database stores it. A person whose name was deleted has only a number. */
export interface ActRow extends Omit<AuditedAct, "user" | "requestId"> {
  n: number;
  person: number | null;
  name: string | null;
  request: string | null;
}

export function readAct({ n: _n, at, person, name, request, ...act }: ActRow): AuditedAct {
  return { at, user: formatPersonName(person, name), ...act, requestId: request };
}

/** A saved panel as a database stores it. */
export interface PanelRow extends StoredPanel {
  person: number | null;
}

export function readPanel({ person, by, ...panel }: PanelRow): StoredPanel {
  return { ...panel, by: formatPersonName(person, by) };
}

/** A link as a database stores it. */
export interface ShareRow extends Omit<StoredShare, "id"> {
  hash: string;
  person: number | null;
}

/** The first digits name a link: its hash alone can't be turned back into its token. */
const SHARE_DIGITS = 16;

export function readShare({ hash, person, by, ...share }: ShareRow): StoredShare {
  return { id: hash.slice(0, SHARE_DIGITS), ...share, by: formatPersonName(person, by) };
}

/** A panel's calibration as a database row. */
export interface CalibrationRow extends StoredCalibration {
  person: number | null;
}

export function readCalibration({
  panel,
  version,
  about,
  person,
  by,
  at,
}: Omit<CalibrationRow, "body">): Omit<StoredCalibration, "body"> {
  return { panel, version, about, by: formatPersonName(person, by), at };
}

/** A review assignment as a database row. */
export interface AssignmentRow {
  assignee: number | null;
  assigned: string | null;
  due: number | null;
  comment: string | null;
  person: number | null;
  by: string | null;
  at: number | null;
}

export function readAssignment(row: AssignmentRow): Assignment | null {
  const { assignee, assigned, due, comment, person, by, at } = row;
  if (assignee === null) return null;
  return {
    assignee: assigned ?? formatForgottenName(assignee),
    due,
    comment: comment ?? "",
    by: formatPersonName(person, by),
    at: at ?? 0,
  };
}

function formatPersonName(person: number | null, name: string | null): string | null {
  return person === null ? null : (name ?? formatForgottenName(person));
}

/** Placeholder for a deleted user's name. No user can have it, because of the space. */
export function formatForgottenName(person: number): string {
  return `deleted user ${person}`;
}

export function isForgottenName(name: string): boolean {
  return /^deleted user \d/.test(name);
}

/** How long a message is remembered after it was delivered, so that nobody adds it again. */
export const REMEMBERED_MS: number = 7 * 24 * 60 * 60 * 1000;
