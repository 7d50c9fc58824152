// The query string of a request.
import type { FastifyRequest } from 'fastify'
import { invalid } from '../../../platform/kernel/errors.ts'
import { findZone, utc, type Zone } from '../../../platform/kernel/time/zone.ts'

const noSearch = new URLSearchParams()

export function searchOf(request: FastifyRequest): URLSearchParams {
  const url = request.raw.url ?? ''
  const mark = url.indexOf('?')
  return mark < 0 ? noSearch : new URLSearchParams(url.slice(mark))
}

/** Returns the time zone of the response. */
export function zoneIn(search: URLSearchParams): Zone {
  const name = search.getAll('timezone').at(-1)
  if (name === undefined) return utc
  // `URLSearchParams` decodes an unescaped plus as a space.
  const zone = findZone(name.replace(' ', '+'))
  if (!zone) throw invalid('timezone', 'must be UTC, an offset (+HH:MM) or an IANA time zone')
  return zone
}
