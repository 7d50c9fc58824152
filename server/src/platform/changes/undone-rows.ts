// What the undo of the later steps of a batch changes. The check of an earlier step needs it. Pure.
import type { Row } from '../storage/captured-row.ts'
import type { UndoableRow } from './change.ts'
import { newKey, oldKey } from './joined-rows.ts'
import { REFERENCES } from './references.ts'
import { rowName } from './row-writer.ts'

/**
 * Keeps hashes of the names, because a batch may have a million rows. A collision only skips a check that the undo
 * itself repeats.
 */
export class UndoneRows {
  readonly #rows = new Set<number>()
  readonly #restored = new Set<number>()
  readonly #references = new Map<number, number>()

  add(rows: readonly UndoableRow[]): void {
    for (const row of rows) {
      this.#rows.add(hashOf(row.table, rowName(row.table, newKey(row))))
      this.#rows.add(hashOf(row.table, rowName(row.table, oldKey(row))))
      if (row.after === null) this.#restored.add(hashOf(row.table, rowName(row.table, oldKey(row))))
    }
    for (const { table, column } of REFERENCES) {
      for (const row of rows) {
        const id = row.table === table ? row.after?.[column] : undefined
        if (id === undefined || id === null) continue
        const name = hashOf(`${table} ${column}`, String(id))
        this.#references.set(name, (this.#references.get(name) ?? 0) + 1)
      }
    }
  }

  /** True if a later step has changed the row with this key, so that its current values say nothing. */
  has = (table: string, key: Row): boolean => this.#rows.has(hashOf(table, rowName(table, key)))

  /** True if the undo of a later step restores the row with this key. */
  restores = (table: string, key: Row): boolean => this.#restored.has(hashOf(table, rowName(table, key)))

  /** Returns how many rows with this reference the undo of the later steps removes or reverts. */
  references = (table: string, column: string, id: unknown): number =>
    this.#references.get(hashOf(`${table} ${column}`, String(id))) ?? 0
}

/** A hash with 53 bits (cyrb53), which fits into a number. */
function hashOf(table: string, name: string): number {
  let [h1, h2] = [0xdeadbeef, 0x41c6ce57]
  for (const text of [table, ' ', name]) {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      h1 = Math.imul(h1 ^ code, 2654435761)
      h2 = Math.imul(h2 ^ code, 1597334677)
    }
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909)
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909)
  return 4294967296 * (2097151 & h2) + (h1 >>> 0)
}
