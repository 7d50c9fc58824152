// Reads, changes and folds iCalendar content lines (RFC 5545, 3.1). Keeps unknown content unchanged.

export interface Property {
  readonly name: string
  /** The parameters as written, each with its leading semicolon. Empty if there are none. */
  readonly params: string
  /** The value as written, still escaped. */
  readonly value: string
}

export interface Component {
  readonly name: string
  properties: Property[]
  components: Component[]
}

/** Thrown for text that is not valid iCalendar. */
export class IcalFault extends Error {
  /** The number of the invalid line. */
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.name = 'IcalFault'
    this.line = line
  }
}

/** The maximum nesting of components. VCALENDAR, VEVENT and VALARM need three levels. */
const MAX_DEPTH = 8

/** The maximum size of one text. `OBJECT_LIMITS`, the default, keeps the event loop responsive. */
export interface TextLimits {
  lines: number
  properties: number
}
const OBJECT_LIMITS: TextLimits = { lines: 30_000, properties: 10_000 }

/** Accepts LF line breaks, because some clients send them. */
export function parseCalendar(text: string, limits = OBJECT_LIMITS): Component {
  requireFewLines(text, limits.lines)
  const open: Component[] = []
  let calendar: Component | undefined
  let properties = 0
  for (const { line, number } of unfolded(text)) {
    const property = propertyOf(line, number)
    if (++properties > limits.properties) throw new IcalFault(number, 'The calendar has too many lines.')
    const inner = open.at(-1)
    if (property.name === 'BEGIN') {
      const component = { name: property.value.trim().toUpperCase(), properties: [], components: [] }
      if (open.length >= MAX_DEPTH) throw new IcalFault(number, 'Components are nested too deeply.')
      if (inner) inner.components.push(component)
      else if (calendar) throw new IcalFault(number, 'There is more than one calendar.')
      else if (component.name !== 'VCALENDAR')
        throw new IcalFault(number, 'A calendar begins with BEGIN:VCALENDAR.')
      calendar ??= component
      open.push(component)
    } else if (property.name === 'END') {
      if (inner?.name !== property.value.trim().toUpperCase())
        throw new IcalFault(number, `END:${property.value.slice(0, 40)} has no BEGIN.`)
      open.pop()
    } else if (inner) inner.properties.push(property)
    else throw new IcalFault(number, 'A calendar begins with BEGIN:VCALENDAR.')
  }
  const last = open.at(-1)
  if (last) throw new IcalFault(text.split('\n').length, `END:${last.name} is missing.`)
  if (!calendar) throw new IcalFault(1, 'A calendar begins with BEGIN:VCALENDAR.')
  return calendar
}

function requireFewLines(text: string, most: number): void {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
    if (++lines > most) throw new IcalFault(lines, 'The text has too many lines.')
}

function* unfolded(text: string): Generator<{ line: string; number: number }> {
  const physical = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  let parts: string[] = []
  let number = 1
  for (const [index, each] of physical.entries()) {
    const isContinuation = each.startsWith(' ') || each.startsWith('\t')
    if (isContinuation && parts.length > 0) {
      parts.push(each.slice(1))
      continue
    }
    const line = parts.join('')
    if (line.trim() !== '') yield { line, number }
    parts = [each]
    number = index + 1
  }
  const line = parts.join('')
  if (line.trim() !== '') yield { line, number }
}

const NAME = /^[A-Za-z0-9-]+/

function propertyOf(line: string, number: number): Property {
  const name = NAME.exec(line)?.[0]
  const end = name === undefined ? -1 : endOfParams(line, name.length)
  if (name === undefined || end < 0) throw new IcalFault(number, 'This is not a property with a value.')
  return { name: name.toUpperCase(), params: line.slice(name.length, end), value: line.slice(end + 1) }
}

/** Finds the colon before the value. Colons inside quotes belong to a parameter. */
function endOfParams(line: string, from: number): number {
  const first = line[from]
  if (first === ':') return from
  if (first !== ';') return -1
  let quoted = false
  for (let at = from; at < line.length; at++) {
    const char = line[at]
    if (char === '"') quoted = !quoted
    else if (char === ':' && !quoted) return at
  }
  return -1
}

/** Returns the first value of a parameter without quotes, or undefined if there is no such parameter. */
export function paramOf({ params }: Property, name: string): string | undefined {
  if (params === '') return undefined
  const found = new RegExp(`;${name}=("[^"]*"|[^;:,"]*)`, 'i').exec(params)?.[1]
  return found?.startsWith('"') ? found.slice(1, -1) : found
}

export const firstOf = (component: Component, name: string): Property | undefined =>
  component.properties.find(property => property.name === name)

export const allOf = (component: Component, name: string): Property[] =>
  component.properties.filter(property => property.name === name)

/** Replaces all properties of this name with the given ones, at the position of the first. */
export function setProperties(component: Component, name: string, next: readonly Property[]): void {
  const at = component.properties.findIndex(property => property.name === name)
  const rest = component.properties.filter(property => property.name !== name)
  const place = at < 0 ? rest.length : at
  component.properties = [...rest.slice(0, place), ...next, ...rest.slice(place)]
}

export const property = (name: string, value: string, params = ''): Property => ({ name, params, value })

export function writeCalendar(calendar: Component): string {
  const lines: string[] = []
  writeInto(calendar, lines)
  return lines.join('')
}

function writeInto({ name, properties, components }: Component, lines: string[]): void {
  lines.push(`BEGIN:${name}\r\n`)
  for (const each of properties) lines.push(folded(`${each.name}${each.params}:${each.value}`))
  for (const each of components) writeInto(each, lines)
  lines.push(`END:${name}\r\n`)
}

const LINE_OCTETS = 75
const SHORT = /^[\x20-\x7e]*$/

/** Folds a line at 75 octets without splitting a character, and appends CRLF. */
export function folded(line: string): string {
  if (line.length <= LINE_OCTETS && SHORT.test(line)) return `${line}\r\n`
  const bytes = Buffer.from(line)
  if (bytes.length <= LINE_OCTETS) return `${line}\r\n`
  const parts: string[] = []
  let from = 0
  while (from < bytes.length) {
    // The space at the beginning of a continuation line counts as an octet.
    let to = Math.min(from + LINE_OCTETS - (from === 0 ? 0 : 1), bytes.length)
    while (to < bytes.length && ((bytes[to] ?? 0) & 0xc0) === 0x80) to--
    parts.push(bytes.toString('utf8', from, to))
    from = to
  }
  return `${parts.join('\r\n ')}\r\n`
}
