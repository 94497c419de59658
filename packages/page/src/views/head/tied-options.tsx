import { findTie } from "@rostrum/core/record";
import type { VNode } from "preact";
import { shortenAnswer } from "@rostrum/core/export";
import { clipLine, escapeInvisible } from "@rostrum/core/support";
import { renderLine } from "../../markdown/markdown.tsx";
import { Avatars } from "../../parts/avatar.tsx";
import { colourClass } from "../../parts/chip.tsx";
import { AnswerSymbol } from "../../parts/answer-symbol.tsx";
import { describeAnswer } from "../../record/describe-answer.ts";
import { findAnswerNumber } from "../../record/find-answer-number.ts";
import { readReasons } from "../../record/read-reasons.ts";
import { stripMarkdown } from "../../text/strip-markdown.ts";
import type { ViewProps } from "../view-props.ts";
import "../../style/tied.css";

const MAX_REASON_CHARS = 260;
const MAX_OPTIONS = 6;

/** The answers of a tie side by side, in equal size, because none of them won. */
export function TiedOptions({ snapshot, numbers }: ViewProps): VNode | null {
  const { result } = snapshot.record;
  const { rounds } = result;
  const tie = findTie(result) ?? [];
  return (
    <ul class="tied-options">
      {tie.slice(0, MAX_OPTIONS).map(({ answer, label, debaters }) => {
        const number = findAnswerNumber(rounds, numbers, answer);
        const position = rounds
          .flatMap(({ positions }) => positions)
          .findLast((each) => debaters.includes(each.debater) && each.answer === answer);
        const reasons = position === undefined ? "" : stripMarkdown(readReasons(position));
        const answerText = shortenAnswer(describeAnswer(answer), { label, length: 160 });
        return (
          <li class={`card tied-option ${colourClass(number)}`}>
            <p class="tied-title">
              <AnswerSymbol number={number} />
              <span class="said">{renderLine(answerText)}</span>
            </p>
            <p class="said-by">
              <Avatars members={debaters.map((name) => ({ name, number }))} />
              {debaters.map((name) => escapeInvisible(name)).join(", ")}
            </p>
            {reasons !== "" && <p class="said">{clipLine(reasons, MAX_REASON_CHARS)}</p>}
          </li>
        );
      })}
    </ul>
  );
}
