// Errors that say why a change cannot be undone or a deleted item cannot be restored.
import { conflict, type Problem } from '../kernel/errors.ts'

/** `name` is the title in quotes, or for example "this timer". */
export const cannotUndo = (name: string, reason: string): Problem =>
  conflict(`The change to ${name} cannot be undone because ${reason}.`)

export const cannotRestore = (name: string, reason: string): Problem =>
  conflict(`${name.charAt(0).toUpperCase()}${name.slice(1)} cannot be restored because ${reason}.`)

const FIELD = /\b[a-z]+_[a-z]+\b/g
const wordsOf = (field: string): string => field.replaceAll('_', ' ')

/** Returns the reason for `cannotUndo` if the item would violate a rule for the field `path`. */
export const ruleInWords = ({ path, message }: { path: string; message: string }): string =>
  `its ${wordsOf(path)} ${message.replace(FIELD, field => `its ${wordsOf(field)}`)}`
