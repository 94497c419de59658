/** What the report adds to the style of an exported debate. */
export const REPORT_STYLE = `
h1 { font-size: 1.4rem; color: var(--ink); }
.wide { overflow-x: auto; }
td, th { white-space: nowrap; }
td.said { white-space: pre-wrap; }
figure { margin: 1rem 0; }
svg { max-width: 100%; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: var(--dim); }
.grid { stroke: var(--line); }
.front { fill: none; stroke: var(--c0); stroke-width: 2; stroke-dasharray: 4 3; }
.point line { stroke: var(--c0); stroke-width: 2; }
.point circle { fill: var(--c0); stroke: var(--c0); stroke-width: 2; }
.point text { fill: var(--paper); font-weight: 700; }
.point.bound line { stroke: var(--dim); }
.point.bound circle { fill: var(--paper); stroke: var(--dim); }
.point.bound text { fill: var(--dim); }
.fixed { fill: var(--c2); } .broken { fill: var(--c1); }
.right { color: var(--c2); } .wrong { color: var(--c1); }
.filters > input { margin-left: 0; } .filters > label { margin-right: 1rem; }
.questions { margin-top: .6rem; }
.debate, .debate details { margin-left: 1rem; } .debate h2 { font-size: .95rem; margin: .6rem 0 .2rem; }
#show-hurt:checked ~ .questions > .q:not(.hurt), #show-differ:checked ~ .questions > .q:not(.differ),
#show-errors:checked ~ .questions > .q:not(.errors) { display: none; }
`;
