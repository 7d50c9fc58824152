// Implements ETag, If-None-Match and If-Match. A single resource's tag is its version. The tag of a list or report is
// the position in the change log.
import { isOfMoment } from '@daymark/contract/route'

const WEAK = /^W\//

/** True if the header is `*`, which stands for any version. */
export const matchesAny = (header: string): boolean => header.trim() === '*'

/** True if a header lists this tag. Uses weak comparison, as HTTP requires for reads. */
export function matchesTag(header: string, tag: string): boolean {
  if (matchesAny(header)) return true
  const wanted = tag.replace(WEAK, '')
  return header.split(',').some(each => each.trim().replace(WEAK, '') === wanted)
}

/** True if a header lists this tag. Uses strong comparison, as HTTP requires for writes: weak tags never match. */
export function matchesStrongly(header: string, tag: string): boolean {
  return matchesAny(header) || header.split(',').some(each => each.trim() === tag)
}

export const versionTag = (version: number): string => `"${version}"`
export const listTag = (seq: number): string => `W/"${seq}"`

/**
 * Returns the ETag of a single resource of the caller. Running timers, focus runs and todos with totals have none,
 * because they change without a write to the resource.
 */
export function tagOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const { version, is_running } = body as { version?: unknown; is_running?: unknown }
  const isLive = is_running === true || 'measured_seconds' in body || isOfMoment(body)
  return typeof version === 'number' && !isLive ? versionTag(version) : undefined
}

const PARTS_OF_OTHERS = ['include_todo', 'include_schedule', 'tag_include_mode']

/** True if a timer is requested with parts of its todo or schedule, whose changes do not change the timer's version. */
export const showsOtherItems = (search: URLSearchParams): boolean =>
  PARTS_OF_OTHERS.some(name => search.has(name))

/** True for a running timer, which changes every second. */
export const isRunning = (item: unknown): boolean =>
  (item as { is_running?: unknown } | null)?.is_running === true
