import type { VNode } from "preact";

interface QueueNoticeProps {
  /** Position in the queue, from 1. */
  position: number;
}

/** Position of a waiting debate in the queue of the server. */
export function QueueNotice({ position }: QueueNoticeProps): VNode {
  return (
    <p class="notice queue-place" role="status">
      <strong>{position === 1 ? "Next in the queue" : `Number ${position} in the queue`}</strong>{" "}
      The server is running as many debates as it may. This one starts by itself when it is its
      turn, and costs nothing until then.
    </p>
  );
}
