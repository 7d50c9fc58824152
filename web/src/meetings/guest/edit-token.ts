// The token with which a guest changes the answer: kept in this browser, or taken from the link to edit.
const keyOf = (link: string) => `poll ${link}`

export const linkInAddress = (): string => /^\/poll\/([\w-]+)/.exec(location.pathname)?.[1] ?? ''

/** Returns the token from the address or from this browser. The address then no longer contains it. */
export function editToken(link: string): string | undefined {
  const given = new URLSearchParams(location.hash.slice(1)).get('edit')
  if (given) {
    storeToken(link, given)
    history.replaceState(null, '', location.pathname)
    return given
  }
  try {
    return localStorage.getItem(keyOf(link)) ?? undefined
  } catch {
    return undefined
  }
}

export function storeToken(link: string, token: string): void {
  try {
    localStorage.setItem(keyOf(link), token)
  } catch {
    // Without storage, the guest can still copy the link to edit.
  }
}

export function forgetToken(link: string): void {
  try {
    localStorage.removeItem(keyOf(link))
  } catch {
    // Nothing was stored.
  }
}
