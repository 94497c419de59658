/** Text that looks like an address: a scheme, or a domain. */
const ADDRESS = /(?:[a-z][a-z\d+.-]*:\/\/|\bwww\.|^[\w-]+(?:\.[\w-]+)+(?:[/:?#]|$))/i;

/** True if a link leads to the address in its text. A text with another address would deceive readers. */
export function isHonestLink({ text, href }: { text: string; href: string }): boolean {
  const linkText = text.trim();
  if (linkText === "") return false;
  if (!ADDRESS.test(linkText)) return true;
  const textUrl = URL.canParse(linkText) ? linkText : `https://${linkText}`;
  if (!URL.canParse(textUrl) || !URL.canParse(href)) return false;
  const [textAddress, linkAddress] = [new URL(textUrl), new URL(href)];
  return textAddress.host === linkAddress.host && textAddress.pathname === linkAddress.pathname;
}
