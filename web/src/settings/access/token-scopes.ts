// Converts the checkboxes of the token form to scopes.
import type { Scope } from '@daymark/contract/accounts/scopes'

/** True if a scope for all areas, `read` or `write`, already includes this one. */
export const isCovered = (scope: Scope, chosen: ReadonlySet<Scope>): boolean => {
  const [area, access] = scope.split(':')
  return area !== undefined && (access === 'read' || access === 'write') && chosen.has(access)
}

export const tidyScopes = (chosen: ReadonlySet<Scope>): Scope[] =>
  [...chosen].filter(scope => !isCovered(scope, chosen))
