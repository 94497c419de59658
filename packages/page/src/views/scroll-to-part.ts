/** Scrolls to a part of the page and focuses it, or a field in it, so that screen readers follow. */
export function scrollToPart(id: string, field?: string): void {
  const part = document.getElementById(id);
  part?.scrollIntoView({ block: field === undefined ? "start" : "center" });
  const target = field === undefined ? part : part?.querySelector<HTMLElement>(field);
  target?.focus({ preventScroll: true });
}
