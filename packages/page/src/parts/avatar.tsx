import type { VNode } from "preact";
import { escapeInvisible } from "@rostrum/core/support";
import { colourClass } from "./chip.tsx";
import { useMemberSymbol } from "./symbols.ts";
import "../style/marks.css";

interface AvatarProps {
  name: string;
  /** Number of the member's latest answer. Null if it has none. */
  number: number | null;
  /** True if the member gave no answer. */
  isOut?: boolean;
}

/** A member's symbol in the color of its answer. Its name must be nearby in text. */
export function Avatar({ name, number, isOut = false }: AvatarProps): VNode {
  const visible = escapeInvisible(name);
  const symbol = useMemberSymbol(name);
  return (
    <span
      class={`avatar ${isOut ? "out" : colourClass(number)}`}
      title={visible}
      aria-hidden="true"
    >
      {escapeInvisible(symbol)}
    </span>
  );
}

const MAX_AVATARS = 8;

interface AvatarsProps {
  members: readonly AvatarProps[];
}

/** Avatars of several members. A large panel is cut off with a count. */
export function Avatars({ members }: AvatarsProps): VNode {
  const visibleMembers = members.length > MAX_AVATARS + 1 ? members.slice(0, MAX_AVATARS) : members;
  return (
    <span class="avatars" aria-hidden="true">
      {visibleMembers.map((member) => (
        <Avatar key={member.name} {...member} />
      ))}
      {visibleMembers.length < members.length && (
        <span class="dim">+{members.length - visibleMembers.length}</span>
      )}
    </span>
  );
}
