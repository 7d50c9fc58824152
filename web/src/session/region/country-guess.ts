// In which country the reader probably lives: by the time zone, which tells it best, or by the region of the browser.
import { countryCodes, isCountry } from './countries.ts'

interface WithZones {
  getTimeZones?: () => string[] | undefined
}

/** ISO 3166, or undefined when nothing can be said. */
export function guessCountry(zone: string, languages: readonly string[]): string | undefined {
  const regions = languages.map(regionOf).filter(isCountry)
  const names = [zone, canonical(zone)]
  const isIn = (code: string) => zonesOf(code).some(each => names.includes(each))
  // Browsers know the zones of a country, not the countries of a zone: asking for all of them takes a while.
  return regions.find(isIn) ?? countryCodes.find(isIn) ?? regions[0]
}

const zonesOf = (code: string): string[] =>
  (new Intl.Locale(`und-${code}`) as WithZones).getTimeZones?.() ?? []

function regionOf(language: string): string {
  try {
    return new Intl.Locale(language).region ?? ''
  } catch {
    return ''
  }
}

/** A zone may have several names, of which the lists use one. */
function canonical(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}
