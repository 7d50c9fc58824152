// Typed texts that the server has not stored yet: kept in this browser under the account, over reloads and sign-ins.
import { storage } from '../storage/browser-storage.ts'

export interface Drafts {
  /** What stands in the field. */
  typed: string
  /** What was sent and has not been stored, oldest first. */
  unsaved: readonly string[]
  /** What each text that was sent will be called by the server: sent again, it is not stored twice. */
  ids: Readonly<Record<string, string>>
}

type All = Record<string, Partial<Drafts>>

const NONE: Drafts = { typed: '', unsaved: [], ids: {} }
/** More than that nobody has typed; older ones go first. */
const MOST_FIELDS = 50

const keyOf = (account: string): string => `daymark.drafts.${account}`

export const readDrafts = (account: string, field: string): Drafts => ({ ...NONE, ...all(account)[field] })

export const keepTyped = (account: string, field: string, typed: string): void =>
  change(account, field, drafts => ({ ...drafts, typed }))

/** Before it is sent: whatever happens to the page meanwhile, it is still there. */
export const keepUnsaved = (account: string, field: string, text: string, id?: string): void =>
  change(account, field, ({ typed, unsaved, ids }) => ({
    typed,
    unsaved: [...without(unsaved, text), text],
    ids: id === undefined ? ids : { ...ids, [text]: id },
  }))

export const forgetId = (account: string, field: string, text: string): void =>
  change(account, field, ({ ids: { [text]: _, ...ids }, ...drafts }) => ({ ...drafts, ids }))

/** It stands in the field again, where it can be changed. */
export const putBack = (account: string, field: string, text: string): void =>
  change(account, field, drafts => ({ ...drafts, unsaved: without(drafts.unsaved, text) }))

/** The server has stored it, or the person does not want it any more. */
export const dropDraft = (account: string, field: string, text: string): void =>
  change(account, field, ({ typed, unsaved, ids: { [text]: _, ...ids } }) => ({
    typed: typed.trim() === text ? '' : typed,
    unsaved: without(unsaved, text),
    ids,
  }))

const without = (texts: readonly string[], text: string): string[] => texts.filter(each => each !== text)

function change(account: string, field: string, next: (drafts: Drafts) => Drafts): void {
  const { [field]: before, ...others } = all(account)
  const after = next({ ...NONE, ...before })
  const isEmpty = after.typed === '' && after.unsaved.length === 0
  const fields = Object.entries(isEmpty ? others : { ...others, [field]: after }).slice(-MOST_FIELDS)
  if (fields.length === 0) storage.removeItem(keyOf(account))
  else storage.setItem(keyOf(account), JSON.stringify(Object.fromEntries(fields)))
}

function all(account: string): All {
  try {
    return JSON.parse(storage.getItem(keyOf(account)) ?? '{}') as All
  } catch {
    return {}
  }
}
