import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net'

/**
 * Removes an IPv6 zone id and converts an IPv4-mapped address to IPv4. Returns undefined if the string is not an
 * address.
 */
export function canonicalAddress(text: string): string | undefined {
  if (isIPv4(text)) return text
  if (!isIPv6(text)) return undefined
  const address = new SocketAddress({ address: text, family: 'ipv6' }).address
  const mapped = address.startsWith('::ffff:') ? address.slice(7) : ''
  return isIPv4(mapped) ? mapped : address
}

/** Keeps one list per family, because a combined BlockList would match every IPv4 address with `::/0`. */
export class CidrList {
  readonly #v4 = new BlockList()
  readonly #v6 = new BlockList()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** `address` must be canonical. */
  has(address: string): boolean {
    return isIPv4(address) ? this.#v4.check(address, 'ipv4') : this.#v6.check(address, 'ipv6')
  }

  /** Accepts a single address or a range. Returns false for anything else. */
  add(entry: string): boolean {
    const [text = '', bits, ...more] = entry.split('/')
    const address = text.includes('%') ? undefined : canonicalAddress(text)
    if (address === undefined || more.length > 0) return false
    const length = prefixLength(bits, isIPv4(text) ? 32 : 128)
    // ::ffff:10.0.0.0/104 is 10.0.0.0/8. A prefix shorter than 96 bits covers more than IPv4 and is invalid.
    const prefix = isIPv4(address) && !isIPv4(text) ? length - 96 : length
    if (!(prefix >= 0)) return false
    if (isIPv4(address)) this.#v4.addSubnet(address, prefix, 'ipv4')
    else this.#v6.addSubnet(address, prefix, 'ipv6')
    this.#size++
    return true
  }
}

function prefixLength(bits: string | undefined, longest: number): number {
  if (bits === undefined) return longest
  const length = /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
  return length <= longest ? length : Number.NaN
}

export type ParsedCidrs = { ok: true; list: CidrList } | { ok: false; bad: string[] }

export function parseCidrs(text: string): ParsedCidrs {
  const list = new CidrList()
  const entries = text.split(',').map(entry => entry.trim())
  const bad = entries.filter(entry => entry !== '' && !list.add(entry))
  return bad.length > 0 ? { ok: false, bad } : { ok: true, list }
}
