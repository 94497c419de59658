/** Endings of names that are no top-level domains: "node.js", "report.pdf". */
const FILE_ENDINGS: ReadonlySet<string> = new Set(
  (
    "cjs conf cpp css csv docx gif htm html ini java jpeg jpg js json jsonc jsx log mjs mts " +
    "pdf php png scss sql svg toml ts tsv tsx txt vue xlsx xml yaml yml"
  ).split(" "),
);

/** End of a domain, unless it is the name of a function. */
const DOMAIN_ENDING =
  /(?<=[\p{L}\p{M}\p{N}])\.(\p{L}[\p{L}\p{M}\p{N}-]+)(?![\p{L}\p{M}\p{N}-]|\(\))/gu;
const OTHER_ADDRESS = /:\/\/|\bwww\.|^\W*localhost\b|@localhost\b|(?<!\d)\d{1,3}(?:\.\d{1,3}){3}/i;
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/** True if a link leads to every address in its text. A text with another address would deceive readers. */
export function isHonestLink({ text, href }: { text: string; href: string }): boolean {
  if (text.trim() === "" || !URL.canParse(href)) return false;
  const target = new URL(href);
  return listWords(text).every(
    (word) => !looksLikeAddress(word) || leadsTo(word, target) || leadsTo(trim(word), target),
  );
}

/** Words as browsers read them: with one kind of dot and without invisible characters. */
function listWords(text: string): string[] {
  const plain = text
    .normalize("NFKC")
    .replaceAll("。", ".")
    .replaceAll(/\p{Cf}/gu, "");
  return plain.split(/\s+/);
}

/** Takes off punctuation around an address: "(see example.com)." */
function trim(word: string): string {
  return word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}/=&_~+-]+$/gu, "");
}

function looksLikeAddress(word: string): boolean {
  if (OTHER_ADDRESS.test(word)) return true;
  return [...word.matchAll(DOMAIN_ENDING)].some(
    ([, ending = ""]) => !FILE_ENDINGS.has(ending.toLowerCase()),
  );
}

/** A word that is only the name of a site leads to every page of it. */
function leadsTo(address: string, target: URL): boolean {
  const full = SCHEME.test(address) ? address : `https://${address}`;
  if (!URL.canParse(full)) return false;
  const { host, pathname } = new URL(full);
  const isSite = full !== address && pathname === "/";
  return host === target.host && (isSite || pathname === target.pathname);
}
