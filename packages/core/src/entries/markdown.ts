/* Markdown as models write it, read into blocks that can't carry markup or pictures. Pure. */
export {
  findSafeHref,
  joinText,
  parseBlocks,
  parseSpans,
  type Block,
  type Span,
} from "../export/markdown/parse-markdown.ts";
export { isHonestLink } from "../export/markdown/honest-link.ts";
