// Finds misspelled settings and ignores unrelated environment variables.
import { nearestName } from '../platform/kernel/nearest-name.ts'
import type { CollectedSettings } from './environment.ts'
import { isNearMiss } from './near-miss.ts'
import { RETIRED } from './retired.ts'
import type { Setting } from './setting.ts'

/** Shorter names are too likely to belong to another program. */
const SHORTEST = 5
/**
 * Variables for Node, its libraries and the PostgreSQL driver. Settings files may contain them, because systemd can use
 * a settings file as its EnvironmentFile.
 */
const FOREIGN = /^((OTEL|NODE|npm)_|PG[A-Z]+$|TZ$|(https?|all|no)_proxy$|(HTTPS?|ALL|NO)_PROXY$)/
/** Only Daymark uses these words, so a misspelled name counts even if its value is invalid. */
const DISTINCTIVE = /(^|_)(ACCOUNTS|CALDAV|CHANGES|CONNECTING|HOLIDAY|LEEWAY|OUTBOUND|QUOTA|SIGNUP)(_|$)/

type Settings = Record<string, Setting<unknown>>

/** Returns one message per name. */
export function unknownNames({ environment, files }: CollectedSettings, settings: Settings): string[] {
  const known = Object.keys(settings)
  const faults = new Map<string, string>()
  const isUnknown = (name: string) => !known.includes(name) && !FOREIGN.test(name) && !(name in RETIRED)
  const set = new Set([environment, ...files.map(({ values }) => values)].flatMap(Object.keys))
  for (const [name, value] of Object.entries(environment)) {
    if (!isUnknown(name)) continue
    const near = known.filter(each => !FOREIGN.test(each) && isNearMiss(name, each))
    // If the intended setting exists too, even if empty, this variable is not a misspelling of it.
    if (near.some(each => set.has(each))) continue
    // The environment is full of other programs' variables, so the value must be valid for the setting unless the name
    // is distinctive.
    const fits = near.filter(each => DISTINCTIVE.test(each) || accepts(settings[each], value))
    const meant = nearestName(name, fits, Infinity)
    if (meant === undefined) continue
    const remedy = `If ${name} belongs to another program, set ${meant} as well (an empty value is enough) to hide this message.`
    faults.set(name, `${name} is not a setting. Did you mean ${meant}? ${remedy}`)
  }
  const longer = known.filter(name => name.length >= SHORTEST - 1)
  for (const { path, values, isOwn } of files) {
    for (const name of Object.keys(values).filter(isUnknown)) {
      const near = isOwn ? longer.filter(each => isNearMiss(name, each)) : []
      const meant =
        nearestName(name, near, Infinity) ?? (name.length < SHORTEST ? undefined : nearestName(name, longer))
      const suggestion = meant === undefined ? '' : ` Did you mean ${meant}?`
      if (meant !== undefined || isOwn) faults.set(name, `${name} in ${path} is not a setting.${suggestion}`)
    }
  }
  return [...faults.values()]
}

function accepts(setting: Setting<unknown> | undefined, value: string | undefined): boolean {
  if (!value?.trim()) return false
  try {
    setting?.read(value.trim())
    return true
  } catch {
    return false
  }
}
