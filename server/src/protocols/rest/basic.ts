// Devices sign in with HTTP Basic (RFC 7617).

const BASIC = /^Basic +([\w+/=-]+) *$/i
const MAX_LENGTH = 1_024

export const isBasic = (header: string): boolean => header.length <= MAX_LENGTH && BASIC.test(header)

/** Returns undefined if the header is not HTTP Basic or is too long. */
export function readBasic(header: string): { address: string; password: string } | undefined {
  const encoded = header.length <= MAX_LENGTH ? BASIC.exec(header)?.[1] : undefined
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return { address: text, password: '' }
  return { address: text.slice(0, colon), password: text.slice(colon + 1) }
}
