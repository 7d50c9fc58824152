// A draft is typed text that is not saved as an item yet. It survives reloads and sign-outs and belongs to one account.
import { storage } from '../storage/browser-storage.ts'

/** Keyed by field name. */
type Drafts = Record<string, string>

/** Above this number, the oldest drafts are dropped. */
const MOST_FIELDS = 50

const keyOf = (account: string): string => `daymark.drafts.${account}`

export const readTyped = (account: string, field: string): string => all(account)[field] ?? ''

export function keepTyped(account: string, field: string, typed: string): void {
  const { [field]: _, ...others } = all(account)
  const fields = Object.entries(typed === '' ? others : { ...others, [field]: typed }).slice(-MOST_FIELDS)
  if (fields.length === 0) storage.removeItem(keyOf(account))
  else storage.setItem(keyOf(account), JSON.stringify(Object.fromEntries(fields)))
}

function all(account: string): Drafts {
  try {
    const found = JSON.parse(storage.getItem(keyOf(account)) ?? '{}') as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(found).filter((each): each is [string, string] => isText(each[1])),
    )
  } catch {
    return {}
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
