/** Words that look like an address: a scheme, or a domain with a known form. */
const ADDRESS = /(?:[a-z][a-z\d+.-]*:\/\/|\bwww\.|^[\w-]+(?:\.[\w-]+)+(?:[/:?#]|$))/i;

/** Whether a link leads where its words say. Words that are another address would deceive a reader. */
export function isHonestLink({ text, href }: { text: string; href: string }): boolean {
  const words = text.trim();
  if (words === "") return false;
  if (!ADDRESS.test(words)) return true;
  const named = URL.canParse(words) ? words : `https://${words}`;
  if (!URL.canParse(named) || !URL.canParse(href)) return false;
  const [shown, real] = [new URL(named), new URL(href)];
  return shown.host === real.host && shown.pathname === real.pathname;
}
