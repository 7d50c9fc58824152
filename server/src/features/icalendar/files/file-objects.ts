// Groups the components of a file into calendar objects: a series with its changed occurrences is one object.
import { createHash } from 'node:crypto'
import type { ImportLossKind } from '@daymark/contract/calendars/imports'
import { titleOf } from '../mapping/component-text.ts'
import { PRODID } from '../mapping/object-text.ts'
import { type Component, firstOf, paramOf, property } from '../text/content-line.ts'
import { type FileComponent, type FileProblem, readComponents } from './file-components.ts'

export interface FileObject {
  kind: 'schedule' | 'todo'
  uid: string
  /** The line number of the first component's BEGIN. */
  line: number
  title: string
  text: string
  /** The components and the time zone definitions that they use. */
  calendar: Component
  /**
   * The original UID and text of an occurrence whose series is not in the file. The object itself has a different UID.
   * Null for all other objects.
   */
  series: { uid: string; text: string } | null
}

export interface FileObjects {
  /** The number of calendars, which is 0 if the text is not a calendar. */
  calendars: number
  objects: FileObject[]
  problems: FileProblem[]
  losses: Map<ImportLossKind, number>
}

const KINDS: Record<string, FileObject['kind']> = { VEVENT: 'schedule', VTODO: 'todo' }
const LOST: Record<string, ImportLossKind> = { VJOURNAL: 'journals', VFREEBUSY: 'free_busy' }

export function readFile(text: string): FileObjects {
  const groups = new Map<string, FileComponent[]>()
  const problems: FileProblem[] = []
  const losses = new Map<ImportLossKind, number>()
  const lose = (what: ImportLossKind) => losses.set(what, (losses.get(what) ?? 0) + 1)

  const { calendars } = readComponents(
    text,
    component => {
      if (!KINDS[component.name]) return lose(LOST[component.name] ?? 'other_components')
      const has = (name: string) => firstOf(component.parsed, name) !== undefined
      if (has('ATTENDEE')) lose('attendees')
      if (has('ATTACH')) lose('attachments')
      const named = withUid(component)
      const key = `${named.name} ${uidOf(named)}`
      const group = groups.get(key)
      if (group) group.push(named)
      else groups.set(key, [named])
    },
    problem => problems.push(problem),
  )
  return { calendars, objects: [...groups.values()].flatMap(objectsOf), problems, losses }
}

/** If a component has no UID, uses a hash of its content, so that the next import recognizes the component. */
function withUid(component: FileComponent): FileComponent {
  if (uidOf(component) !== '') return component
  const [begin = '', ...rest] = component.raw
  const lines = rest.filter(line => !/^DTSTAMP[:;]/i.test(line))
  const uid = `import-${createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 32)}`
  const { parsed } = component
  return {
    ...component,
    raw: [begin, `UID:${uid}`, ...rest],
    parsed: { ...parsed, properties: [property('UID', uid), ...parsed.properties] },
  }
}

const uidOf = ({ parsed }: FileComponent): string => firstOf(parsed, 'UID')?.value.trim() ?? ''
const occurrenceOf = ({ parsed }: FileComponent): string =>
  firstOf(parsed, 'RECURRENCE-ID')?.value.trim() ?? ''
const sequenceOf = ({ parsed }: FileComponent): number => Number(firstOf(parsed, 'SEQUENCE')?.value ?? 0) || 0

/** Keeps only the component with the highest SEQUENCE among those with the same UID and RECURRENCE-ID. */
function objectsOf(group: readonly FileComponent[]): FileObject[] {
  const latest = new Map<string, FileComponent>()
  for (const each of group) {
    const other = latest.get(occurrenceOf(each))
    if (!other || sequenceOf(each) >= sequenceOf(other)) latest.set(occurrenceOf(each), each)
  }
  const components = [...latest.values()]
  return latest.has('')
    ? [objectOf(components.sort((a, b) => Number(occurrenceOf(a) !== '') - Number(occurrenceOf(b) !== '')))]
    : components.map(alone)
}

/**
 * Makes a separate object of an occurrence without its series. If it is an event whose series exists in Daymark, the
 * import merges the two.
 */
function alone(component: FileComponent): FileObject {
  const { uid, text } = objectOf([component])
  const own = `${uid}/${occurrenceOf(component)}`
  const { parsed } = component
  const [begin = '', ...rest] = withoutLines(component.raw, /^(?:UID|RECURRENCE-ID)[:;]/i)
  const kept = parsed.properties.filter(({ name }) => name !== 'UID' && name !== 'RECURRENCE-ID')
  const changed = {
    ...component,
    raw: [begin, `UID:${own}`, ...rest],
    parsed: { ...parsed, properties: [property('UID', own), ...kept] },
  }
  return { ...objectOf([changed]), series: { uid, text } }
}

/** Removes the lines of a property, including continuation lines. */
function withoutLines(lines: readonly string[], name: RegExp): string[] {
  let dropping = false
  return lines.filter(line => {
    if (!/^[ \t]/.test(line)) dropping = name.test(line)
    return !dropping
  })
}

/** Reads parsed properties instead of lines, because a line may be folded inside a TZID. */
const zonesIn = ({ properties, components }: Component): string[] => [
  ...properties.flatMap(each => paramOf(each, 'TZID')?.trim() ?? []),
  ...components.flatMap(zonesIn),
]

function objectOf(components: readonly FileComponent[]): FileObject {
  const [first] = components as [FileComponent]
  const lines = components.flatMap(each => each.raw)
  const used = new Set(components.flatMap(({ parsed }) => zonesIn(parsed)))
  const zones = [...first.calendar.zones].filter(([tzid]) => used.has(tzid))
  const all = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODID}`,
    ...zones.flatMap(([, { raw }]) => raw),
    ...lines,
    'END:VCALENDAR',
    '',
  ]
  return {
    kind: KINDS[first.name] ?? 'schedule',
    uid: uidOf(first),
    line: Math.min(...components.map(each => each.line)),
    title: titleOf(first.parsed),
    text: all.join('\r\n'),
    calendar: {
      name: 'VCALENDAR',
      properties: [],
      components: [...zones.map(([, { parsed }]) => parsed), ...components.map(each => each.parsed)],
    },
    series: null,
  }
}
