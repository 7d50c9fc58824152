// Handles calendar-query, calendar-multiget, sync-collection and free-busy-query.
import { PRODID } from '../../features/icalendar/mapping/object-text.ts'
import {
  type Collection,
  type Listed,
  type Placed,
  PreconditionFault,
} from '../../features/icalendar/objects/collection.ts'
import type { CalendarObject } from '../../features/icalendar/objects/read.ts'
import { parseCalendar, property, writeCalendar } from '../../features/icalendar/text/content-line.ts'
import { utcText } from '../../features/icalendar/text/value.ts'
import { zoneFinder } from '../../features/icalendar/text/zone-id.ts'
import type { Place } from '../../platform/kernel/concurrency/heavy-work.ts'
import { mapInTurns, pauses } from '../../platform/kernel/concurrency/in-turns.ts'
import { rejected } from '../../platform/kernel/errors.ts'
import { collectionPath, objectPath, readHref } from './address.ts'
import { requestedText, type TextOf } from './data/calendar-data.ts'
import { type Busy, busyIn, busyTimes, instancesIn, instantsIn } from './data/occurrences.ts'
import { roundTimesIn } from './data/task-rounds.ts'
import {
  eventWindow,
  FilterFault,
  givenZone,
  isWanted,
  matches,
  readTimeRange,
  requireValid,
} from './filter.ts'
import { sendMultistatus } from './multistatus.ts'
import {
  objectProperties,
  readToken,
  response,
  syncToken,
  tagAndText,
  type Wanted,
  wantsTagAndText,
} from './properties.ts'
import { objectResponses, searchPrincipals } from './propfind.ts'
import {
  bodyXml,
  type DavRequest,
  prefersMinimal,
  requireCollection,
  requireObject,
  wantedIn,
} from './request.ts'
import type { TimeWindow } from './time-filter.ts'
import { CALDAV, child, DAV, d, href, is, status, type XmlElement } from './xml.ts'

const DAY = 86_400_000

/** A report that has a place among the heavy requests, until its response was read. */
interface ReportRequest extends DavRequest {
  place: Place
}

export async function report(request: DavRequest): Promise<unknown> {
  const { heavy, actor, reply } = request
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort(rejected('The request was aborted.')))
  const place = await heavy.enter(actor.id, gone.signal)
  // A stream that nobody reads never ends by itself.
  gone.signal.addEventListener('abort', place.leave)
  try {
    return await reportIn({ ...request, place })
  } catch (error) {
    place.leave()
    throw error
  }
}

async function reportIn(request: ReportRequest): Promise<unknown> {
  const body = bodyXml(request)
  if (!body) throw new FilterFault('The report is missing.')
  if (['root', 'home'].includes(request.address.kind)) return searchPrincipals(request, body)
  const collection = await requireCollection(request)
  await requireObject(request, collection)
  if (is(body, CALDAV, 'calendar-query')) return calendarQuery(request, collection, body)
  if (is(body, CALDAV, 'calendar-multiget')) return multiget(request, collection, body)
  const isOfCollection = request.address.kind === 'collection'
  if (isOfCollection && is(body, DAV, 'sync-collection')) return syncCollection(request, collection, body)
  if (isOfCollection && is(body, CALDAV, 'free-busy-query')) return freeBusy(request, collection, body)
  throw new PreconditionFault('supported-report', `The report ${body.name.slice(0, 40)} is not supported.`)
}

async function calendarQuery(request: ReportRequest, collection: Collection, body: XmlElement) {
  const { objects, actor, reply, address, place } = request
  const name = address.kind === 'object' ? address.name : undefined
  const filter = child(body, CALDAV, 'filter')
  if (!filter) throw new FilterFault('A calendar-query needs a filter.')
  // Before anything is read, because a fault that is found later would end a response that has already begun.
  requireValid(filter)
  const { window, rest } = eventWindow(filter)
  const zone = givenZone(body) ?? (await objects.ownerZone(actor))
  const isEvents = collection.kind === 'schedule'
  async function* listed() {
    if (!filter || !isWanted(filter, collection)) return
    if (name !== undefined) yield await objects.named(collection, [name])
    else if (isEvents && window)
      yield await objects.inRange(collection, { from: window.from - DAY, to: window.to + DAY })
    else yield* objects.listAll(collection)
  }
  const wanted = wantedIn(body)
  const textOf = await requestedText(request, body)
  const isPlain = isEvents && !window && !rest && !textOf
  async function* responses() {
    for await (const some of listed())
      yield* isPlain
        ? objectResponses(request, collection, some, wanted, prefersMinimal(request))
        : matching(some)
  }
  async function* matching(some: readonly Listed[]) {
    const pause = pauses()
    for await (const object of objects.read(collection, some)) {
      await pause()
      await place.pass()
      if (window && object.event && instancesIn(object.event, window, zone).length === 0) continue
      const needsText = rest || !isEvents
      if (needsText) {
        const { event } = object
        const calendar = parseCalendar(object.text)
        const instances = (range: TimeWindow) =>
          event ? instantsIn(event, range, zone) : roundTimesIn(calendar, range, zone)
        const context = { zone, findZone: zoneFinder(calendar), instances }
        if (!matches(calendar, filter as XmlElement, context)) continue
      }
      yield await objectResponse(request, collection, object, wanted, textOf)
    }
  }
  return sendMultistatus(reply, responses(), place)
}

async function objectResponse(
  request: DavRequest,
  collection: Collection,
  object: CalendarObject,
  wanted: Wanted,
  textOf: TextOf | undefined,
): Promise<string> {
  const { person, canWrite } = request
  const text = textOf ? await textOf(object) : object.text
  const path = objectPath(person.id, collection.id, object.name)
  if (wantsTagAndText(wanted)) return tagAndText(path, object.version, text)
  return response(
    path,
    objectProperties(person, collection, object, canWrite, () => text),
    wanted,
    prefersMinimal(request),
  )
}

