// Each task collection is a todo group.
import { type Collection, groupOf, PreconditionFault } from '../../features/icalendar/objects/collection.ts'
import type { CollectionChanges } from '../../features/icalendar/objects/collections.ts'
import { notFound } from '../../platform/kernel/errors.ts'
import type { StagedRequest } from '../../platform/kernel/staged-request.ts'
import { objectPath } from './address.ts'
import { sendMultistatus } from './multistatus.ts'
import { collectionHref, nameOf } from './properties.ts'
import { bodyXml, type DavRequest, requireCollection, requireObject, requireWrite } from './request.ts'
import {
  APPLE,
  CALDAV,
  CALENDARSERVER,
  child,
  DAV,
  d,
  element,
  escapeXml,
  href,
  status,
  type XmlElement,
} from './xml.ts'

const DISPLAYNAME = `${DAV} displayname`
const COLOR = `${APPLE} calendar-color`
const DESCRIPTION = `${CALDAV} calendar-description`
/** The todo group stores these properties of a task list. */
const OF_GROUP = [DISPLAYNAME, COLOR, DESCRIPTION]
const MAX_NAME = 255
const MAX_VALUE = 4_096
/** Limits namespace and name together, because PostgreSQL cannot index longer ones. */
const MAX_PROPERTY_NAME = 500
/** The fallback name for a list whose name and URL are blank. */
const UNNAMED = 'Tasks'

export async function makeCollection(request: DavRequest): Promise<unknown> {
  const { address, objects, reply, raw } = request
  requireWrite(request)
  if (address.kind !== 'collection')
    throw new PreconditionFault(
      'calendar-collection-location-ok',
      'Collections can be created only in your calendar home.',
    )
  const body = bodyXml(request)
  const props = child(child(body, DAV, 'set'), DAV, 'prop')
  const isCalendar =
    raw.method === 'MKCALENDAR' || child(child(props, DAV, 'resourcetype'), CALDAV, 'calendar') !== undefined
  const components = child(props, CALDAV, 'supported-calendar-component-set')?.children.map(each =>
    each.attributes.get('name')?.toUpperCase(),
  )
  if (!isCalendar || (components && (components.length === 0 || components.some(each => each !== 'VTODO'))))
    throw new PreconditionFault(
      'supported-calendar-component',
      'A new collection can only contain tasks (VTODO). All events are in one collection.',
    )
  const name = nameFrom(child(props, DAV, 'displayname')?.text ?? '') || nameFrom(address.collection)
  const color = colorIn(child(props, APPLE, 'calendar-color')?.text)
  const description = descriptionFrom(child(props, CALDAV, 'calendar-description')?.text ?? '')
  const given = props?.children ?? []
  const rest = given.filter(each => !OF_GROUP.includes(nameOf(each)))
  if (given.some(isTooLong)) throw new PreconditionFault('need-privileges', 'A property is too long.')
  const wanted = {
    ...{ id: groupOf(address.collection), segment: address.collection },
    ...{ name: name || UNNAMED, color, description },
  }
  const properties = rest
    .filter(each => !isProtected(each))
    .map(each => [nameOf(each), contentOf(each)] as const)
  const isNew = await request.write(tx => objects.createGroup(tx, wanted, properties))
  return isNew ? reply.code(201).header('cache-control', 'no-cache').send() : reply.code(405).send()
}

/** Truncates without splitting a surrogate pair. */
const nameFrom = (text: string): string =>
  Array.from(text.toWellFormed().trim()).slice(0, MAX_NAME).join('').trim()

const descriptionFrom = (text: string): string | null => text.toWellFormed() || null

