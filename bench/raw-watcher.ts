/** A watcher of a debate that does as little as possible, so that a thousand of them don't measure themselves. */
import { once } from "node:events";
import { connect } from "node:net";

export interface RawWatcher {
  /** Resolves when the server has ended the stream. */
  ended: Promise<unknown>;
  /** The delay of each event that came after `since`, in milliseconds. Read after the end. */
  delays(since: number): number[];
}

/** Bytes are kept with the time of their arrival, and read when the measurement is over. */
export async function watchRaw(port: number, path: string): Promise<RawWatcher> {
  const pieces: { at: number; bytes: Buffer }[] = [];
  const begun = Promise.withResolvers<void>();
  const socket = connect({
    host: "127.0.0.1",
    port,
    onread: {
      buffer: Buffer.alloc(16_384),
      callback(count, buffer) {
        pieces.push({ at: Date.now(), bytes: Buffer.from(buffer.subarray(0, count)) });
        begun.resolve();
        return true;
      },
    },
  });
  const ended = once(socket, "close");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`);
  await begun.promise;
  return {
    ended,
    delays(since) {
      if (!pieces[0]?.bytes.toString("latin1").startsWith("HTTP/1.1 200")) {
        throw new Error(`expected a stream, got ${pieces[0]?.bytes.toString("latin1")}`);
      }
      const delays: number[] = [];
      // An event that comes in two pieces has arrived with the second.
      let rest = "";
      for (const { at, bytes } of pieces) {
        const text = rest + bytes.toString("latin1");
        let read = 0;
        for (const found of text.matchAll(/"at":(\d+),"seq":\d+\}\n\n/g)) {
          read = found.index + found[0].length;
          if (Number(found[1]) >= since) delays.push(at - Number(found[1]));
        }
        rest = text.slice(read);
      }
      return delays;
    },
  };
}
