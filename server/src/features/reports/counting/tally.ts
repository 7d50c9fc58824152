import { invalid } from '../../../platform/kernel/errors.ts'
import { BucketSums } from './bucket-sums.ts'
import { Cover, lengthOfRun, Runs } from './cover.ts'
import type { Entry, Side } from './entry.ts'
import { type Slices, sliceAt } from './slices.ts'

/** The maximum number of spans in all rows and the totals together, which limits the memory of one report. */
const MAX_SPANS = 2_000_000
const MAX_CELLS = 100_000
const MAX_KNOWN = 1_000
const tooMuch = () =>
  invalid('end_date', 'must be earlier: there are too many timers and entries in this period')
const tooFine = () =>
  invalid(
    'bucket',
    'is too short for this report; choose larger buckets, a shorter period or another grouping',
  )

/** The measured or planned time of a row. */
export class Line {
  sum_ms = 0
  wall_ms = 0
  count = 0
  readonly buckets = new BucketSums()
  readonly cover = new Cover()
  /** The serial number of the last entry counted in this line, so that no entry is counted twice. */
  seen = 0
}

export class Row {
  readonly actual = new Line()
  readonly planned = new Line()
}

export interface Tally {
  rows: ReadonlyMap<string, Row>
  totals: Row
}

export class Counter {
  readonly #slices: Slices
  readonly #rows = new Map<string, Row>()
  readonly #totals = new Row()
  readonly #known = {
    actual: new Map<readonly string[], readonly Line[]>(),
    planned: new Map<readonly string[], readonly Line[]>(),
  }
  #near = 0
  #serial = 0
  #spans = 0
  #cells = 0

  constructor(slices: Slices) {
    this.#slices = slices
    this.#cells = slices.buckets.length
    if (this.#cells > MAX_CELLS) throw tooFine()
  }

  /**
   * Adds an entry to its rows and to the totals. `keys` is empty for weekday and hour rows, which depend on the time of
   * each span.
   */
  add(entry: Entry, keys: readonly string[]): void {
    const { side, spans, each } = entry
    if (spans.length === 0) return
    const lines = this.#linesOf(side, keys)
    this.#spans += (spans.length / 2) * lines.length
    if (this.#spans > MAX_SPANS) throw tooMuch()
    const before = filledOf(lines)
    for (const line of lines) line.count += each ? spans.length / 2 : 1
    for (let at = 0; at < spans.length; at += 2) {
      if (at === 0 || each) this.#serial++
      this.#addSpan(side, lines, spans[at] ?? 0, spans[at + 1] ?? 0)
    }
    this.#addCells(filledOf(lines) - before)
  }

  /**
   * Computes the covered time of the rows and of the totals. Yields between steps to let the caller pause, because
   * there may be millions of spans.
   */
  *finish(): Generator<undefined, Tally> {
    for (const side of ['actual', 'planned'] as const) {
      // Every span is in a row, so the totals cover the same time as all rows together.
      const all = new Runs()
      for (const row of this.#rows.values()) {
        const run = yield* row[side].cover.finish()
        row[side].wall_ms = lengthOfRun(run)
        all.add(run)
        yield
      }
      this.#totals[side].wall_ms = lengthOfRun(yield* all.finish())
    }
    return { rows: this.#rows, totals: this.#totals }
  }

  #addSpan(side: Side, lines: readonly Line[], start: number, end: number): void {
    const { borders, bucketOf, rowOf } = this.#slices
    for (const line of lines) line.sum_ms += end - start
    for (let at = 0; at < lines.length - 1; at++) lines[at]?.cover.add(start, end)
    let slice = sliceAt(borders, start, this.#near)
    for (let from = start; from < end; slice++) {
      const until = Math.min(end, borders[slice + 1] ?? end)
      const bucket = bucketOf[slice] ?? 0
      for (const line of lines) line.buckets.add(bucket, until - from)
      if (rowOf) this.#addToTimeRow(this.#row(String(rowOf[slice]))[side], bucket, from, until)
      from = until
    }
    this.#near = slice - 1
  }

  /** Adds one slice's part of a span to the row of the slice's weekday or hour. */
  #addToTimeRow(line: Line, bucket: number, from: number, until: number): void {
    const before = line.buckets.filled
    line.sum_ms += until - from
    line.cover.add(from, until)
    line.buckets.add(bucket, until - from)
    this.#addCells(line.buckets.filled - before)
    this.#spans++
    if (this.#spans > MAX_SPANS) throw tooMuch()
    if (line.seen === this.#serial) return
    line.seen = this.#serial
    line.count++
  }

  /** Returns the lines of these rows and of the totals. Cached, because most entries share their list of keys. */
  #linesOf(side: Side, keys: readonly string[]): readonly Line[] {
    const known = this.#known[side].get(keys)
    if (known) return known
    const lines = [...keys.map(key => this.#row(key)[side]), this.#totals[side]]
    if (this.#known[side].size < MAX_KNOWN) this.#known[side].set(keys, lines)
    return lines
  }

  #addCells(count: number): void {
    this.#cells += count
    if (this.#cells > MAX_CELLS) throw tooFine()
  }

  #row(key: string): Row {
    const row = this.#rows.get(key) ?? new Row()
    this.#rows.set(key, row)
    return row
  }
}

/** Skips the last line, because the totals have a cell for every bucket anyway. */
function filledOf(lines: readonly Line[]): number {
  let sum = 0
  for (let at = 0; at < lines.length - 1; at++) sum += lines[at]?.buckets.filled ?? 0
  return sum
}
