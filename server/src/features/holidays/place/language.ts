// The library's language for a language tag.
import { type Library, namesOf, rulesOf } from '../library.ts'

/** Codes that the library spells differently. */
const SPELLINGS: Readonly<Record<string, string>> = { ja: 'jp', cs: 'cz', ka: 'ge', nb: 'no', nn: 'no' }

/** One set for each requested country; there are about 200. */
const languages = new Map<string, ReadonlySet<string>>()

/**
 * The library's code for a language tag if any holiday of the country has a name in it. Undefined otherwise: names
 * then come in the country's own language, and arbitrary tags cannot fill the cache.
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