const MAX_HREFS = 20_000
const MAX_BUSY_DAYS = 1_100
/** If there are more busy times, they are merged to limit memory. */
const MAX_UNMERGED = 10_000

async function multiget(request: ReportRequest, collection: Collection, body: XmlElement) {
  const { objects, person, reply, place } = request
  const hrefs = body.children.filter(each => is(each, DAV, 'href')).map(each => each.text.trim())
  if (hrefs.length > MAX_HREFS) throw new FilterFault(`At most ${MAX_HREFS} objects can be read at once.`)
  const names = await mapInTurns(hrefs, text => {
    const address = readHref(text)
    return address?.kind === 'object' && address.user === person.id && address.collection === collection.id
      ? address.name
      : undefined
  })
  const listed = new Map(
    (await objects.named(collection, [...new Set(names.flatMap(name => name ?? []))])).map(each => [
      each.name,
      each,
    ]),
  )
  const wanted = wantedIn(body)
  const textOf = await requestedText(request, body)
  async function* responses() {
    for (const [index, name] of names.entries())
      if (name === undefined || !listed.has(name)) yield d('response', href(hrefs[index] ?? '') + status(404))
    for await (const object of objects.read(collection, [...listed.values()]))
      yield await objectResponse(request, collection, object, wanted, textOf)
  }
  return sendMultistatus(reply, responses(), place)
}

const MAX_RESULTS = 20_000

async function syncCollection(request: ReportRequest, collection: Collection, body: XmlElement) {
  const { objects, person, reply, place } = request
  const token = readToken(child(body, DAV, 'sync-token')?.text.trim() ?? '', collection)
  const asked = Number(child(child(body, DAV, 'limit'), DAV, 'nresults')?.text ?? MAX_RESULTS)
  const limit = Math.min(MAX_RESULTS, Number.isInteger(asked) && asked > 0 ? asked : MAX_RESULTS)
  const wanted = wantedIn(body)
  const path = collectionPath(person.id, collection.id)
  const finish = (next: string, more: boolean) =>
    (more ? d('response', href(path) + status(507) + d('error', d('number-of-matches-within-limits'))) : '') +
    d('sync-token', next)
  const isMinimal = prefersMinimal(request)
  const textOf = await requestedText(request, body)
  if (!token || token.last) {
    const position = token?.position ?? (await objects.position(collection))
    const listed: Placed[] = []
    for await (const some of objects.list(collection, token?.last)) {
      for (const each of some) listed.push(each)
      if (listed.length > limit) break
    }
    const page = listed.slice(0, limit)
    const last = page.at(-1)
    const more = listed.length > page.length
    const next = syncToken(collection, position, more ? last : undefined)
    return sendMultistatus(
      reply,
      followed(objectResponses(request, collection, page, wanted, isMinimal, textOf), finish(next, more)),
      place,
    )
  }
  const { present, left, more, position } = await objects.changes(collection, token.position, limit)
  const gone = left.map(name => d('response', href(objectPath(person.id, collection.id, name)) + status(404)))
  return sendMultistatus(
    reply,
    followed(
      objectResponses(request, collection, present, wanted, isMinimal, textOf),
      gone.join('') + finish(syncToken(collection, position), more),
    ),
    place,
  )
}

async function* followed(responses: AsyncIterable<string>, end: string): AsyncGenerator<string> {
  yield* responses
  yield end
}

async function freeBusy(request: ReportRequest, collection: Collection, body: XmlElement) {
  const { objects, actor, raw, reply, place } = request
  const window = readTimeRange(child(body, CALDAV, 'time-range'))
  if (!window) throw new FilterFault('A free-busy-query needs a time-range.')
  if (window.to - window.from > MAX_BUSY_DAYS * DAY)
    throw new FilterFault(`A free-busy-query may cover at most ${MAX_BUSY_DAYS} days.`)
  const zone = await objects.ownerZone(actor)
  const listed: Listed[] =
    collection.kind === 'schedule'
      ? await objects.inRange(collection, { from: window.from - DAY, to: window.to + DAY })
      : []
  let certain: Busy[] = []
  let tentative: Busy[] = []
  const pause = pauses()
  for await (const { event, text } of objects.read(collection, listed)) {
    await pause()
    await place.pass()
    if (!event) continue
    const busy = busyIn(text, event, window, zone)
    certain.push(...busy.certain)
    tentative.push(...busy.tentative)
    if (certain.length > MAX_UNMERGED) certain = busyTimes(certain, window)
    if (tentative.length > MAX_UNMERGED) tentative = busyTimes(tentative, window)
  }
  const periodsOf = (type: string, busy: readonly Busy[]) =>
    busyTimes(busy, window).map(({ start, end }) =>
      property('FREEBUSY', `${utcText(start)}/${utcText(end)}`, `;FBTYPE=${type}`),
    )
  const periods = [...periodsOf('BUSY', certain), ...periodsOf('BUSY-TENTATIVE', tentative)]
  const times = [property('DTSTART', utcText(window.from)), property('DTEND', utcText(window.to))]
  const stamp = property('DTSTAMP', utcText(raw.server.writeContext.clock.now()))
  const component = { name: 'VFREEBUSY', properties: [stamp, ...times, ...periods], components: [] }
  const calendar = {
    name: 'VCALENDAR',
    properties: [property('VERSION', '2.0'), property('PRODID', PRODID)],
    components: [component],
  }
  place.leave()
  return reply.type('text/calendar; charset=utf-8').send(writeCalendar(calendar))
}
