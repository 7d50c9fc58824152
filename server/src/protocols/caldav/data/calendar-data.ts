// A report may request only some components and properties, or the occurrences in a time window.
import type { CalendarObject } from '../../../features/icalendar/objects/read.ts'
import { type Component, parseCalendar, writeCalendar } from '../../../features/icalendar/text/content-line.ts'
import { pauses } from '../../../platform/kernel/concurrency/in-turns.ts'
import { readTimeRange } from '../filter.ts'
import type { DavRequest } from '../request.ts'
import { CALDAV, child, DAV, is, type XmlElement } from '../xml.ts'
import { expandedText, limitedText } from './occurrences.ts'
import { expandedTask } from './task-rounds.ts'

export type TextOf = (object: CalendarObject) => string | Promise<string>

/** Returns undefined if the client wants the whole text, as most do. */
export async function requestedText(
  { objects, actor }: Pick<DavRequest, 'objects' | 'actor'>,
  body: XmlElement,
): Promise<TextOf | undefined> {
  const data = child(child(body, DAV, 'prop'), CALDAV, 'calendar-data')
  const [expand, limit] = ['expand', 'limit-recurrence-set'].map(name =>
    readTimeRange(child(data, CALDAV, name)),
  )
  const root = child(data, CALDAV, 'comp')
  const wanted = root && nameOf(root) === 'VCALENDAR' ? readSelection(root) : undefined
  if (!expand && !limit && !wanted) return undefined
  const zone = await objects.ownerZone(actor)
  const inWindow: TextOf = ({ text, event }) => {
    if (expand) return event ? expandedText(text, event, expand, zone) : expandedTask(text, expand, zone)
    return limit && event ? limitedText(text, event, limit, zone) : text
  }
  const pause = pauses()
  return async object => {
    await pause()
    const text = await inWindow(object)
    return wanted ? writeCalendar(selected(parseCalendar(text), wanted)) : text
  }
}

/** The parts that a `comp` element selects. */
interface Selection {
  /** Undefined means all. */
  properties: ReadonlyMap<string, { hasValue: boolean }> | undefined
  components: ReadonlyMap<string, Selection> | undefined
}

const nameOf = ({ attributes }: XmlElement): string => attributes.get('name')?.toUpperCase() ?? ''

/** An empty element selects the whole component. */
function readSelection(comp: XmlElement): Selection {
  const { children } = comp
  const all = (name: string) => children.length === 0 || child(comp, CALDAV, name) !== undefined
  const named = (kind: string) => children.filter(each => is(each, CALDAV, kind))
  const hasValue = (prop: XmlElement) => prop.attributes.get('novalue') !== 'yes'
  return {
    properties: all('allprop')
      ? undefined
      : new Map(named('prop').map(each => [nameOf(each), { hasValue: hasValue(each) }])),
    components: all('allcomp')
      ? undefined
      : new Map(named('comp').map(each => [nameOf(each), readSelection(each)])),
  }
}

function selected(component: Component, { properties, components }: Selection): Component {
  return {
    name: component.name,
    properties: component.properties.flatMap(property => {
      if (!properties) return [property]
      const asked = properties.get(property.name)
      return asked ? [asked.hasValue ? property : { ...property, value: '' }] : []
    }),
    components: component.components.flatMap(inner => {
      if (!components) return [inner]
      const asked = components.get(inner.name)
      return asked ? [selected(inner, asked)] : []
    }),
  }
}
