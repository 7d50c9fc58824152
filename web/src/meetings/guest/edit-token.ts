// The token with which a guest changes the answer: kept in this browser, or taken from the link to edit.
import { storage } from '../../session/storage/browser-storage.ts'

const keyOf = (link: string) => `poll ${link}`

export const linkInAddress = (): string => /^\/poll\/([\w-]+)/.exec(location.pathname)?.[1] ?? ''

/** Returns the token from the address or from this browser. The address then no longer contains it. */
export function editToken(link: string): string | undefined {
  const given = new URLSearchParams(location.hash.slice(1)).get('edit')
  if (!given) return storage.getItem(keyOf(link)) ?? undefined
  storeToken(link, given)
  history.replaceState(null, '', location.pathname)
  return given
}

export const storeToken = (link: string, token: string): void => storage.setItem(keyOf(link), token)

export const forgetToken = (link: string): void => storage.removeItem(keyOf(link))
