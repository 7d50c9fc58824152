import { AREAS, type Area } from '@daymark/contract/accounts/scopes'
import type { PageTexts } from './texts.ts'

/** Returns one line per permission. Omits scopes that a broader one includes. */
export function scopeWords(requested: readonly string[], t: PageTexts): string[] {
  const scopes = new Set(requested)
  const lines: string[] = []
  if (scopes.has('profile') || scopes.has('email')) lines.push(t.identity)
  if (scopes.has('read')) lines.push(t.readAll)
  if (scopes.has('write')) lines.push(t.writeAll)
  for (const area of AREAS) {
    const line = areaLine(area, scopes, t)
    if (line !== undefined) lines.push(line)
  }
  return lines.length > 0 ? lines : [t.onlyRecognize]
}

function areaLine(area: Area, scopes: ReadonlySet<string>, t: PageTexts): string | undefined {
  const reads = !scopes.has('read') && scopes.has(`${area}:read`)
  const writes = !scopes.has('write') && scopes.has(`${area}:write`)
  if (reads && writes) return t.seeAndChange(t.areas[area])
  if (reads) return t.see(t.areas[area])
  return writes ? t.change(t.areas[area]) : undefined
}
