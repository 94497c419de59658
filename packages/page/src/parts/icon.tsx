import type { VNode } from "preact";

/** SVG paths on a grid of 16 by 16. */
const PATHS = {
  add: "M8 3v10M3 8h10",
  alert: "M8 2.5 14.5 13.5h-13zM8 6.5v3M8 11.6v.1",
  attach:
    "M13 7.5 8 12.5a3 3 0 0 1-4.3-4.3l5.4-5.4a2 2 0 0 1 2.9 2.9l-5.3 5.3a1 1 0 0 1-1.4-1.4L10 5",
  check: "m3 8.5 3.2 3.2L13 5",
  close: "m4 4 8 8m0-8-8 8",
  clock: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zm0 2.8V8l2.2 1.6",
  code: "m5.5 4.5-3.5 3.5 3.5 3.5m5-7 3.5 3.5-3.5 3.5",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  delete: "M2.5 4.5h11M6 4.5v-2h4v2m2 0-.6 9H4.6l-.6-9M6.7 7v4m2.6-4v4",
  doubt:
    "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM6.3 6.4a1.7 1.7 0 1 1 2.4 1.6c-.5.3-.7.6-.7 1.2m0 2v.1",
  down: "M8 3v10m-4-4 4 4 4-4",
  file: "M4 2h5.5L12.5 5v9H4zM9 2.2V5.5h3.3",
  link: "M6.5 9.5 9.5 6.5M7 4.8l1.4-1.4a2.7 2.7 0 0 1 3.9 3.9l-1.5 1.4M9 11.2l-1.4 1.4a2.7 2.7 0 0 1-3.9-3.9l1.5-1.4",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  more: "M3.5 8v.01M8 8v.01M12.5 8v.01",
  next: "m6 3.5 4.5 4.5L6 12.5",
  partly: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zm0 0v12M8 4.5h4.2M8 8h5.6M8 11.5h4.2",
  person:
    "M8 2.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6zM2.8 13.8c.5-2.7 2.5-4 5.2-4s4.7 1.3 5.2 4",
  play: "m5 3 7.5 5L5 13z",
  print: "M4.5 6V2.5h7V6M4.5 11H2.5V6h11v5h-2M4.5 9.5h7v4h-7z",
  refute: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM5.8 5.8l4.4 4.4m0-4.4-4.4 4.4",
  repeat: "M13.5 8a5.5 5.5 0 1 1-1.8-4.1L13.5 5.5m0-3v3h-3",
  reply: "M6 4 2.5 7.5 6 11M3 7.5h6.5a4 4 0 0 1 4 4v.5",
  save: "M8 2.5v7.5m-3-3 3 3 3-3M2.5 10.5v3h11v-3",
  search: "M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zm3.3 7.8 3.2 3.2",
  settings:
    "M2 5h6m4 0h2M2 11h2m4 0h6M8 5a2 2 0 1 1 4 0 2 2 0 0 1-4 0zM4 11a2 2 0 1 1 4 0 2 2 0 0 1-4 0z",
  share: "M8 9.5V2m-3 3 3-3 3 3M5 7.5H3v6h10v-6h-2",
  stop: "M4 4h8v8H4z",
  up: "M8 13V3M4 7l4-4 4 4",
  uphold: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM5.3 8.3l2 2 3.6-4.2",
  light:
    "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zm0-4v1.6m0 10.8V15M1 8h1.6m10.8 0H15M3 3l1.2 1.2m7.6 7.6L13 13M3 13l1.2-1.2m7.6-7.6L13 3",
  dark: "M13.5 9.5A6 6 0 1 1 6.5 2.5a4.8 4.8 0 0 0 7 7z",
  auto: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zm0 0v12a6 6 0 0 0 0-12",
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon. Its meaning must be in text or in a label. */
export function Icon({ name }: { name: IconName }): VNode {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