/** Converts a color to #RRGGBB. Clients send #RRGGBBAA, and a few send a color name. */
const colorIn = (text: string | undefined): string | undefined =>
  COLOR_NAMES[text?.trim().toLowerCase() ?? ''] ??
  /^\s*(#[0-9a-f]{6})(?:[0-9a-f]{2})?\s*$/i.exec(text ?? '')?.[1]?.toUpperCase()

const COLOR_NAMES: Record<string, string | undefined> = {
  ...{ black: '#000000', silver: '#C0C0C0', gray: '#808080', white: '#FFFFFF', maroon: '#800000' },
  ...{ red: '#FF0000', purple: '#800080', fuchsia: '#FF00FF', green: '#008000', lime: '#00FF00' },
  ...{ olive: '#808000', yellow: '#FFFF00', navy: '#000080', blue: '#0000FF', teal: '#008080' },
  ...{ aqua: '#00FFFF', orange: '#FFA500', pink: '#FFC0CB', brown: '#A52A2A', grey: '#808080' },
}

/** Properties that the server computes, so that clients cannot set them. */
const PROTECTED = new Set([
  ...[
    'resourcetype',
    'getetag',
    'getctag',
    'sync-token',
    'owner',
    'current-user-principal',
    'getcontenttype',
  ],
  ...[
    'getlastmodified',
    'supported-report-set',
    'current-user-privilege-set',
    'principal-URL',
    'getcontentlength',
  ],
  ...['supported-calendar-component-set', 'supported-calendar-data', 'max-resource-size', 'calendar-data'],
  ...['principal-collection-set', 'supported-collation-set', 'min-date-time', 'max-date-time'],
  ...['calendar-home-set', 'calendar-user-address-set'],
])
const isProtected = ({ namespace, name }: XmlElement): boolean =>
  PROTECTED.has(name) && [DAV, CALDAV, CALENDARSERVER].includes(namespace)

const isTooLong = (property: XmlElement): boolean =>
  contentOf(property).length > MAX_VALUE || nameOf(property).length > MAX_PROPERTY_NAME

interface PropertyChange {
  property: XmlElement
  removes: boolean
}

/** Changes all properties or none. An object's properties cannot be changed. */
export async function proppatch(request: DavRequest): Promise<unknown> {
  const { person, reply, objects, address } = request
  requireWrite(request)
  const collection = await requireCollection(request)
  const name = address.kind === 'object' ? address.name : undefined
  await requireObject(request, collection)
  const body = bodyXml(request)
  const changes = (body?.children ?? []).flatMap(action =>
    (child(action, DAV, 'prop')?.children ?? []).map(
      (property): PropertyChange => ({ property, removes: action.name === 'remove' }),
    ),
  )
  const names = (list: readonly PropertyChange[]) =>
    list.map(({ property }) => element(property.namespace, property.name)).join('')
  const path =
    name === undefined ? collectionHref(person, collection) : objectPath(person.id, collection.id, name)
  const answer = (failed: readonly PropertyChange[], reason: string) => {
    const others = changes.filter(each => !failed.includes(each))
    const propstats =
      d('propstat', d('prop', names(failed)) + reason) +
      (others.length > 0 ? d('propstat', d('prop', names(others)) + status(424)) : '')
    return sendMultistatus(reply, [d('response', href(path) + propstats)])
  }
  const refused = changes.filter(
    ({ property }) => name !== undefined || isProtected(property) || isTooLong(property),
  )
  if (refused.length > 0)
    return answer(refused, status(403) + d('error', d('cannot-modify-protected-property')))
  const unreadable = collection.group_id === null ? [] : changes.filter(isUnreadable)
  if (unreadable.length > 0) return answer(unreadable, status(409))
  if (name === undefined)
    await request.write(tx => objects.changeCollection(tx, collection, changesOf(collection, changes)))
  const done = d('propstat', d('prop', names(changes)) + status(200))
  return sendMultistatus(reply, [d('response', href(path) + done)])
}

/** True for a value that a todo group does not allow: an empty name or an invalid color. */
function isUnreadable({ property, removes }: PropertyChange): boolean {
  if (removes) return false
  const { text } = property
  if (nameOf(property) === DISPLAYNAME) return nameFrom(text) === ''
  return nameOf(property) === COLOR && text.trim() !== '' && colorIn(text) === undefined
}

/** Separates a task list's name, color and description, which its todo group stores, from all other properties. */
function changesOf({ group_id }: Collection, changes: readonly PropertyChange[]): CollectionChanges {
  const group: CollectionChanges['group'] = {}
  const properties: [string, string | null][] = []
  for (const { property, removes } of changes) {
    const name = nameOf(property)
    const color = colorIn(property.text)
    const isOfGroup = group_id !== null && OF_GROUP.includes(name)
    properties.push([name, removes || isOfGroup ? null : contentOf(property)])
    if (!isOfGroup) continue
    if (name === DESCRIPTION) group.description = removes ? null : descriptionFrom(property.text)
    else if (name === DISPLAYNAME && !removes) group.name = nameFrom(property.text)
    else if (color !== undefined && !removes) group.color = color
  }
  return { group, properties }
}

/** Returns the property's content as XML without attributes, to send it back later. */
const contentOf = ({ text, children }: XmlElement): string =>
  children.length === 0
    ? escapeXml(text)
    : children.map(each => element(each.namespace, each.name, contentOf(each))).join('')

export async function removeCollection(
  { objects, write }: DavRequest,
  collection: Collection,
): Promise<StagedRequest | undefined> {
  if (!collection) throw notFound('There is no such collection.')
  return write(tx => objects.removeCollection(tx, collection))
}
