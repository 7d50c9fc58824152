const SLASH = 47
const absoluteForm = /^https?:\/\/[^/?#]*/i

/**
 * Must interpret a path exactly as the router does, or a variant of the path would escape its rate limit. Reduces a
 * proxy-style target (`GET http://host/v1/todos`) to its path, decodes all escapes except those of reserved characters,
 * and removes one trailing slash and the `/api` before `/v1`. Keeps case and repeated slashes. Also keeps the escapes
 * if one of them is invalid, because no handler serves such a path.
 */
export function normalizePath(target: string): string {
  const path = decoded(withoutQuery(target.charCodeAt(0) === SLASH ? target : pathOfAbsolute(target)))
  const start = path.startsWith('/api/v1') && (path.length === 7 || path.charCodeAt(7) === SLASH) ? 4 : 0
  const end = path.length > 1 && path.charCodeAt(path.length - 1) === SLASH ? path.length - 1 : path.length
  return start === 0 && end === path.length ? path : path.slice(start, end)
}

function pathOfAbsolute(target: string): string {
  const path = target.replace(absoluteForm, '')
  return path.charCodeAt(0) === SLASH ? path : `/${path}`
}

function withoutQuery(target: string): string {
  const query = target.indexOf('?')
  const path = query === -1 ? target : target.slice(0, query)
  const fragment = path.indexOf('#')
  return fragment === -1 ? path : path.slice(0, fragment)
}

function decoded(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
