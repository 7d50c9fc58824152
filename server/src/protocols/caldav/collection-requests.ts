// MKCALENDAR, extended MKCOL, PROPPATCH and DELETE of collections. A collection of tasks is a todo group.
import { type Collection, groupOf, PreconditionFault } from '../../features/icalendar/objects/collection.ts'
import { invalid, notFound } from '../../platform/kernel/errors.ts'
import { sendMultistatus } from './multistatus.ts'
import { collectionHref, nameOf } from './properties.ts'
import { bodyXml, type DavRequest, requireCollection, requireWrite } from './request.ts'
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
const MAX_NAME = 255
const MAX_VALUE = 4_096

export async function makeCollection(request: DavRequest): Promise<unknown> {
  const { address, objects, actor, reply, raw } = request
  requireWrite(request)
  if (address.kind !== 'collection')
    throw new PreconditionFault('need-privileges', 'Collections can be created only in your calendar home.')
  if (await objects.collection(actor, address.collection)) return reply.code(405).send()
  const body = bodyXml(request)
  const props = child(child(body, DAV, 'set'), DAV, 'prop')
  const isCalendar =
    raw.method === 'MKCALENDAR' || child(child(props, DAV, 'resourcetype'), CALDAV, 'calendar') !== undefined
  const components = child(props, CALDAV, 'supported-calendar-component-set')?.children.map(each =>
    each.attributes.get('name')?.toUpperCase(),
  )
  if (!isCalendar || (components && !components.includes('VTODO')))
    throw new PreconditionFault(
      'supported-calendar-component',
      'New collections contain tasks (VTODO) only; there is one collection of events.',
    )
  const name = nameFrom(child(props, DAV, 'displayname')?.text ?? '') || address.collection
  const color = colorIn(child(props, APPLE, 'calendar-color')?.text)
  await objects.createGroup(actor, {
    id: groupOf(address.collection),
    segment: address.collection,
    name,
    color,
  })
  const rest = props?.children.filter(each => ![DISPLAYNAME, COLOR].includes(nameOf(each))) ?? []
  const collection = await objects.collection(actor, address.collection)
  for (const each of rest)
    if (collection && !isProtected(each))
      await objects.setProperty(actor, collection.id, nameOf(each), contentOf(each))
  return reply.code(201).header('cache-control', 'no-cache').send()
}

/** Shortens a name that is too long, without splitting an emoji. */
const nameFrom = (text: string): string => Array.from(text.trim()).slice(0, MAX_NAME).join('').trim()

/** Clients write #RRGGBBAA, and a few of them the name of a color. */
const colorIn = (text: string | undefined): string | undefined =>
  COLOR_NAMES[text?.trim().toLowerCase() ?? ''] ??
  /^\s*(#[0-9a-f]{6})(?:[0-9a-f]{2})?\s*$/i.exec(text ?? '')?.[1]?.toUpperCase()

const COLOR_NAMES: Record<string, string | undefined> = {
  ...{ black: '#000000', silver: '#C0C0C0', gray: '#808080', white: '#FFFFFF', maroon: '#800000' },
  ...{ red: '#FF0000', purple: '#800080', fuchsia: '#FF00FF', green: '#008000', lime: '#00FF00' },
  ...{ olive: '#808000', yellow: '#FFFF00', navy: '#000080', blue: '#0000FF', teal: '#008080' },
  ...{ aqua: '#00FFFF', orange: '#FFA500', pink: '#FFC0CB', brown: '#A52A2A', grey: '#808080' },
}

/** Properties that the server computes. */
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
])
const isProtected = ({ namespace, name }: XmlElement): boolean =>
  PROTECTED.has(name) && [DAV, CALDAV, CALENDARSERVER].includes(namespace)

export async function proppatch(request: DavRequest): Promise<unknown> {
  const { person, reply } = request
  requireWrite(request)
  const collection = await requireCollection(request)
  const body = bodyXml(request)
  const changes = (body?.children ?? []).flatMap(action =>
    (child(action, DAV, 'prop')?.children ?? []).map(each => ({
      property: each,
      removes: action.name === 'remove',
    })),
  )
  const names = (list: typeof changes) =>
    list.map(({ property }) => element(property.namespace, property.name)).join('')
  const isNoColor = ({ property, removes }: (typeof changes)[number]) =>
    !removes && nameOf(property) === COLOR && property.text.trim() !== '' && !colorIn(property.text)
  const isRefused = ({ property }: (typeof changes)[number]) =>
    isProtected(property) || contentOf(property).length > MAX_VALUE
  const path = collectionHref(person, collection)
  const answer = (failed: typeof changes, reason: string) => {
    const others = changes.filter(each => !failed.includes(each))
    const propstats =
      d('propstat', d('prop', names(failed)) + reason) +
      (others.length > 0 ? d('propstat', d('prop', names(others)) + status(424)) : '')
    return sendMultistatus(reply, [d('response', href(path) + propstats)])
  }
  const refused = changes.filter(isRefused)
  if (refused.length > 0)
    return answer(refused, status(403) + d('error', d('cannot-modify-protected-property')))
  const unreadable = collection.group_id === null ? [] : changes.filter(isNoColor)
  if (unreadable.length > 0) return answer(unreadable, status(409))
  for (const { property, removes } of changes) await change(request, collection, property, removes)
  const done = d('propstat', d('prop', names(changes)) + status(200))
  return sendMultistatus(reply, [d('response', href(path) + done)])
}

async function change(
  { objects, actor }: DavRequest,
  collection: Collection,
  property: XmlElement,
  removes: boolean,
): Promise<void> {
  const name = nameOf(property)
  const group = collection.group_id
  if (group !== null && name === DISPLAYNAME && !removes) {
    const text = nameFrom(property.text)
    if (text === '') throw invalid('displayname', 'must not be empty')
    await objects.changeGroup(actor, group, { name: text })
  } else if (group !== null && name === COLOR && !removes) {
    const color = colorIn(property.text)
    if (color !== undefined) await objects.changeGroup(actor, group, { color })
  } else await objects.setProperty(actor, collection.id, name, removes ? null : contentOf(property))
}

/** The content of a property as XML, returned as it was stored. */
const contentOf = ({ text, children }: XmlElement): string =>
  children.length === 0
    ? escapeXml(text)
    : children.map(each => element(each.namespace, each.name, contentOf(each))).join('')

export async function removeCollection(
  { objects, actor }: DavRequest,
  collection: Collection,
): Promise<void> {
  if (!collection) throw notFound('There is no such collection.')
  await objects.removeCollection(actor, collection)
}
