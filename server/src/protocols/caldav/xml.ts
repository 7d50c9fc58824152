// Reads WebDAV request bodies without DTDs or custom entities, and writes responses.

export const DAV = 'DAV:'
export const CALDAV = 'urn:ietf:params:xml:ns:caldav'
export const CALENDARSERVER = 'http://calendarserver.org/ns/'
export const APPLE = 'http://apple.com/ns/ical/'

const PREFIXES: Record<string, string> = { [DAV]: 'd', [CALDAV]: 'c', [CALENDARSERVER]: 'cs', [APPLE]: 'ic' }
const DECLARATIONS = Object.entries(PREFIXES)
  .map(([namespace, prefix]) => ` xmlns:${prefix}="${namespace}"`)
  .join('')

export interface XmlElement {
  namespace: string
  name: string
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  text: string
}

/** Thrown if the body is not XML, uses an unsupported feature, or exceeds a limit. */
export class XmlFault extends Error {}

const MAX_DEPTH = 32
/** Counts opening and closing tags. Enough for 20,000 hrefs. */
const MAX_TAGS = 45_000
const MAX_ALL_ATTRIBUTES = 15_000
const MAX_ENTITIES = 10_000
const MAX_ATTRIBUTES = 64

const NAME = /[^\s/>=<"'&]+/y
const ATTRIBUTE = /\s+([^\s/>=<"'&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const TAG_END = /\s*(\/?)>/y

/** An element that is still open, with the namespaces in scope. */
interface Open {
  element: XmlElement
  tag: string
  namespaces: Namespaces
}

/** Namespace declarations on an element, linked to those on enclosing elements. */
interface Namespaces {
  own: Map<string, string>
  outer: Namespaces | undefined
}

/**
 * Returns undefined for an empty body. Reads the text in one pass, because a client may request thousands of objects at
 * once and general parsers take half a second for that.
 */
export function parseXml(text: string): XmlElement | undefined {
  if (text.trim() === '') return undefined
  requireFewEntities(text)
  const stack: Open[] = []
  let root: XmlElement | undefined
  let tags = 0
  let attributes = 0
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const addText = (value: string) => {
    const inner = stack.at(-1)
    if (inner) inner.element.text += value
    else if (value.trim() !== '') throw malformed()
  }
  while (at < text.length) {
    const next = text.indexOf('<', at)
    if (next !== at) addText(unescapeXml(text.slice(at, next < 0 ? text.length : next)))
    if (next < 0) break
    at = next
    // Comments and similar parts count too, because each needs time to parse.
    if (++tags > MAX_TAGS) throw new XmlFault('The body has too many elements.')
    if (text.startsWith('<!--', at)) at = after(text, '-->', at)
    else if (text.startsWith('<?', at)) at = after(text, '?>', at)
    else if (text.startsWith('<![CDATA[', at)) {
      const end = after(text, ']]>', at)
      addText(text.slice(at + 9, end - 3))
      at = end
    } else if (text[at + 1] === '!')
      throw new XmlFault('The body must not contain a document type or entities.')
    else if (text[at + 1] === '/') {
      const end = after(text, '>', at)
      if (stack.pop()?.tag !== text.slice(at + 2, end - 1).trim()) throw malformed()
      at = end
    } else {
      const { open, end, closed, size } = startTag(text, at + 1, stack.at(-1)?.namespaces)
      attributes += size
      if (attributes > MAX_ALL_ATTRIBUTES) throw new XmlFault('The body has too many attributes.')
      const parent = stack.at(-1)
      if (parent) parent.element.children.push(open.element)
      else if (root) throw malformed()
      root ??= open.element
      if (!closed && stack.push(open) > MAX_DEPTH) throw new XmlFault('Elements are nested too deeply.')
      at = end
    }
  }
  if (!root || stack.length > 0) throw malformed()
  return root
}

function requireFewEntities(text: string): void {
  let count = 0
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1))
    if (++count > MAX_ENTITIES) throw new XmlFault('The body has too many entities.')
}

const malformed = () => new XmlFault('The body is not well-formed XML.')

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  if (found < 0) throw malformed()
  return found + mark.length
}

const NO_NAMESPACES: Namespaces = {
  own: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]),
  outer: undefined,
}

