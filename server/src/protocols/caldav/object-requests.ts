import { type Collection, PreconditionFault } from '../../features/icalendar/objects/collection.ts'
import { conflict, notFound } from '../../platform/kernel/errors.ts'
import type { Job } from '../../platform/staged/staged.ts'
import { readHref } from './address.ts'
import { removeCollection } from './collection-requests.ts'
import { tagOf } from './properties.ts'
import {
  bodyText,
  type DavRequest,
  headerOf,
  isKnown,
  preconditions,
  requireCollection,
  requireOwnCollection,
  requireWrite,
} from './request.ts'

export async function getObject(request: DavRequest): Promise<unknown> {
  const { address, objects, reply } = request
  if (address.kind === 'collection') await requireCollection(request)
  if (address.kind !== 'object')
    return reply.type('text/plain; charset=utf-8').send('Add this address to a calendar app (CalDAV).\n')
  const collection = await requireCollection(request)
  const listed = await objects.named(collection, [address.name])
  const [object] = await Array.fromAsync(objects.read(collection, listed))
  if (!object) throw notFound('There is no such object.')
  reply
    .header('etag', tagOf(object.version))
    .header('last-modified', new Date(object.updated_at).toUTCString())
  if (isKnown(request, object.version)) return reply.code(304).send()
  return reply.type('text/calendar; charset=utf-8').send(object.text)
}

export async function putObject(request: DavRequest): Promise<unknown> {
  const { address, objects, cause, reply, raw } = request
  requireWrite(request)
  if (address.kind !== 'object') throw notFound('An object must be stored in a collection.')
  const type = raw.headers['content-type'] ?? 'text/calendar'
  if (!/^text\/(calendar|plain)|^application\/octet-stream/i.test(type))
    throw new PreconditionFault('supported-calendar-data', 'Only text/calendar can be stored.')
  // A new object in a missing collection is a conflict (RFC 4918, 9.7.1).
  const collection = await requireOwnCollection(request, conflict('There is no such collection.'))
  const target = { collection, name: address.name }
  const text = bodyText(request)
  const written = await request.write(tx => objects.put(tx, target, text, preconditions(request)))
  // Omits the ETag if the stored object differs from the sent one, so that the client reads it again.
  const version = cause.versions.get(written.id)
  if (written.is_same && version !== undefined) reply.header('etag', tagOf(version))
  return reply.code(written.is_new ? 201 : 204).send()
}

/** Waits for the end of a request that runs in steps. Returns its job if it takes long. */
async function unfinished({ raw, actor }: DavRequest, id: string): Promise<Job | undefined> {
  const outcome = await raw.server.writeContext.staged.settle(actor.id, id, { wait: true })
  if (raw.write) raw.write = { ...raw.write, position: { seq: outcome.seq } }
  return outcome.ended ? undefined : outcome.job
}

export async function deleteResource(request: DavRequest): Promise<unknown> {
  const { address, objects, reply } = request
  requireWrite(request)
  if (address.kind === 'root' || address.kind === 'home')
    throw new PreconditionFault('need-privileges', 'Only lists of tasks can be deleted.')
  const collection = await requireOwnCollection(request)
  if (address.kind === 'object') {
    const target = { collection, name: address.name }
    await request.write(tx => objects.remove(tx, target, preconditions(request)))
  } else {
    const staged = await removeCollection(request, collection)
    const job = staged && (await unfinished(request, staged.id))
    if (job) return reply.code(202).header('location', `/v1/jobs/${job.id}`).send()
  }
  return reply.code(204).send()
}

export async function moveObject(request: DavRequest): Promise<unknown> {
  const { address, objects, actor, person, reply } = request
  requireWrite(request)
  const target = readHref(headerOf(request, 'destination') ?? '')
  if (address.kind !== 'object' || target?.kind !== 'object' || target.user !== person.id)
    throw new PreconditionFault(
      'need-privileges',
      'Only objects can be moved, and only to another of your own collections.',
    )
  const from: Collection = await requireOwnCollection(request)
  const to = await objects.collection(actor, target.collection)
  if (!to) return reply.code(409).send()
  if (to.source !== 'own') throw new PreconditionFault('need-privileges', 'The destination can only be read.')
  const source = { collection: from, name: address.name }
  const options = { overwrite: headerOf(request, 'overwrite') !== 'F', check: preconditions(request) }
  const { is_new } = await request.write(tx =>
    objects.move(tx, source, { collection: to, name: target.name }, options),
  )
  return reply.code(is_new ? 201 : 204).send()
}
