/// The style of a report: light and dark, high contrast, a phone's width, and paper.
let reportStyle = """
  :root{color-scheme:light dark;--ground:#f6f5f1;--surface:#fff;--ink:#1d2420;--soft:#5c655f;\
  --rule:#dcdfd9;--link:#1f5f9a;--hit:#3f8a4f;--near:#a8800f;--miss:#6c756f;--on:#fff;\
  --chart-0:#e9ece8;--chart-1:#b5ddb1;--chart-2:#74bb76;--chart-3:#3f9150;--chart-4:#1f6636;\
  --chart-bar:#3f8a4f;--chart-failed:#9a5b1c;--chart-line:#2f6fb0;--chart-text:#1d2420;\
  --chart-muted:#5c655f;--chart-grid:#d5dad6;--chart-surface:#fff}
  @media (prefers-color-scheme:dark){:root{--ground:#121513;--surface:#1b201d;--ink:#e9edea;\
  --soft:#a6b0a9;--rule:#333a36;--link:#8fc1f2;--hit:#4c9a5b;--near:#b8942f;--miss:#59625c;--on:#fff;\
  --chart-0:#2a312d;--chart-1:#24512f;--chart-2:#357f47;--chart-3:#5db06a;--chart-4:#a5e0a4;\
  --chart-bar:#58a866;--chart-failed:#e3a868;--chart-line:#82b8f0;--chart-text:#e9edea;\
  --chart-muted:#a6b0a9;--chart-grid:#3a423d;--chart-surface:#1b201d}}
  @media (prefers-contrast:more){:root{--soft:var(--ink);--rule:var(--ink);--chart-muted:var(--ink);\
  --hit:#a84300;--near:#1d63a0;--chart-1:#ffcfa8;--chart-2:#f79a4d;--chart-3:#cf5f0a;--chart-4:#7d3300;\
  --chart-bar:#b34d00;--chart-failed:#1d63a0}}
  @media (prefers-contrast:more) and (prefers-color-scheme:dark){:root{--chart-1:#6b3509;\
  --chart-2:#b5611a;--chart-3:#f08a3c;--chart-4:#ffd3ac;--chart-bar:#f5935a;--chart-failed:#85c0f9}}
  *{box-sizing:border-box}
  body{margin:0;background:var(--ground);color:var(--ink);\
  font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
  header,nav,main,footer{max-width:60rem;margin:0 auto;padding:0 1.25rem}
  header{padding-top:3rem;text-align:center}
  h1,h2{font-family:ui-serif,Georgia,"Times New Roman",serif;font-weight:700;line-height:1.15;\
  overflow-wrap:anywhere;text-wrap:balance}
  h1{font-size:clamp(2rem,7vw,3.25rem);margin:1.25rem 0 .25rem}
  h2{font-size:2rem;margin:0 0 1.25rem}
  h3{font-size:1.15rem;margin:2.25rem 0 .6rem}
  h4{font-size:1.05rem;margin:0;overflow-wrap:anywhere}
  h5{font-size:.85rem;font-weight:600;color:var(--soft);margin:1rem 0 .35rem}
  p{margin:0 0 .75rem}
  a{color:var(--link);text-underline-offset:.15em}
  :focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:2px}
  .skip{position:absolute;left:-99rem}
  .skip:focus{left:1rem;top:1rem;background:var(--surface);padding:.5rem 1rem}
  .lead{color:var(--soft);font-size:1.1rem;overflow-wrap:anywhere}
  .tiles{display:flex;gap:.4rem;justify-content:center}
  .tiles span{width:3.4rem;height:3.4rem;display:grid;place-items:center;border-radius:4px;\
  font-size:1.9rem;font-weight:800;color:var(--on);background:var(--hit);print-color-adjust:exact}
  .tiles span:nth-child(2){background:var(--near)}
  .tiles span:nth-child(3){background:var(--miss)}
  nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.4rem;justify-content:center;padding:0;\
  margin:1rem 0 0}
  nav a{display:block;padding:.35rem .9rem;border:1px solid var(--rule);border-radius:99px;\
  background:var(--surface);text-decoration:none;overflow-wrap:anywhere}
  section{margin:2rem 0;padding:2rem;background:var(--surface);border:1px solid var(--rule);\
  border-radius:10px}
  .figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(8rem,1fr));gap:1rem;margin:0}
  .figures div{display:flex;flex-direction:column-reverse;justify-content:flex-end;\
  border-top:3px solid var(--hit);padding-top:.5rem}
  .figures dt{color:var(--soft);font-size:.9rem;line-height:1.35;overflow-wrap:anywhere}
  .figures dd{margin:0;font-size:2rem;font-weight:700;line-height:1.15;\
  font-variant-numeric:tabular-nums}
  .chart{display:block;max-width:100%;height:auto}
  .in-row .chart,.in-halves .chart{width:100%}
  .in-halves{display:none}
  .games{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(22rem,100%),1fr));gap:1rem}
  article{border:1px solid var(--rule);border-radius:8px;padding:1.1rem;min-width:0}
  .facts{color:var(--soft);font-size:.9rem;margin:.2rem 0 .9rem}
  .facts time{white-space:nowrap}
  .wide{overflow-x:auto}
  table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
  th,td{padding:.45rem .6rem;text-align:left;border-bottom:1px solid var(--rule)}
  thead th{color:var(--soft);font-size:.85rem;font-weight:600;vertical-align:bottom}
  tbody th{font-weight:500;min-width:7rem;overflow-wrap:anywhere}
  .number{text-align:right;white-space:nowrap}
  thead bdi{display:inline-block;white-space:normal;min-width:4rem;max-width:8rem;\
  overflow-wrap:anywhere}
  .none{color:var(--soft)}
  .ahead{font-weight:700}
  .unlocks{list-style:none;padding:0;margin:0;display:grid;gap:.5rem;\
  grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr))}
  .unlocks li{border:1px solid var(--rule);border-left:5px solid var(--tier,var(--miss));\
  border-radius:6px;padding:.5rem .75rem;overflow-wrap:anywhere}
  .unlocks time{display:block;color:var(--soft);font-size:.85rem}
  .tier{color:var(--soft)}
  .t0{--tier:#a9713a}.t1{--tier:#8b959c}.t2{--tier:#c29a1b}.t3{--tier:#4aa3c7}.t4{--tier:#8a63c9}\
  .t5{--tier:#d1495b}
  footer{color:var(--soft);font-size:.9rem;text-align:center;padding-bottom:3rem}
  @media (max-width:46rem){.in-row{display:none}.in-halves{display:block}section{padding:1.25rem 1rem}\
  header{padding-top:2rem}.tiles span{width:2.9rem;height:2.9rem}}
  @media print{:root{color-scheme:light;--ground:#fff;--surface:#fff;--ink:#000;--soft:#444;\
  --rule:#bbb;--link:#000;--chart-0:#e9ece8;--chart-1:#b5ddb1;--chart-2:#74bb76;--chart-3:#3f9150;\
  --chart-4:#1f6636;--chart-bar:#3f8a4f;--chart-failed:#9a5b1c;--chart-line:#2f6fb0;--chart-text:#000;\
  --chart-muted:#444;--chart-grid:#bbb}body{font-size:10pt}nav,.skip{display:none}\
  section{border:0;padding:0}section+.person{break-before:page}\
  article,tr,.unlocks li,.figures div,.chart{break-inside:avoid}h2,h3,h4,h5{break-after:avoid}\
  .wide{overflow:visible}.games{grid-template-columns:1fr 1fr}\
  .figures{grid-template-columns:repeat(5,1fr)}}
  """
