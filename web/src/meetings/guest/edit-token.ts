// The token that lets a guest change an answer. It is stored in this browser, or comes from the edit link.
import { storage } from '../../session/storage/browser-storage.ts'

const keyOf = (link: string) => `poll ${link}`

export const linkInAddress = (): string => /^\/poll\/([\w-]+)/.exec(location.pathname)?.[1] ?? ''

/** The token from the URL. React may render the page twice, and the first render removes the token from the URL. */
let given: string | null = null

/**
 * Returns the token from the URL or from this browser, and removes it from the URL. Does not store the token if this
 * browser already has another answer, because the user could then no longer change that answer.
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

/** Does nothing if this browser has another answer. */
export function forgetToken(link: string, token: string): void {
  if (storedToken(link) === token) storage.removeItem(keyOf(link))
}
