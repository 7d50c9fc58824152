import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Collection, PreconditionFault } from '../../features/icalendar/objects/collection.ts'
import type { CalendarObjectService } from '../../features/icalendar/objects/service.ts'
import { utf8Text } from '../../features/icalendar/text/file-text.ts'
import type { RequestTx } from '../../platform/changes/request-tx.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import type { Cause } from '../../platform/kernel/cause.ts'
import type { HeavyWork } from '../../platform/kernel/concurrency/heavy-work.ts'
import { changedSince, notFound, type Problem } from '../../platform/kernel/errors.ts'
import type { DavAddress } from './address.ts'
import { type Person, type PropertyName, tagOf, type Wanted } from './properties.ts'
import { child, DAV, parseXml, type XmlElement } from './xml.ts'

export interface DavRequest {
  actor: Actor
  person: Person
  canWrite: boolean
  address: DavAddress
  objects: CalendarObjectService
  heavy: HeavyWork
  cause: Cause
  /** One request is one transaction and one batch. */
  write<T>(run: (tx: RequestTx) => Promise<T>): Promise<T>
  raw: FastifyRequest
  reply: FastifyReply
}

export type DavHandler = (request: DavRequest) => Promise<unknown>

export function bodyText({ raw }: DavRequest): string {
  const text = raw.body === undefined || raw.body === null ? '' : utf8Text(raw.body as Buffer)
  if (text === undefined)
    throw new PreconditionFault('valid-calendar-data', 'The body must be text in UTF-8.')
  return text
}

export const bodyXml = (request: DavRequest): XmlElement | undefined => parseXml(bodyText(request))

export function headerOf({ raw }: DavRequest, name: string): string | undefined {
  const value = raw.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Returns the Depth header. The caller refuses "infinity". */
export const depthOf = (request: DavRequest, fallback: string): string =>
  headerOf(request, 'depth') ?? fallback

export const prefersMinimal = (request: DavRequest): boolean =>
  /return\s*=\s*minimal/i.test(headerOf(request, 'prefer') ?? '') || headerOf(request, 'brief') === 't'

export async function requireCollection(
  request: DavRequest,
  missing = notFound('There is no such collection.'),
): Promise<Collection> {
  const { address, objects, actor } = request
  const id = address.kind === 'collection' || address.kind === 'object' ? address.collection : undefined
  const found = id === undefined ? undefined : await objects.collection(actor, id)
  if (!found) throw missing
  return found
}

/** Throws if the object does not exist. Does nothing for a collection URL. */
export async function requireObject({ address, objects }: DavRequest, collection: Collection): Promise<void> {
  if (address.kind === 'object' && (await objects.named(collection, [address.name])).length === 0)
    throw notFound('There is no such object.')
}

export function requireWrite({ canWrite }: DavRequest): void {
  if (!canWrite)
    throw new PreconditionFault('need-privileges', 'This device password may only read calendars.')
}

/** Throws unless the collection contains the person's own items, because all others are read-only. */
export async function requireOwnCollection(request: DavRequest, missing?: Problem): Promise<Collection> {
  const collection = await requireCollection(request, missing)
  if (collection.source !== 'own')
    throw new PreconditionFault('need-privileges', 'This collection can only be read.')
  return collection
}

/** Returns a check of If-Match and If-None-Match against the object's current version. */
export function preconditions(request: DavRequest): (version: number | undefined) => void {
  const [match, none] = [headerOf(request, 'if-match'), headerOf(request, 'if-none-match')]
  return version => {
    const has = (header: string) =>
      version !== undefined && (header.trim() === '*' || tagsIn(header).includes(tagOf(version)))
    if (none !== undefined && has(none)) throw changedSince('There is an object at this address already.')
    if (match !== undefined && !has(match))
      throw changedSince(
        version === undefined ? 'There is no such object.' : 'The object has changed since you read it.',
      )
  }
}

const tagsIn = (header: string): string[] => header.match(/"[^"]*"/g) ?? []

export const isKnown = (request: DavRequest, version: number): boolean => {
  const none = headerOf(request, 'if-none-match')
  return none !== undefined && (none.trim() === '*' || tagsIn(none).includes(tagOf(version)))
}

export const wantedNames = (prop: XmlElement | undefined): PropertyName[] =>
  prop?.children.map(({ namespace, name }) => `${namespace} ${name}`) ?? []

export function wantedIn(body: XmlElement | undefined): Wanted {
  const prop = child(body, DAV, 'prop')
  if (prop) return { kind: 'some', names: wantedNames(prop) }
  return child(body, DAV, 'propname')
    ? { kind: 'names' }
    : { kind: 'all', names: wantedNames(child(body, DAV, 'include')) }
}
