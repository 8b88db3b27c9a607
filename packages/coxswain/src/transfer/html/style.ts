/** Follows the reader's light or dark preference. Loads no resources. */
export const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#d8dee4,#3d444d);--soft:light-dark(#f6f8fa,#161b22);--dim:light-dark(#59636e,#9198a1);--user:light-dark(#ddf4ff,#121d2f);--bad:light-dark(#cf222e,#f85149)}
body{margin:0 auto;max-width:60rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;background:light-dark(#fff,#0d1117);color:light-dark(#1f2328,#e6edf3)}
h1{font-size:1.4rem;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;font-size:.9rem}
dt,time,.model{color:var(--dim)}
dd{margin:0;overflow-wrap:anywhere}
nav{border:1px solid var(--line);border-radius:.4rem;padding:.5rem 1rem;font-size:.9rem;max-height:20rem;overflow:auto}
nav ol{list-style:none;margin:0;padding:0}
nav li{padding-left:calc(var(--depth)*1rem)}
nav .active{font-weight:600}
article{margin:.8rem 0;border:1px solid var(--line);border-radius:.4rem;padding:.4rem .8rem}
article.user{background:var(--user)}
article header{font-size:.8rem;display:flex;gap:1rem}
.text,pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.4rem 0}
pre{font:.85rem/1.4 ui-monospace,monospace;background:var(--soft);padding:.5rem;border-radius:.3rem;max-height:40rem;overflow:auto}
summary{cursor:pointer;overflow-wrap:anywhere}
summary code{font:.85rem ui-monospace,monospace}
.branch{border-left:.3rem solid var(--line);padding-left:.8rem;margin:.8rem 0}
.from,.note{color:var(--dim);font-size:.85rem}
.error{color:var(--bad)}
.hidden{color:var(--bad);font-size:.85em}
img{max-width:100%;height:auto}
section.elsewhere{display:none}
`;
