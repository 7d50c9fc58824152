import {
  ACCESSES,
  type Access,
  AREAS,
  type Area,
  type Scope,
  scopeOf,
} from '@daymark/contract/accounts/scopes'

/** True if `chosen` already contains the same access for all areas (`read` or `write`). */
export const isCovered = (scope: Scope, chosen: ReadonlySet<Scope>): boolean => {
  const [area, access] = scope.split(':')
  return area !== undefined && (access === 'read' || access === 'write') && chosen.has(access)
}

export const tidyScopes = (chosen: ReadonlySet<Scope>): Scope[] =>
  [...chosen].filter(scope => !isCovered(scope, chosen))

interface ScopeTexts {
  everything: string
  areas: Record<Area, string>
  accesses: Record<Access, string>
}

/** One text for each area, such as "Todos: Read, Change". */
export function scopeNames(scopes: readonly Scope[], t: ScopeTexts): string[] {
  const given = new Set<Scope | undefined>(tidyScopes(new Set(scopes)))
  const rows = [
    { name: t.everything, accesses: ACCESSES.filter(access => given.has(access)) },
    ...AREAS.map(area => ({
      name: t.areas[area],
      accesses: ACCESSES.filter(access => given.has(scopeOf(area, access))),
    })),
  ]
  return rows
    .filter(({ accesses }) => accesses.length > 0)
    .map(({ name, accesses }) => `${name}: ${accesses.map(access => t.accesses[access]).join(', ')}`)
}
