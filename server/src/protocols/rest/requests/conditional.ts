// ETag, If-None-Match and If-Match: versions of single resources, and for lists the owner's position in the log.

const WEAK = /^W\//

/** Whether a header lists this tag; uses weak comparison, as for reads. */
export function matchesTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true
  const wanted = tag.replace(WEAK, '')
  return header.split(',').some(each => each.trim().replace(WEAK, '') === wanted)
}

/** For writes: weak tags never match. */
export function matchesStrongly(header: string, tag: string): boolean {
  return header.trim() === '*' || header.split(',').some(each => each.trim() === tag)
}

export const versionTag = (version: number): string => `"${version}"`
export const listTag = (seq: number): string => `W/"${seq}"`

/**
 * The ETag of a response that is a single resource of the caller. None for running timers and totals, which change
 * without a write to the resource.
 */
export function tagOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const { version, is_running } = body as { version?: unknown; is_running?: unknown }
  const isLive = is_running === true || 'measured_seconds' in body
  return typeof version === 'number' && !isLive ? versionTag(version) : undefined
}

/** A list with a running timer changes every second. */
export const hasRunning = (items: readonly unknown[]): boolean =>
  items.some(item => (item as { is_running?: unknown } | null)?.is_running === true)
