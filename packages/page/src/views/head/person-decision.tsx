import type { VNode } from "preact";
import type { DebateRecord } from "@rostrum/core/record";
import { formatAnswer, shortenAnswer } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { renderLine } from "../../markdown/markdown.tsx";
import { Avatars } from "../../parts/avatar.tsx";
import { Icon } from "../../parts/icon.tsx";
import { describeAnswer } from "../../record/describe-answer.ts";
import type { StandingMember } from "../../record/list-members.ts";
import "../../style/alerts.css";
import "../../style/settlement.css";

interface PersonDecisionProps {
  record: DebateRecord;
  members: readonly StandingMember[];
}

/** A person's reasons for their decision, followed by the panel's answer. */
export function PersonDecision({ record, members }: PersonDecisionProps): VNode {
  const { result, reviewed } = record;
  const { review, memo, claims, decision } = result;
  const isChanged = review?.verdict !== "confirm";
  const panelAnswer = formatAnswer(reviewed?.panel.answer, reviewed?.panel.unit);
  const votes = decision.tally.map((each) => each.votes).toSorted((a, b) => b - a);
  // The head says how the panel was split.
  const isSplit = votes.length > 1 && votes[0] === votes[1];
  const row = decision.tally.find(({ answer }) => answer === panelAnswer);
  const supporters = members.filter(({ name }) => row?.debaters.includes(name));
  const answerText = shortenAnswer(describeAnswer(panelAnswer), { label: row?.label ?? null });
  return (
    <div class="settlement">
      {review?.reason && <blockquote class="said">“{escapeInvisible(review.reason)}”</blockquote>}
      {review?.groups && <p>A person grouped the answers, and the votes were counted again.</p>}
      {isChanged && panelAnswer !== "" && !isSplit && (
        <p class="support">
          {supporters.length > 0 && <Avatars members={supporters} />}
          <span>
            The panel’s answer{" "}
            {supporters.length > 0 && `(${supporters.length} of ${members.length}) `}
            was: <span class="said">{renderLine(answerText)}</span>
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
    </div>
  );
}
