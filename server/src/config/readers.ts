// Readers for single settings. General readers are in setting.ts.
import { availableParallelism } from 'node:os'
import { knownCountry } from '../features/holidays/place/countries.ts'
import { type CidrList, parseCidrs } from '../platform/client-address/cidr.ts'
import { hostNameOf } from '../platform/client-address/host-name.ts'
import { redisAddress } from '../platform/redis/redis-address.ts'
import { postgresUrlFault } from '../platform/storage/database-name.ts'
import { Fault, url, whole } from './setting.ts'

export const cidrs = (value: string): CidrList => {
  const parsed = parseCidrs(value)
  if (!parsed.ok) throw new Fault(`must list addresses or CIDRs; these are neither: ${parsed.bad.join(', ')}`)
  return parsed.list
}

export const country = (value: string): string => {
  const code = knownCountry(value)
  if (code === undefined)
    throw new Fault('must be the ISO 3166 code of a country whose holidays are known, such as KR')
  return code
}

export const longSecret = (value: string): string => {
  if (value.length < 32) throw new Fault('must have at least 32 random characters')
  return value
}

export const setupCode = (value: string): string => {
  if (!/^[\x21-\x7e]{12,128}$/.test(value))
    throw new Fault('must have 12 to 128 letters, digits or symbols, without spaces')
  return value
}

export const databaseUrl = (value: string): string => {
  const fault = /^postgres(ql)?:\/\/./.test(value) ? postgresUrlFault(value) : undefined
  if (fault !== undefined) throw new Fault(fault)
  if (!/^(postgres(ql)?:\/\/|sqlite:(\/\/)?)./.test(value))
    throw new Fault('must be sqlite:<path>, sqlite::memory:, postgres://… or postgresql://…')
  return value
}

export const sender = (value: string): string => {
  if (!/^[^\s<>@]+@[^\s<>@]+$|^[^<>]*<[^\s<>@]+@[^\s<>@]+>$/.test(value))
    throw new Fault('must be an email address, such as Daymark <daymark@example.org>')
  return value
}

/** Rejects credentials, and also a query or fragment because the server appends paths to this URL. */
export const publicUrl = (value: string): string => {
  const address = url('http', 'https')(value)
  const { username, password } = new URL(address)
  if (username || password || /[?#]/.test(address))
    throw new Fault(
      'must be an address without a user name, password, ? or #, such as https://day.example.org',
    )
  return address
}

export const hostName = (value: string): string => {
  const name = hostNameOf(value)
  if (name === undefined || name.includes('*') || /:\d+$/.test(value))
    throw new Fault('must list host names without a port, such as time.example.org')
  return name
}

export const headerName = (value: string): string => {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(value)) throw new Fault('must be the name of a header')
  return value
}

export const redisUrl = (value: string): string => {
  if (redisAddress(value) === undefined)
    throw new Fault(
      'must be redis://host:port, rediss://…, redis+sentinel://host:port,host:port/name or redis+cluster://host:port,host:port',
    )
  return value.replace(/\/+$/, '')
}

const MAX_WORKERS = 256

export const workers = (value: string): number => {
  if (value.toLowerCase() === 'auto') return availableParallelism()
  try {
    return whole(1, MAX_WORKERS)(value)
  } catch (fault) {
    if (fault instanceof Fault) throw new Fault(`${fault.message}, or auto`)
    throw fault
  }
}
