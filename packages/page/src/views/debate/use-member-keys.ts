import { useKeys } from "../../parts/use-keys.ts";
import { debateHref } from "../../route/route.ts";
import { scrollToPart } from "../scroll-to-part.ts";

/** Keys for reading without a mouse: from member to member, and back to the answer. Enter opens a row. */
export function useMemberKeys(id: string): void {
  useKeys({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    v: () => scrollToPart("answer"),
    Escape: () => {
      const row = document.activeElement?.closest<HTMLDetailsElement>("details.member");
      if (row) row.open = false;
      row?.querySelector("summary")?.focus();
      if (location.hash !== debateHref(id)) location.hash = debateHref(id);
    },
  });
}

/** Without a focus, starts with the first row. */
function moveFocus(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>("details.member > summary")];
  const row = document.activeElement?.closest("details.member");
  const index = rows.findIndex((each) => each.parentElement === row);
  const next = rows[index < 0 ? 0 : index + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}
