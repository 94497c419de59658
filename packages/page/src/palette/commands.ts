import { formatDateTime } from "@rostrum/core/export";
import type { RunSummary } from "@rostrum/core/protocol";
import { escapeInvisible } from "@rostrum/core/support";
import { signOut } from "../account/sign-out.ts";
import { isSignedIn } from "../api/session.ts";
import { copyText } from "../parts/copy-text.ts";
import { openKeys } from "../parts/keys-help.tsx";
import { chooseTheme, THEMES } from "../parts/theme.ts";
import { describeOutcome, titleRun } from "../record/describe-run.ts";
import { LAST_MONTH, NO_FILTERS, type Route } from "../route/route.ts";
import { go, openDebate } from "../route/use-route.ts";

/** A search result that can be opened or run. */
export interface Command {
  kind: "Go to" | "Ask" | "Do" | "Run";
  label: string;
  note?: string;
  run(): void;
}

const SCREENS: [string, Route][] = [
  ["Ask a question", { screen: "ask" }],
  ["Runs", { screen: "runs", filters: NO_FILTERS }],
  ["Runs that failed", { screen: "runs", filters: { ...NO_FILTERS, status: "failed" } }],
  [
    "Runs that are incomplete or disputed",
    { screen: "runs", filters: { ...NO_FILTERS, doubtful: true } },
  ],
  ["To decide", { screen: "review", mine: false }],
  ["To decide: assigned to me", { screen: "review", mine: true }],
  ["Panels: build one", { screen: "panels" }],
  ["Usage and spending limits", { screen: "usage", view: LAST_MONTH }],
];

const ADMIN_SCREENS: [string, Route][] = [
  ["Admin: models and providers", { screen: "admin", tab: "models" }],
  ["Admin: users, tokens and links", { screen: "admin", tab: "people" }],
  ["Admin: spending and limits", { screen: "admin", tab: "spending" }],
  ["Admin: audit log", { screen: "admin", tab: "audit" }],
  ["Admin: server, queue and reload", { screen: "admin", tab: "server" }],
];

const ACTIONS: Command[] = [
  { kind: "Do", label: "List the keyboard shortcuts", run: openKeys },
  ...THEMES.map((theme) => ({
    kind: "Do" as const,
    label: theme === "auto" ? "Colors: follow the system" : `Colors: ${theme}`,
    run: () => chooseTheme(theme),
  })),
  {
    kind: "Do",
    label: "Copy the address of this page",
    run: () => void copyText(location.href).catch(() => undefined),
  },
];

const SIGN_OUT: Command = { kind: "Do", label: "Sign out", run: () => void signOut() };

/** Lists screens, panels and actions that contain every typed word. */
export function listCommands(
  typed: string,
  panels: readonly string[],
  isAdmin: boolean,
): Command[] {
  const screens = [...SCREENS, ...(isAdmin ? ADMIN_SCREENS : [])].map(
    ([label, route]): Command => ({
      kind: "Go to",
      label,
      run: () => go(route),
    }),
  );
  const panelCommands = panels.map((panel): Command => ({
    kind: "Ask",
    label: escapeInvisible(panel),
    run: () => go({ screen: "ask", panel }),
  }));
  const typedWords = typed.toLowerCase().split(/\s+/);
  const accountCommands = isSignedIn() ? [SIGN_OUT] : [];
  return [...screens, ...panelCommands, ...ACTIONS, ...accountCommands].filter(
    ({ kind, label }) => {
      const text = `${kind} ${label}`.toLowerCase();
      return typedWords.every((word) => text.includes(word));
    },
  );
}

export function listRunCommands(runs: readonly RunSummary[]): Command[] {
  return runs.map((run) => ({
    kind: "Run",
    label: titleRun(run, 90),
    note: describeNote(run),
    run: () => openDebate(run.id),
  }));
}

/** "Wait (overruled) · 18 Nov 2026, 17:28" */
function describeNote(run: RunSummary): string {
  const { text, doubt } = describeOutcome(run, 40);
  return `${text}${doubt ? ` (${doubt.label})` : ""} · ${formatDateTime(run.createdAt)}`;
}
