import type { VNode } from "preact";
import type { Round } from "@rostrum/core/protocol";
import { formatPercent } from "@rostrum/core/export";
import { ActionButton } from "../../parts/action-button.tsx";
import { Bar } from "../../parts/bar.tsx";
import { describeFork } from "../../record/describe-kept.ts";
import { formatRound } from "../../record/format-round.ts";
import type { ViewProps } from "../view-props.ts";

interface RoundHeadProps extends Pick<ViewProps, "moment" | "actions"> {
  round: Round;
  /** It is still running. */
  open: boolean;
}

/** The heading of a round. It stays visible while the round is read. */
export function RoundHead({ round, open, actions, moment }: RoundHeadProps): VNode {
  const { index, agreement, stopped } = round;
  const { status } = moment.record;
  const ended = !open && index < moment.record.completedRounds;
  const over = status === "completed" || status === "failed";
  const fork = over && index > 0 ? actions?.fork : null;
  return (
    <header class="round-head">
      <h2 class="round-name">{formatRound(index, moment.record)}</h2>
      <span class="round-agreement">
        <span>
          {open
            ? "in progress"
            : !ended
              ? "not finished"
              : agreement === null
                ? ""
                : `${formatPercent(agreement)} agree`}
        </span>
        {ended && agreement !== null && <Bar share={agreement} />}
      </span>
      {stopped && <span class="dim">stopped here</span>}
      {fork && (
        <ActionButton
          class="quiet"
          icon="repeat"
          act={() => fork(index)}
          confirm={{
            title: `Run again from round ${index}?`,
            text: describeFork(moment, index),
            button: "Run it and pay for it",
          }}
        >
          Run again from here
        </ActionButton>
      )}
    </header>
  );
}
