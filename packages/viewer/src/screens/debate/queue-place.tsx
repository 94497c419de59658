import type { VNode } from "preact";

/** The debate has not begun, because others run first. */
export function QueuePlace({ place }: { place: number }): VNode {
  return (
    <p class="notice queue-place" role="status">
      <strong>{place === 1 ? "Next in the queue" : `Number ${place} in the queue`}</strong> The
      server is running as many debates as it may. This one starts by itself when it is its turn,
      and costs nothing until then.
    </p>
  );
}
