// What a token may do, as it is ticked in the form.
import type { Scope } from '@daymark/contract/accounts/scopes'

/** `read` and `write` of everything make those of single areas needless. */
export const isCovered = (scope: Scope, chosen: ReadonlySet<Scope>): boolean => {
  const [area, access] = scope.split(':')
  return area !== undefined && (access === 'read' || access === 'write') && chosen.has(access)
}

export const tidyScopes = (chosen: ReadonlySet<Scope>): Scope[] =>
  [...chosen].filter(scope => !isCovered(scope, chosen))
