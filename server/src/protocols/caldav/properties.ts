import {
  COMPONENT,
  type Collection,
  type CollectionSource,
  type Listed,
  type ListPosition,
  MAX_OBJECT_BYTES,
  PreconditionFault,
  placeLength,
} from '../../features/icalendar/objects/collection.ts'
import { collectionPath, homeOf, ROOT } from './address.ts'
import {
  APPLE,
  CALDAV,
  CALENDARSERVER,
  c,
  DAV,
  d,
  element,
  escapeXml,
  href,
  status,
  type XmlElement,
} from './xml.ts'

/** Namespace and name, separated by a space. */
export type PropertyName = string
export const nameOf = ({ namespace, name }: Pick<XmlElement, 'namespace' | 'name'>): PropertyName =>
  `${namespace} ${name}`

/** Maps each property to its content as XML. Functions run only if the property is requested. */
export type Properties = Record<PropertyName, string | (() => string)>

export interface Person {
  id: string
  email: string | null
}

const dav = (name: string): PropertyName => `${DAV} ${name}`
const caldav = (name: string): PropertyName => `${CALDAV} ${name}`

const privileges = (canWrite: boolean): string =>
  [
    ...['read', 'read-current-user-privilege-set'],
    ...(canWrite ? ['write', 'write-content', 'write-properties', 'bind', 'unbind'] : []),
  ]
    .map(name => d('privilege', d(name)))
    .join('')

const reports = (names: readonly [namespace: string, name: string][]): string =>
  names.map(([namespace, name]) => d('supported-report', d('report', element(namespace, name)))).join('')

const COLLECTION_REPORTS: [string, string][] = [
  [CALDAV, 'calendar-query'],
  [CALDAV, 'calendar-multiget'],
  [CALDAV, 'free-busy-query'],
  [DAV, 'sync-collection'],
]

const PEOPLE_REPORTS: [string, string][] = [
  [DAV, 'principal-property-search'],
  [DAV, 'principal-search-property-set'],
]

const known = new WeakMap<Person, Map<boolean, Properties>>()

/** Computes the owner's properties once for all objects in a request. */
function ownedOnce(person: Person, canWrite: boolean): Properties {
  const byRight = known.get(person) ?? new Map<boolean, Properties>()
  known.set(person, byRight)
  const found = byRight.get(canWrite) ?? owned(person, canWrite)
  byRight.set(canWrite, found)
  return found
}

/** Every resource has these properties, which identify its owner and the caller's rights. */
const owned = (person: Person, canWrite: boolean): Properties => ({
  [dav('current-user-principal')]: href(homeOf(person.id)),
  [dav('principal-URL')]: href(homeOf(person.id)),
  [dav('owner')]: href(homeOf(person.id)),
  [dav('principal-collection-set')]: href(ROOT),
  [dav('current-user-privilege-set')]: privileges(canWrite),
})

export const rootProperties = (person: Person): Properties => ({
  ...owned(person, false),
  [dav('resourcetype')]: d('collection'),
  [dav('displayname')]: 'Daymark',
  [caldav('calendar-home-set')]: href(homeOf(person.id)),
})

export const homeProperties = (person: Person, canWrite: boolean): Properties => ({
  ...owned(person, canWrite),
  [dav('resourcetype')]: d('collection') + d('principal'),
  [dav('displayname')]: escapeXml(person.email ?? 'Daymark'),
  [dav('supported-report-set')]: reports(PEOPLE_REPORTS),
  [caldav('calendar-home-set')]: href(homeOf(person.id)),
  [caldav('calendar-user-address-set')]:
    (person.email === null ? '' : href(`mailto:${person.email}`)) + href(homeOf(person.id)),
  [caldav('calendar-user-type')]: 'INDIVIDUAL',
})

const SYNC_PREFIX = 'urn:daymark:sync:'

/**
 * For the person's own calendar, the token contains a letter that says whether the calendar shows deadlines, so that
 * apps sync from scratch when the preference changes: `a` for all, `h` for hidden. Tokens of this calendar without a
 * letter, or with another one, come from earlier versions, which hid other events.
 */
const syncPrefix = ({ shows_deadlines, source, kind }: Collection): string =>
  `${SYNC_PREFIX}${source === 'own' && kind === 'schedule' ? (shows_deadlines ? 'a' : 'h') : ''}`

/** A position in the change log. During the first sync, also the last object that was sent. */
interface SyncPosition {
  position: number
  last?: ListPosition
}

export const syncToken = (collection: Collection, position: number, last?: ListPosition): string =>
  `${syncPrefix(collection)}${position}${last ? `:${last.place.join('_')}:${last.id}` : ''}`

