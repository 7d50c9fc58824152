// A reader throws a `Fault` for an invalid value. The message says which values are valid.
export class Fault extends Error {}

export interface Setting<T> {
  read(text: string): T
  /** Used when the variable is absent or empty. */
  fallback: T
  meaning: string
  /** The default to show to operators, if it differs from `fallback`. */
  shown?: string
  /** The value is never printed, only its length. */
  isSecret?: true
}

type Reader<T> = (text: string) => T

export const setting = <T>(read: Reader<T>, fallback: T, meaning: string, shown?: string): Setting<T> => ({
  read,
  fallback,
  meaning,
  ...(shown !== undefined && { shown }),
})

export const secret = <T>(each: Setting<T>): Setting<T> => ({ ...each, isSecret: true })

export const text: Reader<string> = value => value

export const optional =
  <T>(read: Reader<T>): Reader<T | undefined> =>
  value =>
    read(value)

export const whole =
  (least: number, most = Number.MAX_SAFE_INTEGER): Reader<number> =>
  value => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw new Fault(
        most === Number.MAX_SAFE_INTEGER
          ? `must be a whole number of at least ${least}`
          : `must be a whole number from ${least} to ${most}`,
      )
    }
    return number
  }

export const share: Reader<number> = value => {
  const number = Number(value)
  if (!(number >= 0 && number <= 1)) throw new Fault('must be a number from 0 to 1')
  return number
}

const UNITS_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Returns milliseconds. */
export const duration: Reader<number> = value => {
  const [, count = '', unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(value.toLowerCase()) ?? []
  const ms = UNITS_MS[unit]
  if (ms === undefined) throw new Fault('must be a number of minutes, hours or days, such as 30m, 12h or 7d')
  return Number(count) * ms
}

export const truth: Reader<boolean> = value => {
  const word = value.toLowerCase()
  if (word === 'true' || word === '1') return true
  if (word === 'false' || word === '0') return false
  throw new Fault('must be true or false')
}

export const oneOf =
  <const T extends readonly string[]>(...values: T): Reader<T[number]> =>
  value => {
    const found = values.find(each => each === value.toLowerCase())
    if (found === undefined) throw new Fault(`must be one of ${values.join(', ')}`)
    return found
  }

export const list =
  <T>(read: Reader<T>): Reader<T[]> =>
  value =>
    value
      .split(',')
      .map(each => each.trim())
      .filter(Boolean)
      .map(read)

export const url =
  (...schemes: string[]): Reader<string> =>
  value => {
    const scheme = URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : undefined
    if (scheme === undefined || !schemes.includes(scheme)) {
      throw new Fault(`must be a URL with ${schemes.map(each => `${each}://`).join(' or ')}`)
    }
    return value.replace(/\/+$/, '')
  }

/** Parses an allowed origin: `*`, or a scheme and host without a path. */
export const origin: Reader<string> = value => {
  if (value === '*') return value
  const bare = url('http', 'https', 'ws', 'wss')(value)
  const { protocol, host, pathname, search } = new URL(bare)
  if (pathname !== '/' || search)
    throw new Fault('must list origins such as https://app.example.org, without a path')
  // The Origin header of a WebSocket request contains the page's scheme: http, not ws.
  return `${protocol.replace('ws', 'http')}//${host}`
}
