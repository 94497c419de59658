import type { VNode } from "preact";
import { escapeInvisible } from "@rostrum/core/support";
import { Avatars } from "../../parts/avatar.tsx";
import { Icon } from "../../parts/icon.tsx";
import type { HeadContent } from "../../record/read-head-content.ts";
import { debateHref } from "../../route/route.ts";
import { scrollToPart } from "../scroll-to-part.ts";

interface SupportLineProps {
  id: string;
  standing: HeadContent;
}

/** Members who share the answer, their number, and the method of the decision. */
export function SupportLine({ id, standing }: SupportLineProps): VNode | null {
  const { kind, members, support, detail, isDetailLinked, note } = standing;
  if (kind === "failed" || kind === "stopped" || kind === "waiting") return null;
  if (members.length === 0 && support === "") return null;
  return (
    <p class="support">
      {kind === "running" && <span class="dot beating" />}
      {kind === "decidedByPerson" ? (
        <Icon name="person" />
      ) : (
        <Avatars
          members={members.map(({ name, number, stance }) => ({
            name,
            number,
            isOut: stance === "out",
          }))}
        />
      )}
      {(support !== "" || detail !== "") && (
        <span>
          <strong>{escapeInvisible(support)}</strong>
          {support !== "" && detail !== "" && " · "}
          {isDetailLinked ? (
            <a href={debateHref(id)} onClick={() => scrollToPart("differences")}>
              {detail}
            </a>
          ) : (
            detail
          )}
        </span>
      )}
      {note !== "" && <span class="support-aside">{note}</span>}
    </p>
  );
}
