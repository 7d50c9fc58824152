// Finds misspelled settings. Unrelated variables of the environment are ignored.
import { nearestName } from '../platform/kernel/nearest-name.ts'
import type { CollectedSettings } from './environment.ts'

/** Shorter names are too likely to be something else. */
const SHORTEST = 5
/** Read by Node and by the OpenTelemetry libraries. */
const FOREIGN = /^(OTEL|NODE|npm)_/

/** Returns one fault per name. */
export function unknownNames({ environment, files }: CollectedSettings, known: readonly string[]): string[] {
  const faults = new Map<string, string>()
  const isUnknown = (name: string) => !known.includes(name) && !FOREIGN.test(name)
  const nearest = (name: string) =>
    name.length < SHORTEST
      ? undefined
      : nearestName(
          name,
          known.filter(each => each.length >= SHORTEST - 1),
        )
  for (const name of Object.keys(environment).filter(isUnknown)) {
    const meant = nearest(name)
    if (meant !== undefined) faults.set(name, `${name} is not a setting. Did you mean ${meant}?`)
  }
  for (const { path, values, isOwn } of files) {
    for (const name of Object.keys(values).filter(isUnknown)) {
      const meant = nearest(name)
      const suggestion = meant === undefined ? '' : ` Did you mean ${meant}?`
      if (meant !== undefined || isOwn) faults.set(name, `${name} in ${path} is not a setting.${suggestion}`)
    }
  }
  return [...faults.values()]
}
