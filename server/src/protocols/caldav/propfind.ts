// Returns the properties of a resource and, with depth 1, of its children. Also handles principal searches.
import {
  type Collection,
  type Listed,
  PreconditionFault,
} from '../../features/icalendar/objects/collection.ts'
import { notFound } from '../../platform/kernel/errors.ts'
import { homeOf, objectPath, ROOT } from './address.ts'
import type { TextOf } from './data/calendar-data.ts'
import { sendMultistatus } from './multistatus.ts'
import {
  collectionHref,
  collectionProperties,
  homeProperties,
  objectProperties,
  response,
  rootProperties,
  tagAndText,
  type Wanted,
  wantsTagAndText,
} from './properties.ts'
import { bodyXml, type DavRequest, depthOf, prefersMinimal, requireCollection, wantedIn } from './request.ts'
import { CALDAV, child, DAV, d, document, element, is, type XmlElement } from './xml.ts'

export async function propfind(request: DavRequest): Promise<unknown> {
  const { address, person, objects, actor, reply, canWrite } = request
  const depth = depthOf(request, 'infinity')
  if (depth !== '0' && depth !== '1')
    return reply
      .code(403)
      .type('application/xml; charset=utf-8')
      .send(document('error', d('propfind-finite-depth')))
  const wanted = wantedIn(bodyXml(request))
  const isMinimal = prefersMinimal(request)
  const write = (path: string, properties: Parameters<typeof response>[1]) =>
    response(path, properties, wanted, isMinimal)
  const home = () => write(homeOf(person.id), homeProperties(person, canWrite))
  const collection = async (each: Collection) =>
    write(
      collectionHref(person, each),
      collectionProperties(person, each, {
        position: await objects.position(each),
        canWrite: canWrite && each.source === 'own',
        stored: await objects.properties(actor, each.id),
      }),
    )
  const deep = depth === '1'
  if (address.kind === 'root')
    return sendMultistatus(reply, [write(ROOT, rootProperties(person)), ...(deep ? [home()] : [])])
  if (address.kind === 'home') {
    const inside = deep ? await objects.collections(actor) : []
    const responses = [home()]
    for (const each of inside) responses.push(await collection(each))
    return sendMultistatus(reply, responses)
  }
  const found = await requireCollection(request)
  if (address.kind === 'object') {
    const listed = await objects.named(found, [address.name])
    if (listed.length === 0) throw notFound('There is no such object.')
    return sendMultistatus(reply, objectResponses(request, found, listed, wanted, isMinimal))
  }
  const own = await collection(found)
  if (!deep) return sendMultistatus(reply, [own])
  async function* inside() {
    for await (const listed of objects.listAll(found))
      yield* objectResponses(request, found, listed, wanted, isMinimal)
  }
  return sendMultistatus(reply, withFirst(own, inside()))
}

const SEARCHED: [namespace: string, name: string][] = [
  [DAV, 'displayname'],
  [CALDAV, 'calendar-user-address-set'],
]

/**
 * Handles REPORT requests for the root or a home (RFC 3744, 9.4 and 9.5). A search finds only the caller, because other
 * people are private.
 */
export function searchPrincipals(request: DavRequest, body: XmlElement): unknown {
  const { person, reply, canWrite } = request
  if (is(body, DAV, 'principal-search-property-set')) {
    const found = SEARCHED.map(([namespace, name]) =>
      d('principal-search-property', d('prop', element(namespace, name))),
    )
    const answer = document('principal-search-property-set', found.join(''))
    return reply.type('application/xml; charset=utf-8').send(answer)
  }
  if (!is(body, DAV, 'principal-property-search'))
    throw new PreconditionFault('supported-report', `The report ${body.name.slice(0, 40)} is not supported.`)
  const isFound = (search: XmlElement) => {
    const sought = child(search, DAV, 'match')?.text.trim().toLowerCase() ?? ''
    const asked = child(search, DAV, 'prop')?.children ?? []
    const isSearched = ([namespace, name]: (typeof SEARCHED)[number]) =>
      asked.some(each => is(each, namespace, name))
    return SEARCHED.some(isSearched) && (person.email ?? '').toLowerCase().includes(sought)
  }
  const searches = body.children.filter(each => is(each, DAV, 'property-search'))
  const matches = body.attributes.get('test') === 'anyof' ? searches.some(isFound) : searches.every(isFound)
  const own = () =>
    response(homeOf(person.id), homeProperties(person, canWrite), wantedIn(body), prefersMinimal(request))
  return sendMultistatus(reply, matches ? [own()] : [])
}

async function* withFirst(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

const NEEDS_TEXT = new Set([`${CALDAV} calendar-data`, `${DAV} getcontentlength`])

/** Reads the iCalendar texts only if a requested property needs them. */
export async function* objectResponses(
  { person, objects, canWrite }: DavRequest,
  collection: Collection,
  listed: readonly Listed[],
  wanted: Wanted,
  isMinimal: boolean,
  textOf?: TextOf,
): AsyncGenerator<string> {
  const path = (name: string) => objectPath(person.id, collection.id, name)
  if (wanted.kind === 'names' || !wanted.names.some(name => NEEDS_TEXT.has(name))) {
    for (const each of listed)
      yield response(path(each.name), objectProperties(person, collection, each, canWrite), wanted, isMinimal)
    return
  }
  const isShort = wantsTagAndText(wanted)
  for await (const each of objects.read(collection, listed)) {
    const text = textOf ? await textOf(each) : each.text
    if (isShort) {
      yield tagAndText(path(each.name), each.version, text)
      continue
    }
    const properties = objectProperties(person, collection, each, canWrite, () => text)
    yield response(path(each.name), properties, wanted, isMinimal)
  }
}
