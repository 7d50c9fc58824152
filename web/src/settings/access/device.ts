const BROWSERS: [name: string, sign: RegExp][] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const SYSTEMS: [name: string, sign: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]

const named = (signs: [name: string, sign: RegExp][], agent: string): string | undefined =>
  signs.find(([, sign]) => sign.test(agent))?.[0]

/** Returns a name such as `Firefox, Linux` or `curl`, or undefined if there is no user agent. */
export function deviceWords(agent: string | null): string | undefined {
  if (!agent) return undefined
  const words = [named(BROWSERS, agent), named(SYSTEMS, agent)].filter(word => word !== undefined)
  return words.length > 0 ? words.join(', ') : agent.split(/[\s/]/)[0]
}
