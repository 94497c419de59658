import type { ComponentType } from "preact";
import { lazy } from "../parts/lazy.tsx";
import type { GrowingMarkdown as Growing } from "./growing-markdown.tsx";

/** Renders a text that is being written. Finished debates don't load its code. */
export const GrowingMarkdown: ComponentType<Parameters<typeof Growing>[0]> = lazy(
  async () => (await import("./growing-markdown.tsx")).GrowingMarkdown,
  "part",
);
