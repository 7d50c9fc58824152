// Copies all rows in one transaction and verifies the copy before the commit.
import { createHash } from 'node:crypto'
import type { MovedRow, MovedTable, MoveSource, MoveTarget } from './ends.ts'

export interface Progress {
  /** `verify` reads the copy and compares checksums. */
  step: 'copy' | 'verify'
  table: string
  done: number
  total: number
}

export class MoveFailed extends Error {
  override name = 'MoveFailed'
}

/** Both sides must have the same schema, and the target must be empty. Returns the number of copied rows. */
export async function moveRows(
  tables: readonly MovedTable[],
  source: MoveSource,
  target: MoveTarget,
  report: (progress: Progress) => void,
): Promise<number> {
  let copied = 0
  const totals = new Map<string, number>()
  for (const table of tables) totals.set(table.name, await source.count(table))
  const progress = (step: Progress['step'], { name }: MovedTable, done: number) =>
    report({ step, table: name, done, total: totals.get(name) ?? 0 })
  const digests = new Map<string, string>()
  for (const table of tables) {
    const read = new TableDigest()
    for await (const rows of source.pages(table)) {
      read.add(rows)
      await target.insert(table, rows)
      progress('copy', table, read.count)
    }
    if (read.count === 0) progress('copy', table, 0)
    digests.set(table.name, read.text())
    copied += read.count
  }
  for (const table of tables) {
    if (table.selfReferences.length === 0) continue
    for await (const rows of source.pages(table)) await target.link(table, rows)
  }
  for (const table of tables) {
    const written = new TableDigest()
    for await (const rows of target.pages(table)) {
      written.add(rows)
      progress('verify', table, written.count)
    }
    if (written.text() !== digests.get(table.name)) {
      throw new MoveFailed(
        `The rows of ${table.name} differ after the copy, so nothing was written. Please report this.`,
      )
    }
  }
  await target.commit()
  return copied
}

const HASH_BYTES = 32

/**
 * An XOR of row hashes, which does not depend on the row order. Hashes cannot cancel out, because each row has a unique
 * key.
 */
class TableDigest {
  count = 0
  readonly #sum = Buffer.alloc(HASH_BYTES)

  add(rows: readonly MovedRow[]): void {
    this.count += rows.length
    for (const row of rows) {
      const hash = createHash('sha256').update(JSON.stringify(row)).digest()
      for (let at = 0; at < HASH_BYTES; at++) this.#sum[at] = (this.#sum[at] ?? 0) ^ (hash[at] ?? 0)
    }
  }

  text(): string {
    return `${this.count} ${this.#sum.toString('hex')}`
  }
}
