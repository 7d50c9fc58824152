import { AREAS } from '@daymark/contract/accounts/scopes'
import type { PageTexts } from './texts.ts'

/** Returns one line per permission. Omits scopes that a broader one includes. */
export function scopeWords(requested: readonly string[], t: PageTexts): string[] {
  const scopes = new Set(requested)
  const lines: string[] = []
  if (scopes.has('profile') || scopes.has('email')) lines.push(t.identity)
  if (scopes.has('read')) lines.push(t.readAll)
  if (scopes.has('write')) lines.push(t.writeAll)
  for (const area of AREAS) {
    const { read, write } = t.scopes[area]
    if (!scopes.has('read') && scopes.has(`${area}:read`)) lines.push(read)
    if (write !== undefined && !scopes.has('write') && scopes.has(`${area}:write`)) lines.push(write)
  }
  return lines.length > 0 ? lines : [t.onlyRecognize]
}
