import { formatAnswer } from "@rostrum/core/export";
import type { WebhookEvent } from "./options.ts";
import type { WebhookMessage } from "./message.ts";

const HEADINGS: Record<WebhookEvent, string> = {
  "debate.completed": "A debate has ended",
  "debate.failed": "A debate failed",
  "debate.waiting": "A debate waits for a person",
  "debate.assigned": "A debate should be reviewed",
  "provider.failing": "A model provider is failing",
  "provider.recovered": "A model provider has recovered",
};

/** Slack takes at most 3,000 characters per text. */
const MAX_TEXT_CHARS = 2900;

const SHIFT_NOTICE =
  "The panel agrees differently from its calibration rows: no guarantee is given.";

/** A message in the form that Slack's incoming webhooks read. */
export function formatForSlack({ type, data }: WebhookMessage): string {
  const heading = HEADINGS[type];
  const lines = LINES[type]?.(data) ?? listDebateLines(data);
  const { link } = data;
  return JSON.stringify({
    // Text that notifications show.
    text: escapeText(`${heading}: ${lines[0] ?? ""}`),
    blocks: [
      { type: "header", text: plainText(heading) },
      ...lines.map((line) => ({ type: "section", text: plainText(line) })),
      ...(typeof link === "string"
        ? [
            {
              type: "actions",
              elements: [{ type: "button", text: plainText("Open"), url: link }],
            },
          ]
        : []),
    ],
  });
}

function listDebateLines(data: WebhookMessage["data"]): string[] {
  const { question, answer, user, panel, cost, error, shifted } = data;
  const { code } = Object(error) as { code?: unknown };
  const origin = [user && `asked by ${String(user)}`, panel && `panel ${String(panel)}`];
  const summary = [...origin, `cost ${String(cost)}`].filter(Boolean).join(", ");
  return [
    String(question),
    ...(answer === null ? [] : [`Answer: ${formatAnswer(answer)}`]),
    ...(code === undefined ? [] : [`Error: ${String(code)}`]),
    ...(shifted === true ? [SHIFT_NOTICE] : []),
    summary,
  ].filter((line) => line !== "");
}

function listProviderLines({ text }: WebhookMessage["data"]): string[] {
  return [String(text)];
}

function listAssignmentLines(data: WebhookMessage["data"]): string[] {
  const { question, assignee, due, comment, by } = data;
  const assignment = `by ${String(assignee)}${due === null ? "" : `, until ${String(due)}`}`;
  const from = by === null ? "" : ` (asked by ${String(by)})`;
  return [String(question), assignment + from, String(comment)].filter((line) => line !== "");
}

/** Messages that are not about the end or the state of a debate. */
const LINES: Partial<Record<WebhookEvent, (data: WebhookMessage["data"]) => string[]>> = {
  "debate.assigned": listAssignmentLines,
  "provider.failing": listProviderLines,
  "provider.recovered": listProviderLines,
};

/** A text in which Slack interprets no markup, so that an answer can neither mention a channel nor hide a link. */
function plainText(text: string): { type: "plain_text"; text: string } {
  return { type: "plain_text", text: text.slice(0, MAX_TEXT_CHARS) };
}

/** The characters that begin Slack's own markup. */
function escapeText(text: string): string {
  return text
    .slice(0, MAX_TEXT_CHARS)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
