import { useEffect, useState } from "preact/hooks";

/** Whether the page is being printed, so that it shows on paper what can be opened on a screen. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(() => matchMedia("print").matches);
  useEffect(() => {
    const paper = matchMedia("print");
    const look = (): void => setPrinting(paper.matches);
    const begin = (): void => setPrinting(true);
    const end = (): void => setPrinting(false);
    // Some browsers tell the style sheet only, others lay the page out before they do.
    paper.addEventListener("change", look);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      paper.removeEventListener("change", look);
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return printing;
}
