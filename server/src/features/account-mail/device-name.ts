const BROWSERS: [name: string, mark: RegExp][] = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
]
const SYSTEMS: [name: string, mark: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux|X11/],
]
const LONGEST = 60

const first = (list: typeof BROWSERS, text: string): string | undefined =>
  list.find(([, mark]) => mark.test(text))?.[0]

/**
 * Returns a name such as "Firefox, Windows", or only the part that is known. If neither part is known, returns the
 * start of the header, or undefined if there is no header.
 */
export function deviceName(header: string | null): string | undefined {
  const userAgent = header ?? ''
  const names = [first(BROWSERS, userAgent), first(SYSTEMS, userAgent)].filter(name => name !== undefined)
  return names.length > 0 ? names.join(', ') : userAgent.slice(0, LONGEST) || undefined
}
