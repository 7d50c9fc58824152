// Finds misspelled settings. Unrelated variables of the environment are ignored.
import { nearestName } from '../platform/kernel/nearest-name.ts'
import type { CollectedSettings } from './environment.ts'

/** Shorter names are too likely to be something else. */
const SHORTEST = 5
/** Read by Node, its libraries and the driver of PostgreSQL. A file may also be the EnvironmentFile of systemd. */
const FOREIGN = /^((OTEL|NODE|npm)_|PG[A-Z]+$|TZ$|(https?|all|no)_proxy$|(HTTPS?|ALL|NO)_PROXY$)/
/** Other programs on the machine have no settings with these words. */
const DISTINCTIVE = /(^|_)(ACCOUNTS|CHANGES|CONNECTING|DAYMARK|HOLIDAY|LEEWAY|QUOTA|SIGNUP)(_|$)/
const SHORTEST_DISTINCTIVE = 10

/** Returns one fault per name. */
export function unknownNames({ environment, files }: CollectedSettings, known: readonly string[]): string[] {
  const faults = new Map<string, string>()
  const isUnknown = (name: string) => !known.includes(name) && !FOREIGN.test(name)
  const distinctive = known.filter(name => name.length >= SHORTEST_DISTINCTIVE && DISTINCTIVE.test(name))
  // The environment is full of other programs' variables, so only an obvious mistake is refused.
  for (const name of Object.keys(environment).filter(isUnknown)) {
    const meant = nearestName(name, distinctive, 1)
    if (meant !== undefined) faults.set(name, `${name} is not a setting. Did you mean ${meant}?`)
  }
  const longer = known.filter(name => name.length >= SHORTEST - 1)
  for (const { path, values, isOwn } of files) {
    for (const name of Object.keys(values).filter(isUnknown)) {
      const meant = name.length < SHORTEST ? undefined : nearestName(name, longer)
      const suggestion = meant === undefined ? '' : ` Did you mean ${meant}?`
      if (meant !== undefined || isOwn) faults.set(name, `${name} in ${path} is not a setting.${suggestion}`)
    }
  }
  return [...faults.values()]
}
