// Splits a calendar file into its components, with line numbers. An error affects only the component that contains it.
import { type Component, IcalFault, parseCalendar } from '../text/content-line.ts'
import { zoneNameOf } from '../text/zone-id.ts'

export interface FileProblem {
  line: number
  message: string
  title: string | null
}

/** A component of the file. `raw` has its lines as written, apart from a UID that the import adds or replaces. */
export interface FileComponent {
  name: string
  /** The line number of the component's BEGIN. */
  line: number
  raw: string[]
  parsed: Component
  calendar: FileCalendar
}

export interface FileCalendar {
  /** Time zone definitions by TZID, as unchanged lines and parsed. */
  zones: Map<string, { raw: string[]; parsed: Component }>
}

interface Open {
  name: string
  line: number
  raw: string[]
  depth: number
  /** Set if the component cannot be read. Its remaining lines are skipped. */
  fault?: { line: number; message: string }
}

/** Components that cannot be nested. If one begins inside another component, that component's END is missing. */
const OUTER = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE', 'VAVAILABILITY'])
const MAX_DEPTH = 7
const MAX_LINES = 30_000
const MAX_ZONES = 500
const TAG = /^(BEGIN|END):\s*([A-Za-z0-9-]+)\s*$/i

/** Calls `found` for each component except time zones, and `problem` for each error. */
export function readComponents(
  text: string,
  found: (component: FileComponent) => void,
  problem: (problem: FileProblem) => void,
): { calendars: number } {
  let calendar: FileCalendar | undefined
  let open: Open | undefined
  let calendars = 0
  let number = 0

  const report = (line: number, message: string) => problem({ line, message, title: null })
  const unfinished = () => {
    if (open) report(open.line, `END:${open.name} is missing.`)
    open = undefined
  }

  function begin(name: string, line: string): void {
    if (name === 'VCALENDAR') {
      unfinished()
      calendar = { zones: new Map() }
      calendars++
    } else if (!calendar) report(number, 'A calendar begins with BEGIN:VCALENDAR.')
    else if (!open || OUTER.has(name)) {
      unfinished()
      open = { name, line: number, raw: [line], depth: 1 }
    } else if (++open.depth > MAX_DEPTH)
      open.fault ??= { line: number, message: 'Components are nested too deeply.' }
    else open.raw.push(line)
  }

  function end(name: string, line: string): void {
    if (name === 'VCALENDAR') {
      unfinished()
      calendar = undefined
    } else if (open && name === open.name && (open.depth === 1 || open.fault)) {
      open.raw.push(line)
      finish(open)
    } else if (open) {
      open.depth--
      if (open.depth < 1) open.fault ??= { line: number, message: `END:${name} has no BEGIN.` }
      else open.raw.push(line)
    }
  }

  function finish({ name, line, raw, fault }: Open): void {
    open = undefined
    if (!calendar) return
    if (fault) {
      report(fault.line, fault.message)
      return
    }
    try {
      const [parsed] = parseCalendar(['BEGIN:VCALENDAR', ...raw, 'END:VCALENDAR'].join('\n')).components
      if (!parsed) return
      if (name === 'VTIMEZONE') keepZone(calendar, parsed, raw)
      else found({ name, line, raw, parsed, calendar })
    } catch (error) {
      if (!(error instanceof IcalFault)) throw error
      report(line + error.line - 2, error.message)
    }
  }

  for (const line of linesOf(text)) {
    number++
    const tag = line.length < 80 ? TAG.exec(line) : null
    const name = tag?.[2]?.toUpperCase()
    if (name !== undefined && tag?.[1]?.toUpperCase() === 'BEGIN') begin(name, line)
    else if (name !== undefined) end(name, line)
    else if (open && !open.fault) {
      if (open.raw.length >= MAX_LINES)
        open.fault = { line: number, message: 'The component has too many lines.' }
      else open.raw.push(line)
    }
  }
  unfinished()
  if (calendar) report(number, 'END:VCALENDAR is missing. The file is incomplete.')
  return { calendars }
}

function keepZone({ zones }: FileCalendar, parsed: Component, raw: string[]): void {
  const tzid = zoneNameOf(parsed)
  if (tzid !== '' && zones.size < MAX_ZONES && !zones.has(tzid)) zones.set(tzid, { raw, parsed })
}

/** Reads line by line, because splitting a large file at once would double its memory. */
function* linesOf(text: string): Generator<string> {
  let from = text.startsWith('\uFEFF') ? 1 : 0
  while (from < text.length) {
    const at = text.indexOf('\n', from)
    const end = at < 0 ? text.length : at
    yield text.slice(from, text[end - 1] === '\r' ? end - 1 : end)
    from = end + 1
  }
}
