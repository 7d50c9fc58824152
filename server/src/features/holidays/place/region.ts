// Parts of a country by their codes.
import type { Library } from '../library.ts'

export interface Region {
  state: string
  region?: string
}

/**
 * A state of the country and perhaps a region of it: `BY`, `BY-A`, or with the country before it (`DE-BY`).
 * Codes that the library does not spell in capitals cannot be asked for there, so they are not known here.
 */
export function findRegion(library: Library, country: string, text: string): Region | undefined {
  const [first = '', second, ...rest] = text.toUpperCase().split(/[-.]/)
  const atlas = new library()
  const states = atlas.getStates(country) ?? {}
  if (rest.length === 0 && Object.hasOwn(states, first)) {
    if (second === undefined) return { state: first }
    if (Object.hasOwn(atlas.getRegions(country, first) ?? {}, second)) return { state: first, region: second }
  }
  if (first !== country || second === undefined) return undefined
  return findRegion(library, country, [second, ...rest].join('-'))
}

export function regionCode(region: Region | undefined): string | null {
  if (region === undefined) return null
  return region.region === undefined ? region.state : `${region.state}-${region.region}`
}
