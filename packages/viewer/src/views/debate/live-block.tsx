import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Moment } from "../../feed/feed.ts";
import { GrowingMarkdown } from "../../markdown/markdown.tsx";
import { readLiveText } from "../../feed/live-words.ts";

interface LiveBlockProps {
  moment: Moment;
  /** As deltas name it: `judge` or `router`. */
  source: string;
  title: string;
  /** Show it even if nothing has been written yet. */
  always?: boolean;
}

/** What the judge or the router is writing. */
export function LiveBlock({ moment, source, title, always = false }: LiveBlockProps): VNode | null {
  const box = useRef<HTMLDivElement>(null);
  const text = [...moment.live.values()].find((piece) => piece.source === source)?.text;
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  if (text === undefined && !always) return null;
  return (
    <section class="live-block" aria-label={title}>
      <h2>
        <span class="dot beating" /> {title}
      </h2>
      <div class="cell-stream" ref={box}>
        <GrowingMarkdown text={readLiveText(text ?? "")} />
      </div>
    </section>
  );
}
