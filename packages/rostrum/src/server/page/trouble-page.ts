/** A page that needs no other files, because a browser may be unable to load them. */
export function troublePage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>rostrum: ${title}</title>
${body}
</html>
`;
}

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
