import { foldCase, isDomain, isEmail } from '@daymark/contract/validation/email-address'

export interface Addresses {
  emails: string[]
  domains: string[]
  /** Words that are neither addresses nor domains. */
  unknown: string[]
}

/** Splits the text at whitespace, commas and semicolons. A domain may start with an @. */
export function readAddresses(text: string): Addresses {
  const words = [
    ...new Set(
      text
        .split(/[\s,;]+/)
        .map(foldCase)
        .filter(Boolean),
    ),
  ]
  const domains = words.map(word => word.replace(/^@/, '')).filter(isDomain)
  const emails = words.filter(isEmail)
  return {
    emails,
    domains: [...new Set(domains)],
    unknown: words.filter(word => !isEmail(word) && !isDomain(word.replace(/^@/, ''))),
  }
}

export const writeAddresses = (emails: readonly string[], domains: readonly string[]): string =>
  [...emails, ...domains.map(domain => `@${domain}`)].join('\n')
