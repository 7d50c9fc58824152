import type { IncomingMessage } from 'node:http'
import { CdnAddresses, type CdnListOptions, type FetchList } from './cdn-list.ts'
import type { CidrList } from './cidr.ts'
import { clientIp, isTrustedPeer, proxyTrust } from './client-ip.ts'

export interface Addresses {
  of(request: IncomingMessage): string
  /** True if the peer is a proxy or a CDN whose headers are trusted. */
  isProxied(request: IncomingMessage): boolean
  stop(): void
}

export interface ProxySettings {
  readonly CDN_ENABLED: boolean
  readonly CDN_IP_LIST_URLS: readonly string[]
  readonly CDN_IP_CACHE_TTL: number
  readonly CDN_CONNECTING_IP_HEADER: string
  readonly TRUSTED_PROXY_IPS: CidrList
}

export function clientAddresses(
  config: ProxySettings,
  log: CdnListOptions['log'],
  fetch: FetchList,
): Addresses {
  const cdn = config.CDN_ENABLED
    ? new CdnAddresses({
        urls: config.CDN_IP_LIST_URLS,
        ttl_ms: config.CDN_IP_CACHE_TTL * 1000,
        log,
        fetch,
      })
    : undefined
  // Fetches in the background, because a slow source must not delay startup. Proxy headers are not trusted until the
  // first fetch succeeds.
  void cdn?.refresh()
  const trust = proxyTrust(
    {
      cdn_enabled: config.CDN_ENABLED,
      cdn_header: config.CDN_CONNECTING_IP_HEADER,
      trusted_proxies: config.TRUSTED_PROXY_IPS,
    },
    () => cdn?.current,
  )
  return {
    of: request => clientIp(request.socket.remoteAddress, request.headers, trust),
    isProxied: request => isTrustedPeer(request.socket.remoteAddress, trust),
    stop: () => cdn?.stop(),
  }
}
