import { listPanels } from "../api/endpoints.ts";
import { useLoaded } from "../feed/use-loaded.ts";

const NONE: string[] = [];

/** `null` until the server has answered; empty if it can't. */
export function usePanelNames(): string[] | null {
  const { value, error } = useLoaded(listPanels, "panels");
  return value?.panels.map(({ name }) => name) ?? (error === null ? null : NONE);
}
