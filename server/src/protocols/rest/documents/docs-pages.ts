// Renders the socket messages and the GraphQL schema as plain HTML.

interface Message {
  name: string
  summary: string
  description: string
  payload: unknown
  examples: { payload: unknown }[]
}
export interface SocketDocument {
  info: { title: string; description: string }
  channels: { timers: { address: string; description: string; messages: Record<string, Message> } }
  operations: Record<string, { summary: string; description: string; messages: { $ref: string }[] }>
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, each => `&#${each.charCodeAt(0)};`).replace(/`([^`]+)`/g, '<code>$1</code>')

const json = (value: unknown): string =>
  `<pre tabindex="0">${JSON.stringify(value, null, 2).replace(/[&<>]/g, each => `&#${each.charCodeAt(0)};`)}</pre>`

const PLACES = [
  ['/docs', 'REST'],
  ['/docs/socket', 'Timer socket'],
  ['/docs/graphql', 'GraphQL'],
  ['/openapi.json', 'openapi.json'],
  ['/asyncapi.json', 'asyncapi.json'],
  ['/calendar.graphql', 'calendar.graphql'],
] as const

const navigation = (current: string): string =>
  PLACES.map(
    ([href, name]) => `<a href="${href}"${href === current ? ' aria-current="page"' : ''}>${name}</a>`,
  ).join('\n')

/** `head` and `end` contain tags that only this page needs. */
export const docsPage = (path: string, title: string, main: string, head = '', end = ''): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Daymark API · ${title}</title>
<link rel="icon" href="/icon.svg">
${head}<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<nav aria-label="Reference">
${navigation(path)}
</nav>
<main${head ? '' : ' class="words"'}>
${main}
</main>
${end}</body>
</html>
`

export function socketPage({ info, channels, operations }: SocketDocument): string {
  const { timers } = channels
  const sections = Object.values(operations).map(({ summary, description, messages }) => {
    const names = messages.map(({ $ref }) => $ref.split('/').at(-1) ?? '')
    const each = names.flatMap(name => timers.messages[name] ?? []).map(messagePart)
    return `<h2>${escaped(summary)}</h2>\n<p>${escaped(description)}</p>\n${each.join('\n')}`
  })
  return docsPage(
    '/docs/socket',
    'Timer socket',
    `<h1>${escaped(info.title)} <code>${timers.address}</code></h1>
<p>${escaped(timers.description)}</p>
<p>${escaped(info.description)}</p>
${sections.join('\n')}`,
  )
}

const messagePart = ({ name, summary, description, payload, examples }: Message): string =>
  `<article id="${name}">
<h3><a href="#${name}"><code>${name}</code></a> ${escaped(summary)}</h3>
<p>${escaped(description)}</p>
${examples.map(example => json(example.payload)).join('\n')}
<details><summary>Schema</summary>${json(payload)}</details>
</article>`

export const graphqlPage = (sdl: string): string =>
  docsPage(
    '/docs/graphql',
    'GraphQL',
    `<h1>Calendar <code>POST /v1/graphql</code></h1>
<p>The same sign-in, limits and errors as REST. Outside production a playground is at
<a href="/v1/graphql">/v1/graphql</a>.</p>
<pre tabindex="0">${escaped(sdl.replaceAll('`', "'"))}</pre>`,
  )

/** The styles of all pages. The API viewer adds its own. */
export const DOCS_STYLE = `:root { color-scheme: light dark; --line: light-dark(#d9dde3, #323843); --card: light-dark(#f6f7f9, #1c2027); }
body { margin: 0; background: light-dark(#ffffff, #14171c); color: light-dark(#1d2430, #e6e9ee); font: 15px/1.55 system-ui, sans-serif; }
body > nav { display: flex; flex-wrap: wrap; gap: 4px 18px; padding: 12px 24px; background: var(--card); border-bottom: 1px solid var(--line); }
body > nav a, .words a { color: light-dark(#2f6db5, #6ea8ec); text-underline-offset: 3px; }
body > nav a[aria-current] { color: inherit; font-weight: 650; text-decoration: none; }
.words { max-width: 900px; margin: 0 auto; padding: 8px 24px 64px; }
.words h1 { font-size: 26px; } .words h2 { margin-top: 40px; } .words h3 { font-size: 16px; margin: 0; }
.words :is(code, pre) { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.words article { border: 1px solid var(--line); border-radius: 10px; padding: 16px 20px; margin: 14px 0; }
.words pre { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px; overflow: auto; }
.words article pre { max-height: 420px; }
.words summary { cursor: pointer; }
`
