/* Exports for the playground. */

// A debate on the screen
export { createFeed, type DebateSnapshot } from "./feed/feed.ts";
export { DebatePage } from "./views/debate-page.tsx";
export { describeRunAnswer } from "./record/describe-run-answer.ts";
export { formatTitle } from "./text/strip-markdown.ts";
export { embedEvents } from "./share/embed-events.ts";
export { save } from "./screens/debate/save.ts";

// Recorded debates
export { findRecordedName, formatRecordedId } from "./recorded/recorded-id.ts";
export { RecordedLinks } from "./recorded/recorded-links.tsx";
export { startRecorded, type Playback as Showing } from "./recorded/start-recorded.ts";

// Addresses and places
export { debateHref, parseRoute, type Route } from "./route/route.ts";
export {
  getScreenKey,
  storeScrollPositions,
  restoreScrollPosition,
} from "./route/scroll-position.ts";

// Parts of a screen
export { ActionButton } from "./parts/action-button.tsx";
export { copyText } from "./parts/copy-text.ts";
export { lazy } from "./parts/lazy.tsx";
export { Problem } from "./parts/problem.tsx";
export { PageHead } from "./parts/page-head.tsx";
export { restoreTheme } from "./parts/theme.ts";
export { ThemeToggle } from "./parts/theme-toggle.tsx";
