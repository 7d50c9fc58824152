import type { Library } from '../library.ts'

export interface Region {
  state: string
  region?: string
}

/**
 * Parses a state (`BY`), a region (`BY-A`), or either with its country (`DE-BY`). Rejects codes that are not uppercase
 * in the library, because the library cannot look them up.
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
