import { useKeys } from "../../parts/use-keys.ts";
import { columnHref, debateHref, type CellAddress } from "../../route/route.ts";
import type { ViewProps } from "../view-props.ts";
import { toVerdict } from "./jump-bar.tsx";

/** Reading without a mouse: from reply to reply, into a column, to the verdict. */
export function useBoardKeys({ id, moment, cell, column }: ViewProps): void {
  const { rounds } = moment.record.result;
  const replies = rounds.flatMap(({ index, positions }) =>
    positions
      .filter(({ status }) => status !== "not_asked")
      .map(({ debater }): CellAddress => ({ round: index, debater })),
  );
  const open = replies.findIndex(
    ({ round, debater }) => round === cell?.round && debater === cell.debater,
  );

  function step(by: number): void {
    const next = replies[open + by];
    if (open >= 0 && next) location.hash = debateHref(id, "debate", next);
    else if (open < 0) moveFocus(by);
  }

  const whole = column === undefined;
  useKeys({
    ...(whole
      ? {
          j: () => step(1),
          k: () => step(-1),
          f: () => {
            const name =
              cell?.debater ??
              replies[findFocused().at]?.debater ??
              rounds[0]?.positions[0]?.debater;
            if (name !== undefined) location.hash = columnHref(id, name);
          },
        }
      : {}),
    ...(whole && cell ? { Escape: () => (location.hash = debateHref(id)) } : {}),
    v: toVerdict,
  });
}

/** The links to the replies, and which of them has the focus. */
function findFocused(): { links: HTMLElement[]; at: number } {
  const links = [...document.querySelectorAll<HTMLElement>(".cell-link")];
  const cell = document.activeElement?.closest(".cell");
  return { links, at: links.findIndex((link) => cell?.contains(link)) };
}

/** Without a focus, it starts with the first visible reply. */
function moveFocus(by: number): void {
  const { links, at } = findFocused();
  const seen = links.findIndex((link) => link.getBoundingClientRect().bottom > 0);
  const link = links[at < 0 ? Math.max(0, seen) : at + by];
  link?.focus({ preventScroll: true });
  link?.closest(".cell")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
