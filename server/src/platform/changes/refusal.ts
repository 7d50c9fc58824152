// Errors that say why a change cannot be undone or a deleted item cannot be restored.
import { conflict, type Problem } from '../kernel/errors.ts'

/** `name` is the title in quotes, or for example "this timer". */
export const cannotUndo = (name: string, reason: string): Problem =>
  conflict(`The change to ${name} cannot be undone because ${reason}.`)

export const cannotRestore = (name: string, reason: string): Problem =>
  conflict(`${name.charAt(0).toUpperCase()}${name.slice(1)} cannot be restored because ${reason}.`)
