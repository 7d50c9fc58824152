// How the outcome of a request with a key is stored: as it is, compressed, or as status and ids.
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'

export type OutcomeForm = 'plain' | 'packed' | 'brief'

export interface StoredBody {
  form: OutcomeForm
  body: string
}

/** The most that is stored of one outcome, after compression. */
const MOST_BYTES = 65_536
/** A longer body is not worth the time of compressing it. */
const MOST_PACKED = 4_194_304
/** A brief outcome keeps shorter texts, such as a status or a color. */
const SHORT = 100
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

const deflated = promisify(deflate)
const inflated = promisify(inflate)

/** Fields that name people, and lists of people that are not empty. */
const NAMES_PEOPLE =
  /"(?:owner_id|user_id|actor|from_user|friend_id|requester_id|addressee_id|blocked_by|(?:[a-z]+_)?display_name|email)":"((?:[^"\\]|\\.)*)"|"(?:allowed_user_ids|allowed_emails|allowed_domains|participants|guests|friends)":\[[^\]]/g

/**
 * Whether a body mentions anybody but its owner. Such a body is never compressed, so that a deleted person's name can
 * be found in it.
 */
export const mentionsOthers = (body: string, ownerId: string): boolean =>
  body.matchAll(NAMES_PEOPLE).some(([, value]) => value === undefined || value !== ownerId)

export async function storedBody(body: string, ownerId: string): Promise<StoredBody> {
  if (body.length <= MOST_BYTES && Buffer.byteLength(body) <= MOST_BYTES) return { form: 'plain', body }
  if (body.length <= MOST_PACKED && !mentionsOthers(body, ownerId)) {
    const packed = await deflated(body)
    if (packed.length <= MOST_BYTES) return { form: 'packed', body: packed.toString('base64') }
  }
  return briefBody(body)
}

export const unpacked = async (packed: string): Promise<string> =>
  (await inflated(Buffer.from(packed, 'base64'))).toString()

/** A resource of the response. `of` is the series of an occurrence. */
interface Reference {
  $: string
  of?: string
}

export function briefBody(body: string): StoredBody {
  const value: unknown = JSON.parse(body)
  const brief = JSON.stringify(shortened(value))
  const isShort = Buffer.byteLength(brief) <= MOST_BYTES
  return { form: 'brief', body: isShort ? brief : JSON.stringify(withoutLists(value)) }
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > SHORT ? null : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(shortened)
  const { id, version, parent_id, instance_start } = value as Record<string, unknown>
  if (typeof id === 'string' && UUID.test(id) && version !== undefined) {
    const series = instance_start !== undefined && typeof parent_id === 'string' ? { of: parent_id } : {}
    return { $: id, ...series } satisfies Reference
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]))
}

function withoutLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const entries = Object.entries(value).filter(([, each]) => typeof each !== 'object')
  return shortened(Object.fromEntries(entries))
}

/** Returns the ids of all resources in a brief body. */
export function referencesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  if (isReference(value)) {
    found.add(value.$)
    if (value.of !== undefined) found.add(value.of)
  } else for (const each of Object.values(value)) referencesIn(each, found)
  return found
}

/** Puts the current resources into a brief body. A resource that no longer exists is only its id and null. */
export function restored(value: unknown, resources: ReadonlyMap<string, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isReference(value)) {
    const resource = resources.get(value.$) ?? resources.get(value.of ?? '')
    return resource ?? { id: value.$, resource: null }
  }
  if (Array.isArray(value)) return value.map(each => restored(each, resources))
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, restored(each, resources)]))
}

const isReference = (value: object): value is Reference => '$' in value
