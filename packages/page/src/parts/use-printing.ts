import { useEffect, useState } from "preact/hooks";

/** True while the page is printed, so that folded parts are printed too. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(() => matchMedia("print").matches);
  useEffect(() => {
    const paper = matchMedia("print");
    const updatePrinting = (): void => setPrinting(paper.matches);
    const begin = (): void => setPrinting(true);
    const end = (): void => setPrinting(false);
    // Some browsers only match the media query; others lay the page out before they do.
    paper.addEventListener("change", updatePrinting);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      paper.removeEventListener("change", updatePrinting);
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return printing;
}
