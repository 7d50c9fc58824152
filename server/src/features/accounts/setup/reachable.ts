// Decides whether strangers may be able to reach a server that has no account yet.
import { isIP } from 'node:net'
import { hostNameOf } from '../../../platform/client-address/host-name.ts'

export interface ReachSettings {
  readonly HOST: string
  readonly PUBLIC_URL?: string | undefined
  /** True if the operator set PUBLIC_URL. */
  readonly hasPublicUrl: boolean
  readonly CDN_ENABLED: boolean
  readonly TRUSTED_PROXY_IPS: { readonly size: number }
}

/** Proxies add one of these to each request that they forward. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/** True if the settings make the server reachable from other machines. */
export const isPublished = (settings: ReachSettings): boolean =>
  !isLocalName(settings.HOST) ||
  (settings.hasPublicUrl && !isLocalName(new URL(settings.PUBLIC_URL ?? '').hostname)) ||
  settings.CDN_ENABLED ||
  settings.TRUSTED_PROXY_IPS.size > 0

/**
 * True if the request came through a proxy. A tunnel may add no header, but then the browser asks for a name that is
 * not local. So does a page that tries DNS rebinding.
 */
export function isForwarded(header: (name: string) => string | undefined): boolean {
  const host = header('host')
  return (
    FORWARDING.some(name => header(name) !== undefined) ||
    (host !== undefined && !isLocalName(hostNameOf(host) ?? host))
  )
}

function isLocalName(name: string): boolean {
  const bare = name.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (isIP(bare) === 4) return bare.startsWith('127.')
  return bare === '::1' || bare === 'localhost' || bare.endsWith('.localhost')
}
