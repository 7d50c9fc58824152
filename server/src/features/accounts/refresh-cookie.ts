// The cookie that carries a web page's refresh token: no script reads it, and only `/auth` receives it.
import { IDLE_MS } from './refresh-token.ts'

const NAME = 'daymark_refresh'

export function setCookie(value: string, publicUrl: string): string {
  return `${NAME}=${value}; ${attributes(publicUrl)}; Max-Age=${IDLE_MS / 1000}`
}

export const clearCookie = (publicUrl: string): string => `${NAME}=; ${attributes(publicUrl)}; Max-Age=0`

export function readCookie(header: string | undefined): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=')
    if (name === NAME && value) return value
  }
  return undefined
}

function attributes(publicUrl: string): string {
  const { protocol, pathname } = new URL(publicUrl)
  const path = `${pathname.replace(/\/$/, '')}/auth`
  // Strict: only our own pages use it, by fetch; no link from elsewhere needs it.
  return `Path=${path}; HttpOnly; SameSite=Strict${protocol === 'https:' ? '; Secure' : ''}`
}
