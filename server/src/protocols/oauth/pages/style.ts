// Uses the web app's colors (`web/src/design/styles/tokens.css`).
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #faf8f4; --sheet: #ffffff; --sunk: #f1ede5; --line: #e2dcd0; --line-strong: #c9c1b2;
  --ink: #1d2630; --ink-soft: #56616d; --signal: #c53f22; --signal-ink: #ffffff;
  --danger: #b3261e; --danger-wash: #fbe6e4; --warn: #8a5a00; --warn-wash: #fbf0d8; --focus: #2563b8;
  --shadow: 0 1px 2px rgb(29 38 48 / 6%), 0 8px 24px rgb(29 38 48 / 8%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12181f; --sheet: #1a222b; --sunk: #0d1217; --line: #2a3541; --line-strong: #415061;
    --ink: #e9edf1; --ink-soft: #b3bdc8; --signal: #ff7a5c; --signal-ink: #1d0a05;
    --danger: #ff8a80; --danger-wash: #3b1b19; --warn: #f0c160; --warn-wash: #362a10; --focus: #82b4ff;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 40%);
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  display: grid; place-items: center; min-height: 100vh; margin: 0; padding: 20px;
  background: var(--paper); color: var(--ink); line-height: 1.5;
  font-family: Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Pretendard, "Apple SD Gothic Neo",
    "Noto Sans KR", "Noto Sans CJK KR", "Malgun Gothic", "Noto Sans KR Variable", sans-serif;
}
main {
  display: grid; gap: 14px; width: min(420px, 100%); padding: clamp(22px, 5vw, 38px);
  border: 1px solid var(--line); border-radius: 10px; background: var(--sheet); box-shadow: var(--shadow);
  overflow-wrap: anywhere;
}
:lang(ko) { word-break: keep-all; }
h1 { margin: 0; font-size: 1.35rem; line-height: 1.25; }
p { margin: 0; }
a { color: inherit; }
ul { display: grid; gap: 6px; margin: 0; padding-left: 20px; }
form { display: grid; gap: 12px; }
label { display: grid; gap: 4px; font-size: 0.87rem; font-weight: 550; }
input:not([type="hidden"]) {
  width: 100%; min-height: 38px; padding: 6px 10px; border: 1px solid var(--line-strong);
  border-radius: 6px; background: var(--sheet); color: inherit; font: inherit; font-size: 1rem; font-weight: 400;
}
.row { display: flex; flex-wrap: wrap; gap: 10px; }
.row form { flex: 1; }
button {
  flex: 1; min-height: 40px; padding: 0 14px; border: 1px solid var(--line-strong); border-radius: 6px;
  background: var(--sheet); color: inherit; font: inherit; font-weight: 550; cursor: pointer;
}
button:hover { background: var(--sunk); }
button.primary { border-color: transparent; background: var(--signal); color: var(--signal-ink); }
button.primary:hover { background: color-mix(in srgb, var(--signal) 88%, var(--ink)); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.soft { color: var(--ink-soft); font-size: 0.93rem; }
.fault { padding: 8px 12px; border-radius: 6px; background: var(--danger-wash); color: var(--danger); }
.warning { padding: 8px 12px; border-radius: 6px; background: var(--warn-wash); color: var(--warn); font-size: 0.93rem; }
.code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 1.6rem; letter-spacing: 0.08em; text-align: center; }
input.code { text-transform: uppercase; }
`
