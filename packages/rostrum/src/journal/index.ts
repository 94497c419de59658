export { memoryJournal } from "./memory.ts";