const TOKEN = /^(\d{1,15})(?::(-?\d{1,16}(?:_-?\d{1,16})*):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?$/

export function readToken(text: string, collection: Collection): SyncPosition | undefined {
  if (text === '') return undefined
  const prefix = syncPrefix(collection)
  const [, position, numbers, id] = (text.startsWith(prefix) && TOKEN.exec(text.slice(prefix.length))) || []
  const place = numbers?.split('_').map(Number)
  if (position === undefined || (place && place.length !== placeLength(collection)))
    throw new PreconditionFault('valid-sync-token', 'This is not a sync token of this server.')
  return { position: Number(position), ...(place && id !== undefined && { last: { place, id } }) }
}

export const collectionProperties = (
  person: Person,
  collection: Collection,
  {
    position,
    canWrite,
    stored,
  }: { position: number; canWrite: boolean; stored: ReadonlyMap<string, string> },
): Properties => ({
  ...owned(person, canWrite),
  ...Object.fromEntries(stored),
  [dav('resourcetype')]: d('collection') + c('calendar'),
  [dav('displayname')]: stored.get(dav('displayname')) ?? escapeXml(collection.name),
  [dav('getcontenttype')]: 'text/calendar; charset=utf-8',
  [dav('supported-report-set')]: reports(COLLECTION_REPORTS),
  [dav('sync-token')]: syncToken(collection, position),
  [`${CALENDARSERVER} getctag`]: escapeXml(`"${syncToken(collection, position)}"`),
  [`${APPLE} calendar-color`]: stored.get(`${APPLE} calendar-color`) ?? `${colorOf(collection)}FF`,
  [`${APPLE} calendar-order`]: stored.get(`${APPLE} calendar-order`) ?? String(ORDER[collection.source]),
  ...(collection.description !== null && {
    [caldav('calendar-description')]: escapeXml(collection.description),
  }),
  [caldav('supported-calendar-component-set')]: `<c:comp name="${COMPONENT[collection.kind]}"/>`,
  [caldav('supported-calendar-data')]: '<c:calendar-data content-type="text/calendar" version="2.0"/>',
  [caldav('supported-collation-set')]:
    c('supported-collation', 'i;ascii-casemap') + c('supported-collation', 'i;octet'),
  [caldav('max-resource-size')]: String(MAX_OBJECT_BYTES),
  [caldav('min-date-time')]: '19000101T000000Z',
  [caldav('max-date-time')]: '22001231T235959Z',
})

/** Defaults for collections without their own color, so that apps do not choose a different one on every device. */
const COLORS: Record<CollectionSource, string> = {
  ...{ own: '#4F86C6', shared: '#8E7CC3', holidays: '#C0504D', subscription: '#5F6B7A' },
}
const ORDER: Record<CollectionSource, number> = { own: 1, shared: 2, holidays: 3, subscription: 4 }
const colorOf = ({ color, source }: Collection): string => color ?? COLORS[source]

export const tagOf = (version: number): string => `"${version}"`

const ETAG = dav('getetag')
const DATA = caldav('calendar-data')

export const objectProperties = (
  person: Person,
  collection: Collection,
  { version, updated_at }: Pick<Listed, 'version' | 'updated_at'>,
  canWrite: boolean,
  text?: () => string,
): Properties => ({
  ...ownedOnce(person, canWrite),
  [dav('resourcetype')]: '',
  [ETAG]: escapeXml(tagOf(version)),
  [dav('getcontenttype')]: `text/calendar; charset=utf-8; component=${COMPONENT[collection.kind]}`,
  [dav('getlastmodified')]: () => new Date(updated_at).toUTCString(),
  ...(text && {
    [DATA]: () => escapeXml(text()),
    [dav('getcontentlength')]: () => String(Buffer.byteLength(text())),
  }),
})

const ETAG_AND_DATA = [ETAG, DATA].sort().join()

/** True if only the ETag and the iCalendar text are wanted, as in almost every query and sync. */
export const wantsTagAndText = (wanted: Wanted): boolean =>
  wanted.kind === 'some' && wanted.names.length === 2 && wanted.names.toSorted().join() === ETAG_AND_DATA

/** Writes an object's response without the cost of computing all other properties. */
export const tagAndText = (path: string, version: number, text: string): string =>
  `<d:response>${href(path)}<d:propstat><d:prop><d:getetag>&quot;${version}&quot;</d:getetag><c:calendar-data>${escapeXml(text)}</c:calendar-data></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`

/**
 * `some`: the named properties. `all`: all usual properties and the named ones. `names`: the names of all usual
 * properties.
 */
export type Wanted = { kind: 'names' } | { kind: 'some' | 'all'; names: readonly PropertyName[] }

/** Expensive or long, so `allprop` omits them unless the request includes them. */
const NOT_IN_ALL = new Set([caldav('calendar-data'), dav('getcontentlength'), dav('supported-report-set')])

export function response(path: string, properties: Properties, wanted: Wanted, isMinimal = false): string {
  let found = ''
  let missing = ''
  for (const name of namesOf(properties, wanted)) {
    const space = name.indexOf(' ')
    const [namespace, local] = [name.slice(0, space), name.slice(space + 1)]
    const value = properties[name]
    if (value === undefined) missing += element(namespace, local)
    else
      found += element(
        namespace,
        local,
        wanted.kind === 'names' ? '' : typeof value === 'function' ? value() : value,
      )
  }
  const propstats =
    (found || missing === '' || isMinimal
      ? d('propstat', (found ? d('prop', found) : '<d:prop/>') + status(200))
      : '') + (missing && !isMinimal ? d('propstat', d('prop', missing) + status(404)) : '')
  return d('response', href(path) + propstats)
}

function namesOf(properties: Properties, wanted: Wanted): Iterable<PropertyName> {
  if (wanted.kind === 'some') return wanted.names
  const all = Object.keys(properties)
  return wanted.kind === 'names'
    ? all
    : new Set([...all.filter(name => !NOT_IN_ALL.has(name)), ...wanted.names])
}

export const collectionHref = (person: Person, collection: Collection): string =>
  collectionPath(person.id, collection.id)
