// Decides which host names this server answers for. A page of a name that its owner points at this server (DNS
// rebinding) could otherwise call the API as a page of this server.
import { isIP } from 'node:net'

export interface HostRules {
  /** The host of PUBLIC_URL, if the operator set it. Otherwise, every name is accepted. */
  readonly publicHost: string | undefined
  readonly allowed: readonly string[]
}

/** Nobody can own a public name below these. */
const PRIVATE_SUFFIXES = ['.localhost', '.local', '.internal', '.home.arpa', '.lan', '.ts.net']

/** Returns the name of a Host header without its port, in lowercase. Undefined if it is none. */
export function hostNameOf(host: string): string | undefined {
  if (!/^[^\s/?#@\\]+$/.test(host) || !URL.canParse(`http://${host}`)) return undefined
  return new URL(`http://${host}`).hostname.replace(/\.$/, '')
}

export function isOwnName(host: string, { publicHost, allowed }: HostRules): boolean {
  if (publicHost === undefined) return true
  const name = hostNameOf(host)
  if (name === undefined) return false
  return (
    name === hostNameOf(publicHost) ||
    allowed.includes(name) ||
    !name.includes('.') ||
    isIP(name) !== 0 ||
    name.startsWith('[') ||
    PRIVATE_SUFFIXES.some(suffix => name.endsWith(suffix))
  )
}
