import type { ComponentType } from "preact";
import { lazy } from "../parts/lazy.tsx";
import type { GrowingMarkdown as Growing } from "./growing-markdown.tsx";

/** A text that is being written. Whoever reads a debate that is over doesn't load it. */
export const GrowingMarkdown: ComponentType<Parameters<typeof Growing>[0]> = lazy(
  async () => (await import("./growing-markdown.tsx")).GrowingMarkdown,
  "part",
);
