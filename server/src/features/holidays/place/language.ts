import { type Library, namesOf, rulesOf } from '../library.ts'

/** Maps ISO language codes to the library's own codes. */
const SPELLINGS: Readonly<Record<string, string>> = { ja: 'jp', cs: 'cz', ka: 'ge', nb: 'no', nn: 'no' }

/** Caches the languages of each requested country. The map stays small, because there are about 200 countries. */
const languages = new Map<string, ReadonlySet<string>>()

/**
 * Returns the library's code for a language tag if any holiday of the country has a name in that language. Otherwise
 * returns undefined, which selects the country's own language. Arbitrary tags therefore cannot fill the cache.
 */
export function findLanguage(library: Library, country: string, tag: string): string | undefined {
  const known = languages.get(country) ?? languagesOf(library, country)
  languages.set(country, known)
  const wanted = tag.toLowerCase().replaceAll('_', '-')
  const primary = wanted.split('-')[0] ?? ''
  const codes = [wanted, primary, SPELLINGS[primary] ?? primary]
  return codes.find(code => /^[a-z]{2,3}(-|$)/.test(code) && known.has(code))
}

function languagesOf(library: Library, country: string): ReadonlySet<string> {
  return new Set(rulesOf(new library(country)).flatMap(rule => Object.keys(namesOf(rule))))
}
