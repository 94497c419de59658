/** Style sheet without external files, fonts or scripts. Light or dark by the reader's system. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --dim: #57606a; --paper: #fff; --line: #d0d7de; --warn: #9a3412; --warn-paper: #fff4ed;
  --c0: #2f6fde; --c1: #c2410c; --c2: #15803d; --c3: #7c3aed; --c4: #a16207; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --dim: #9198a1; --paper: #0d1117; --line: #3d444d; --warn: #ffb77c; --warn-paper: #2d1a0e;
  --c0: #79a8ff; --c1: #ff9a6b; --c2: #5fd38a; --c3: #c0a3ff; --c4: #e3c35c; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1rem; color: var(--dim); font-weight: 600; margin: 0; }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
.said { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; margin: .25rem 0; }
.rich { overflow-wrap: anywhere; unicode-bidi: isolate; margin: .25rem 0; }
.rich p, .rich ul, .rich ol, .rich pre, .rich blockquote { margin: .4rem 0; }
.rich pre { overflow-x: auto; white-space: pre-wrap; }
.question { font-size: 1.4rem; font-weight: 600; }
.answer { font-size: 1.4rem; border-left: .3rem solid var(--c0); padding-left: .8rem; }
.notice { border: 2px solid var(--warn); background: var(--warn-paper); border-radius: .4rem; padding: .6rem .9rem; margin: 1rem 0; }
.notice strong { color: var(--warn); }
.notice ul { margin: .3rem 0 0; padding-left: 1.2rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: 1rem 0; }
dt { color: var(--dim); }
dd, dd.said { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; color: var(--dim); padding-bottom: .3rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
details { border-top: 1px solid var(--line); padding: .35rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.mark { display: inline-block; min-width: 1.5em; text-align: center; border: 2px solid; border-radius: .3rem; font-weight: 700; font-size: .8em; margin-right: .5em; }
.c0 { color: var(--c0); } .c1 { color: var(--c1); } .c2 { color: var(--c2); } .c3 { color: var(--c3); } .c4 { color: var(--c4); } .none { color: var(--dim); }
.dim { color: var(--dim); }
h3 { font-size: .95rem; margin: 1rem 0 .25rem; }
q.found { quotes: none; text-decoration: underline dotted; text-underline-offset: .2em; }
q.open { quotes: none; text-decoration: underline wavy var(--warn) 1px; text-underline-offset: .2em; }
s { color: var(--warn); }
@media print { details { break-inside: avoid; } }
`;
