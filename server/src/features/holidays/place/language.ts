// Which of the library's languages a tag asks for.
import { type Library, namesOf, rulesOf } from '../library.ts'

/** Codes that the library spells in its own way. */
const SPELLINGS: Readonly<Record<string, string>> = { ja: 'jp', cs: 'cz', ka: 'ge', nb: 'no', nn: 'no' }

/** One set for each country that was asked for; there are some 200. */
const languages = new Map<string, ReadonlySet<string>>()

/**
 * The library's code for a language tag if any holiday of the country has a name in it, else undefined: the
 * names then come in the country's own language, and arbitrary tags cannot fill the cache.
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
