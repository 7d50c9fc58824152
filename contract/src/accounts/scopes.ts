// Personal access token scopes: `read` and `write`, for everything or for one area of the API.

/** Route groups that have their own scopes. A test compares this list with the route table. */
export const AREAS = [
  'feeds',
  'focus',
  'friends',
  'history',
  'meetings',
  'notifications',
  'reports',
  'schedules',
  'search',
  'subscriptions',
  'tags',
  'timers',
  'todos',
  'users',
  'visibility',
  'webhooks',
] as const
export type Area = (typeof AREAS)[number]

export const ACCESSES = ['read', 'write'] as const
export type Access = (typeof ACCESSES)[number]
const READ_ONLY = ['reports', 'search'] as const
export type Scope = Access | Exclude<`${Area}:${Access}`, `${(typeof READ_ONLY)[number]}:write`>

export const scopeOf = (area: Area, access: Access): Scope | undefined =>
  access === 'write' && READ_ONLY.some(each => each === area) ? undefined : (`${area}:${access}` as Scope)

export const SCOPES: readonly Scope[] = [
  ...ACCESSES,
  ...AREAS.flatMap(area => ACCESSES.flatMap(access => scopeOf(area, access) ?? [])),
]

/** CalDAV scopes, which only device passwords can have. */
export const CALENDAR_SCOPES = ['calendar:read', 'calendar:write'] as const
export const DEVICE_SCOPES: readonly DeviceScope[] = [...CALENDAR_SCOPES, ...SCOPES]
export type DeviceScope = Scope | (typeof CALENDAR_SCOPES)[number]

/** Returns the access that a method needs. Neither `read` nor `write` includes the other. */
export const accessOf = (method: string): Access => (method === 'GET' || method === 'HEAD' ? 'read' : 'write')

/**
 * Returns whether a token with these scopes may use a route group. `area` is the name of the group. Groups that are
 * neither areas nor `changes` nor `quickAdd`, such as `tokens`, are never allowed.
 */
export function allows(scopes: readonly string[], area: string | undefined, access: Access): boolean {
  // Every token with a read scope may read the change log, but sees only the kinds of items that it may read. Device
  // passwords for calendars only may not: the position alone would tell how much the person does.
  if (area === 'changes')
    return access === 'read' && scopes.some(scope => scope === 'read' || areas.has(readAreaOf(scope)))
  // A token sees only the jobs that it started, which needed a write scope.
  if (area === 'jobs') return scopes.some(scope => scope === 'write' || scope.endsWith(':write'))
  // Quick add needs the write scope for the new item's kind, which is known only after the line is parsed.
  if (area === 'quickAdd')
    return access === 'write' && QUICK_AREAS.some(kind => allows(scopes, kind, 'write'))
  if (area === undefined || !areas.has(area)) return false
  return scopes.includes(access) || scopes.includes(`${area}:${access}`)
}

/** The areas of the items that quick add can create. */
export const QUICK_AREAS: readonly Area[] = ['todos', 'schedules', 'timers']

const areas = new Set<string>(AREAS)
const readAreaOf = (scope: string): string => /^(\w+):read$/.exec(scope)?.[1] ?? ''
