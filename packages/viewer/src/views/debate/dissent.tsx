import type { VNode } from "preact";
import { clipped, counted, visible } from "rostrum/page";
import { FewFirst } from "../../parts/few-first.tsx";
import { Chip } from "../../parts/chip.tsx";
import { debateHref } from "../../route/route.ts";
import { stripMarkdown } from "../../markdown/strip-markdown.ts";
import type { ViewProps } from "../view-props.ts";

const FEW = 3;

/** The debaters that still differ, with their reasons, because the minority is sometimes right. */
export function Dissent({ id, moment, numbers }: Omit<ViewProps, "names">): VNode | null {
  const { dissent, rounds } = moment.record.result;
  if (dissent.length === 0) return null;
  return (
    <div class="dissent">
      <h3>Dissent</h3>
      <FewFirst few={FEW} more={(count) => counted(count, "more debater")}>
        {dissent.map(({ debater, answer, reasoning, round }) => {
          const member =
            rounds[round]?.positions.findIndex((each) => each.debater === debater) ?? -1;
          return (
            <li>
              <a href={debateHref(id, "debate", { round, debater })}>{visible(debater)}</a>{" "}
              <Chip answer={answer} number={numbers[round]?.[member] ?? null} />
              <p class="said dim">{clipped(stripMarkdown(reasoning), 240)}</p>
            </li>
          );
        })}
      </FewFirst>
    </div>
  );
}
