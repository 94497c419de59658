import { listPanels } from "../api/endpoints.ts";
import { useLoaded } from "../feed/use-loaded.ts";

const NONE: string[] = [];

export function usePanelNames(): string[] {
  const { value } = useLoaded(listPanels, "panels");
  return value?.panels.map(({ name }) => name) ?? NONE;
}
