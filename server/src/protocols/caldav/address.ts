export type DavAddress =
  | { kind: 'root' }
  | { kind: 'home'; user: string }
  | { kind: 'collection'; user: string; collection: string }
  | { kind: 'object'; user: string; collection: string; name: string }

/** Returns undefined for a path that cannot exist. */
export function readAddress(url: string): DavAddress | undefined {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  const parts = path.replace(/^\/dav\/?/, '').split('/')
  if (parts.at(-1) === '') parts.pop()
  let [user, collection, name, ...more]: (string | undefined)[] = []
  try {
    ;[user, collection, name, ...more] = parts.map(decodeURIComponent)
  } catch {
    return undefined
  }
  const isRefused = (each = '') => each.length > MAX_NAME || CONTROL.test(each)
  if (more.length > 0 || [user, collection, name].some(each => isRefused(each))) return undefined
  if (user === undefined) return { kind: 'root' }
  if (collection === undefined) return { kind: 'home', user }
  if (name === undefined) return { kind: 'collection', user, collection }
  return { kind: 'object', user, collection, name }
}

const MAX_NAME = 255
/** Control characters are not allowed in names. PostgreSQL cannot store NUL at all. */
const CONTROL = /\p{Cc}/u

export const ROOT = '/dav/'
export const homeOf = (user: string): string => `${ROOT}${segment(user)}/`
export const collectionPath = (user: string, collection: string): string =>
  `${homeOf(user)}${segment(collection)}/`
export const objectPath = (user: string, collection: string, name: string): string =>
  `${collectionPath(user, collection)}${segment(name)}`

/** Does not escape characters that clients leave unescaped, so that equal paths are equal strings. */
const segment = (text: string): string => (PLAIN.test(text) ? text : encoded(text))

const PLAIN = /^[\w.@:+~-]*$/

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/%40/g, '@').replace(/%3A/gi, ':').replace(/%2B/gi, '+')

/** Parses a `Destination` header or an href, which may be absolute. Returns undefined outside `/dav`. */
export function readHref(text: string): DavAddress | undefined {
  const url = URL.parse(text.trim(), 'http://localhost')
  return url?.pathname.startsWith('/dav') ? readAddress(url.pathname) : undefined
}
