// The token with which a guest changes the answer: kept in this browser, or taken from the edit link.
import { storage } from '../../session/storage/browser-storage.ts'

const keyOf = (link: string) => `poll ${link}`

export const linkInAddress = (): string => /^\/poll\/([\w-]+)/.exec(location.pathname)?.[1] ?? ''

/**
 * The token from the address, kept because React may render the page twice and the first time removes it from the
 * address.
 */
let given: string | null = null

/**
 * Returns the token from the address or from this browser, and removes it from the address. Does not store the token if
 * this browser remembers another answer, because that answer would be lost.
 */
export function editToken(link: string): string | undefined {
  const inAddress = new URLSearchParams(location.hash.slice(1)).get('edit')
  if (inAddress) {
    given = inAddress
    history.replaceState(null, '', location.pathname)
    if (storedToken(link) === undefined) storeToken(link, given)
  }
  return given ?? storedToken(link)
}

export const storedToken = (link: string): string | undefined => storage.getItem(keyOf(link)) ?? undefined

export const storeToken = (link: string, token: string): void => storage.setItem(keyOf(link), token)

/** Forgets a token, unless this browser remembers another answer. */
export function forgetToken(link: string, token: string): void {
  if (storedToken(link) === token) storage.removeItem(keyOf(link))
}
