import { editDistance } from '../../platform/kernel/nearest-name.ts'

const MOST = 3

/** Ends an error about an unknown address. Empty if no known address is close to it. */
export function didYouMean(given: string, known: readonly (string | null)[]): string {
  const near = nearAddresses(given, known)
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
}

/** The error about an address that nobody has. */
export const unknownAddress = (email: string, people: readonly { email: string | null }[]): string =>
  `There is no one with the address ${email}.${didYouMean(
    email,
    people.map(each => each.email),
  )}`

/** Returns known addresses that differ by a typo or have the same name at another provider, the closest first. */
export function nearAddresses(given: string, known: readonly (string | null)[]): string[] {
  const wanted = given.toLowerCase()
  const limit = Math.max(1, Math.floor(nameOf(wanted).length / 3))
  return known
    .filter(address => address !== null)
    .map(address => ({ address, distance: editDistance(wanted, address.toLowerCase()) }))
    .filter(({ address, distance }) => distance > 0 && (distance <= limit || sharesName(wanted, address)))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST)
    .map(({ address }) => address)
}

const nameOf = (address: string): string => address.split('@')[0] ?? address

const sharesName = (a: string, b: string): boolean => nameOf(a) === nameOf(b.toLowerCase())
