import type { Sql } from "./sql.ts";

/** Connection that listens on one channel, and reconnects when it was cut off. */
export interface ChannelListener {
  /** Resolves when listening starts. `listening` is called then, and after each gap. */
  listen(onMessage: (payload: string) => void, listening: () => void): Promise<void>;
  end(): Promise<void>;
}

/** Callbacks of the driver for a connection. */
export interface ListenerHooks {
  onnotify(channel: string, payload: string): void;
  onclose(): void;
}

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2000;
const END_SECONDS = 2;

/**
 * Replaces the driver's own `listen`, which gives up if its first try to reconnect fails, as it does while a server
 * restarts.
 */
export function createChannelListener(
  channel: string,
  connect: (hooks: ListenerHooks) => Sql,
): ChannelListener {
  let onPayload: ((payload: string) => void) | null = null;
  let afterGap: () => void = () => undefined;
  let timer: NodeJS.Timeout | null = null;
  let pause = FIRST_PAUSE_MS;
  let ended = false;
  let sql: Sql | null = null;

  function scheduleReconnect(): void {
    if (ended || onPayload === null || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      subscribe().catch(scheduleReconnect);
    }, pause);
    timer.unref();
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
  }

  async function subscribe(): Promise<void> {
    sql ??= connect({
      onnotify: (_channel, payload) => onPayload?.(payload),
      onclose: scheduleReconnect,
    });
    await sql.unsafe(`LISTEN "${channel}"`);
    pause = FIRST_PAUSE_MS;
    afterGap();
  }

  return {
    async listen(onMessage, listening) {
      afterGap = listening;
      await subscribe();
      onPayload = onMessage;
    },
    async end() {
      ended = true;
      if (timer !== null) clearTimeout(timer);
      await sql?.end({ timeout: END_SECONDS });
    },
  };
}
