// The web app's cookies. Scripts cannot read them, and browsers send them only to `/auth`.
import { IDLE_MS } from './refresh-token.ts'

/** `refresh` contains the refresh token; `device` identifies the browser at its next sign-in. */
const NAMES = { refresh: 'daymark_refresh', device: 'daymark_device' } as const
export type CookieName = keyof typeof NAMES

const YEAR_S = 31_536_000
const SECONDS: Record<CookieName, number> = { refresh: IDLE_MS / 1000, device: YEAR_S }

export const setCookie = (name: CookieName, value: string, publicUrl: string): string =>
  `${NAMES[name]}=${value}; ${attributes(publicUrl)}; Max-Age=${SECONDS[name]}`

export const clearCookie = (name: CookieName, publicUrl: string): string =>
  `${NAMES[name]}=; ${attributes(publicUrl)}; Max-Age=0`

export function readCookie(name: CookieName, header: string | undefined): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=')
    if (key === NAMES[name] && value) return value
  }
  return undefined
}

function attributes(publicUrl: string): string {
  const { protocol, pathname } = new URL(publicUrl)
  const path = `${pathname.replace(/\/$/, '')}/auth`
  // Strict, because only fetch calls from our own pages use the cookies, never links from other sites.
  return `Path=${path}; HttpOnly; SameSite=Strict${protocol === 'https:' ? '; Secure' : ''}`
}
