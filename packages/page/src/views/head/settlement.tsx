import type { VNode } from "preact";
import type { DebateRecord } from "@rostrum/core/record";
import { describeOutcome, formatAnswer, formatMoment } from "@rostrum/core/export";
import { clipLine, escapeInvisible } from "@rostrum/core/support";
import { Avatars } from "../../parts/avatar.tsx";
import { Icon } from "../../parts/icon.tsx";
import { describeAnswer } from "../../record/describe-answer.ts";
import type { StandingMember } from "../../record/list-members.ts";
import { stripMarkdown } from "../../text/strip-markdown.ts";

interface SettlementProps {
  record: DebateRecord;
  members: readonly StandingMember[];
}

/** What a person decided and why. What the panel said comes second. */
export function Settlement({ record, members }: SettlementProps): VNode {
  const { result, reviewed } = record;
  const { review, memo, claims, outcome } = result;
  const panelAnswer = reviewed
    ? clipLine(
        stripMarkdown(describeAnswer(formatAnswer(reviewed.panel.answer, reviewed.panel.unit))),
        200,
      )
    : "";
  const isChanged = review?.verdict !== "confirm";
  return (
    <div class="settlement notice-reviewed">
      {reviewed && <p class="dim small">{formatMoment(reviewed.at)}</p>}
      {review?.reason && <blockquote class="said">“{escapeInvisible(review.reason)}”</blockquote>}
      {isChanged && panelAnswer !== "" && (
        <p class="support">
          <Avatars
            members={members.map(({ name, number, stance }) => ({
              name,
              number,
              isOut: stance === "out",
            }))}
          />
          <span>
            The panel’s answer was: <span class="said">{panelAnswer}</span>
          </span>
        </p>
      )}
      {isChanged && (memo ?? claims) !== undefined && (
        <p class="alert notice">
          <Icon name="alert" />
          {memo ? "The memo and its claims were" : "The claims were"} written for the panel’s
          answer.
        </p>
      )}
      {outcome && <p>{describeOutcome(outcome)}</p>}
    </div>
  );
}