function find(prefix: string, from: Namespaces): string | undefined {
  for (let each: Namespaces | undefined = from; each; each = each.outer) {
    const found = each.own.get(prefix)
    if (found !== undefined) return found
  }
  return undefined
}

function startTag(
  text: string,
  from: number,
  outer = NO_NAMESPACES,
): { open: Open; end: number; closed: boolean; size: number } {
  NAME.lastIndex = from
  const tag = NAME.exec(text)?.[0]
  if (tag === undefined) throw malformed()
  const attributes = new Map<string, string>()
  let namespaces = outer
  let at = NAME.lastIndex
  for (;;) {
    ATTRIBUTE.lastIndex = at
    const found = ATTRIBUTE.exec(text)
    if (!found) break
    const [, name = '', double, single] = found
    const value = unescapeXml(double ?? single ?? '')
    at = ATTRIBUTE.lastIndex
    if (attributes.has(name) || attributes.size >= MAX_ATTRIBUTES) throw malformed()
    attributes.set(name, value)
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
    if (namespaces === outer) namespaces = { own: new Map(), outer }
    namespaces.own.set(name.slice(6), value)
  }
  TAG_END.lastIndex = at
  const end = TAG_END.exec(text)
  const [prefix = '', local = tag] = tag.includes(':') ? tag.split(':') : ['', tag]
  const namespace = find(prefix, namespaces) ?? (prefix === '' ? '' : undefined)
  if (!end || namespace === undefined) throw malformed()
  const plain =
    attributes.size === 0
      ? NO_ATTRIBUTES
      : new Map([...attributes].map(([name, value]) => [name.slice(name.indexOf(':') + 1), value]))
  const element = { namespace, name: local, attributes: plain, children: [], text: '' }
  const open = { element, tag, namespaces }
  return { open, end: TAG_END.lastIndex, closed: end[1] === '/', size: attributes.size }
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

const PLAIN: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&([^;&]{0,12};)?/g, (_, body?: string) => {
    const name = body?.slice(0, -1) ?? ''
    const code = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name)
    const point = code ? Number.parseInt(code[1] ?? code[2] ?? '', code[1] ? 16 : 10) : -1
    const char = point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : PLAIN[name]
    if (char === undefined) throw malformed()
    return char
  })
}

export const is = (element: XmlElement, namespace: string, name: string): boolean =>
  element.namespace === namespace && element.name === name

export const child = (
  element: XmlElement | undefined,
  namespace: string,
  name: string,
): XmlElement | undefined => element?.children.find(each => is(each, namespace, name))

/**
 * Also removes characters that XML does not allow. A single replacement with a callback would take five times as long
 * as the chained ones.
 */
export function escapeXml(text: string): string {
  const known =
    OUTSIDE_XML.test(text) || !text.isWellFormed()
      ? text.replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
      : text
  if (!SPECIAL.test(known)) return known
  return known
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
}

const OUTSIDE_XML = /[^\t\n\r\x20-\uFFFD]/
const SPECIAL = /[<>&"\r]/

/** `content` must already be XML. */
export function element(namespace: string, name: string, content = ''): string {
  const prefix = PREFIXES[namespace]
  const [tag, declared] = prefix
    ? [`${prefix}:${name}`, '']
    : [`x:${name}`, ` xmlns:x="${escapeXml(namespace)}"`]
  return content === '' ? `<${tag}${declared}/>` : `<${tag}${declared}>${content}</${tag}>`
}

export const d = (name: string, content?: string): string => element(DAV, name, content)
export const c = (name: string, content?: string): string => element(CALDAV, name, content)
export const href = (path: string): string => d('href', escapeXml(path))

const HEADER = '<?xml version="1.0" encoding="utf-8"?>\n'

export const document = (name: string, content: string, namespace = DAV): string => {
  const written = element(namespace, name, content || ' ')
  return HEADER + written.replace(/^<([\w:]+)/, `<$1${DECLARATIONS}`)
}

export const MULTISTATUS_START = `${HEADER}<d:multistatus${DECLARATIONS}>`
export const MULTISTATUS_END = '</d:multistatus>'

const STATUS: Record<number, string> = {
  200: 'OK',
  403: 'Forbidden',
  404: 'Not Found',
  424: 'Failed Dependency',
  507: 'Insufficient Storage',
}
export const status = (code: number): string => d('status', `HTTP/1.1 ${code} ${STATUS[code] ?? ''}`)
