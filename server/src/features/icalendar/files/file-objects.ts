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

const startOf = ({ parsed }: FileComponent): string => firstOf(parsed, 'DTSTART')?.value.trim() ?? ''
const isSeries = ({ parsed }: FileComponent): boolean =>
  firstOf(parsed, 'RRULE') !== undefined || firstOf(parsed, 'RDATE') !== undefined

function objectsOf(group: readonly FileComponent[]): FileObject[] {
  const masters = latestOf(group.filter(each => occurrenceOf(each) === ''))
  const changes = new Map<string, FileComponent>()
  for (const each of group) {
    const at = occurrenceOf(each)
    const other = changes.get(at)
    if (at !== '' && (!other || sequenceOf(each) >= sequenceOf(other))) changes.set(at, each)
  }
  if (masters.length === 0) return [...changes.values()].map(alone)
  const members = new Map(masters.map(master => [master, [master]]))
  for (const change of changes.values()) members.get(seriesOf(change, masters))?.push(change)
  // The first series keeps the UID, which is the one that a calendar app knows.
  const first = masters.find(isSeries) ?? masters[0]
  const numbers = new Map<string, number>()
  return [...members].map(([master, all]) => {
    if (master === first) return objectOf(all)
    const content = `${startOf(master)} ${titleOf(master.parsed)}`
    const number = (numbers.get(content) ?? 0) + 1
    numbers.set(content, number)
    const uid = `${uidOf(master).slice(0, 200)}/${hashOf(`${uidOf(master)} ${content} ${number}`)}`
    return objectOf(all.map(each => withOwnUid(each, uid)))
  })
}

/**
 * Some programs give many events the same UID, so components without RECURRENCE-ID are separate objects. A component is
 * only left out if it is a copy, or an earlier version (SEQUENCE) with the same start or title.
 */
function latestOf(masters: readonly FileComponent[]): FileComponent[] {
  const copies = new Map<string, FileComponent>()
  for (const each of masters) copies.set(contentOf(each), each)
  const sorted = [...copies.values()]
  const newest = (keyOf: (component: FileComponent) => string) => {
    const found = new Map<string, number>()
    for (const each of sorted) found.set(keyOf(each), Math.max(sequenceOf(each), found.get(keyOf(each)) ?? 0))
    return (each: FileComponent) => sequenceOf(each) >= (found.get(keyOf(each)) ?? 0)
  }
  const [byStart, byTitle] = [newest(startOf), newest(({ parsed }) => titleOf(parsed))]
  return sorted.filter(each => byStart(each) && byTitle(each))
}

const contentOf = ({ raw }: FileComponent): string =>
  raw.filter(line => !/^DTSTAMP[:;]/i.test(line)).join('\n')
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Returns the latest series that begins before the occurrence. */
function seriesOf(change: FileComponent, masters: readonly FileComponent[]): FileComponent {
  const all = masters.filter(isSeries)
  const day = (text: string) => text.slice(0, 8)
  const before = all
    .filter(each => day(startOf(each)) <= day(occurrenceOf(change)))
    .reduce<FileComponent | undefined>(
      (last, each) => (last && startOf(last) >= startOf(each) ? last : each),
      undefined,
    )
  return before ?? all[0] ?? (masters[0] as FileComponent)
}

function withOwnUid(component: FileComponent, uid: string): FileComponent {
  const { parsed } = component
  const [begin = '', ...rest] = withoutLines(component.raw, /^UID[:;]/i)
  const kept = parsed.properties.filter(({ name }) => name !== 'UID')
  return {
    ...component,
    raw: [begin, `UID:${uid}`, ...rest],
    parsed: { ...parsed, properties: [property('UID', uid), ...kept] },
  }
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
    line: components.reduce((least, each) => Math.min(least, each.line), first.line),
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
