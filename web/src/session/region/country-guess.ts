// Guesses the user's country from the time zone, which is most reliable, or from the browser's region.
import { countryCodes, isCountry } from './countries.ts'

interface WithZones {
  getTimeZones?: () => string[] | undefined
}

/** Returns an ISO 3166 code, or undefined. */
export function guessCountry(zone: string, languages: readonly string[]): string | undefined {
  const regions = languages.map(regionOf).filter(isCountry)
  const names = [zone, canonical(zone)]
  const isIn = (code: string) => zonesOf(code).some(each => names.includes(each))
  // Checks every country, because browsers list the zones of a country but not the country of a zone.
  return regions.find(isIn) ?? countryCodes.find(isIn) ?? regions[0]
}

const known = new Map<string, string[]>()

/** Remembers the zones, because a browser needs a few milliseconds for all countries. */
function zonesOf(code: string): string[] {
  const zones = known.get(code) ?? (new Intl.Locale(`und-${code}`) as WithZones).getTimeZones?.() ?? []
  known.set(code, zones)
  return zones
}

function regionOf(language: string): string {
  try {
    return new Intl.Locale(language).region ?? ''
  } catch {
    return ''
  }
}

/** Returns the canonical name of a zone, because browsers list a zone only under this name. */
function canonical(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}
