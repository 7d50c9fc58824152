// The languages of server-rendered pages and emails.
export { firstLanguage, type Language } from '@daymark/contract/people/language'

/** Ignores quality values. */
export const acceptedTags = (header: string | undefined): string[] =>
  (header ?? '').split(',').map(part => part.split(';')[0] ?? '')
