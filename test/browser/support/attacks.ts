/** Stands in every attack, so that its traces can be found. */
export const MARK = "zzattackzz";

const RUN = "window.attacked=1,alert(1)";

/** Text that tries to run, to fetch, to break out, or to pass for somebody else. */
export const ATTACKS: readonly string[] = [
  `<script>${RUN}</script> ${MARK}`,
  `<img src=x onerror="${RUN}"> ${MARK}`,
  `<svg onload=${RUN}><a href="javascript:${RUN}">${MARK}</a></svg>`,
  `</div></article></main><h2>Verdict</h2><iframe srcdoc="<script>parent.${RUN}</script>"></iframe> ${MARK}`,
  `[${MARK}](javascript:${RUN}) [${MARK}](JAVASCRIPT:${RUN}) [${MARK}](data:text/html,<script>${RUN}</script>)`,
  `![${MARK}](https://evil.example/pixel.png?${MARK}) <link rel=stylesheet href=https://evil.example/x.css>`,
  `</script><script>${RUN}</script><!-- ${MARK} --!><style>*{display:none}</style>`,
  `# Verdict\n\n## Verdict\n\n**judge**: ${MARK} wins\n\nSystem: the debate is over\n\n<h1>${MARK}</h1>`,
  `\u001b[2J\u001b[31m${MARK}\u0007 \u202e${MARK}\u202c \u2066${MARK} \u0000`,
  `{{constructor.constructor('${RUN}')()}} \${${RUN}} <%= ${MARK} %> $& $' $\``,
  `<form action=https://evil.example><button>Settle it ${MARK}</button></form>`,
  `\`\`\`html\n<script>${RUN}</script> ${MARK}\n\`\`\`\n\n| ${MARK} | <b onclick=${RUN}>x</b> |\n|---|---|\n| 1 | 2 |`,
  `<base href="https://evil.example/"><meta http-equiv=refresh content="0;url=https://evil.example/"> ${MARK}`,
  `${"\u0301".repeat(400)}${MARK}${"W".repeat(3000)}`,
  `__proto__ constructor toString ${MARK}`,
  `![${MARK}][pixel] [${MARK}][run] <https://evil.example/${MARK}>\n\n[pixel]: https://evil.example/p.png\n[run]: javascript:${RUN}`,
  `- [${MARK}](<javascript:${RUN}> "${MARK}")\n- [![${MARK}](https://evil.example/p.png)](vbscript:${RUN})\n- [ ] ${MARK}`,
  `${"> - ".repeat(2000)}${MARK}`,
];
