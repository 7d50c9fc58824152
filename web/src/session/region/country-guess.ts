import { countryCodes, isCountry } from './countries.ts'

interface WithZones {
  getTimeZones?: () => string[] | undefined
}

/** Returns an ISO 3166 code. Trusts the time zone more than the region of the languages. */
export function guessCountry(zone: string, languages: readonly string[]): string | undefined {
  const regions = languages.map(regionOf).filter(isCountry)
  const names = [zone, canonical(zone)]
  const isIn = (code: string) => zonesOf(code).some(each => names.includes(each))
  // Checks every country, because browsers know the zones of a country but not the country of a zone.
  return regions.find(isIn) ?? countryCodes.find(isIn) ?? regions[0]
}

const known = new Map<string, string[]>()

/** Cached, because looking up all countries takes a few milliseconds. */
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

/** Returns the canonical name of a zone, because browsers list zones only under these names. */
function canonical(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}
