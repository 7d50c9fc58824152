// What the parser process knows about an archive and the person's items. It is in a temporary SQLite database, so that
// an archive of any size needs little memory. SQLite removes the file from its folder when it opens it.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { tooMuch } from '../../../platform/uploads/file-fault.ts'
import { type Row, titleOf } from './content.ts'

export interface ArchiveProblem {
  file: string
  line: number
  message: string
  title: string | null
}

type Found = Record<string, SQLInputValue>

const MAX_PROBLEMS = 100
const PAGE_BYTES = 4_096
const CACHE_KIB = 32 * 1_024
const FULL = 'The disk of the server has too little space to read the archive. Tell the administrator.'
const SQLITE_FULL = 13

/**
 * `units`: the items of the archive. `rows`: their rows as text. `unique_keys` and `sharings` help to find the item of a
 * row. `existing`: the items that the person has. `nodes`: a tree of todos, see `trees.ts`.
 */
const TABLES = `
  create table units (
    nr integer primary key, key text not null unique, kind text not null, id text not null, root integer not null,
    updated_at integer not null, chars integer not null, digest text, outcome text);
  create table rows (
    nr integer primary key, unit integer not null, name text not null, id text, file text not null,
    line integer not null, text text not null);
  create index rows_unit on rows (unit, nr);
  create table unique_keys (key text primary key) without rowid;
  create table sharings (id text primary key, key text not null) without rowid;
  create table faulty (file text, line integer, primary key (file, line)) without rowid;
  create table names (name text primary key) without rowid;
  create table new_ids (id text primary key, new_id text not null) without rowid;
  create table existing (
    key text primary key, kind text not null, id text not null, updated_at integer not null, digest text not null,
    parent text, grp text, name text, preferences text, is_deleted integer not null default 0) without rowid;
  create index existing_names on existing (name) where kind = 'tag';
  create table existing_sharings (id text primary key, key text not null) without rowid;
  create table nodes (
    id text primary key, parent text, grp text, own integer not null, keeps_level integer not null default 0,
    level integer, up text, mark integer, turn integer, is_changed integer not null default 0) without rowid;
  create index nodes_parent on nodes (parent);
  create index nodes_level on nodes (level);
  create index nodes_turn on nodes (turn) where turn is not null;`

export class Scratch {
  readonly problems: ArchiveProblem[] = []
  readonly #db = new DatabaseSync('')
  readonly #statements = new Map<string, StatementSync>()

  /** `most` is the largest size in bytes. */
  constructor(most = Number.POSITIVE_INFINITY) {
    // Nobody reads the file after a crash.
    this.#db.exec(`pragma page_size = ${PAGE_BYTES}; pragma journal_mode = off; pragma synchronous = off;
      pragma cache_size = -${CACHE_KIB}; pragma temp_store = file`)
    if (Number.isFinite(most))
      this.#db.exec(`pragma max_page_count = ${Math.max(1_000, Math.floor(most / PAGE_BYTES))}`)
    this.#db.exec(`begin;${TABLES}`)
  }

  close(): void {
    this.#db.close()
  }

  /** Returns the number of changed rows. */
  run(text: string, ...values: SQLInputValue[]): number {
    return Number(full(() => this.#statement(text).run(...values)).changes)
  }

  get(text: string, ...values: SQLInputValue[]): Found | undefined {
    return full(() => this.#statement(text).get(...values)) as Found | undefined
  }

  all(text: string, ...values: SQLInputValue[]): Found[] {
    return full(() => this.#statement(text).all(...values)) as Found[]
  }

  /** Reads the rows while they are consumed. They must not be changed meanwhile. */
  *each(text: string, ...values: SQLInputValue[]): Generator<Found> {
    // A statement of its own, because a statement cannot be read twice at the same time.
    yield* this.#db.prepare(text).iterate(...values) as Iterable<Found>
  }

  /** Like `each`, but rows may be changed. `text` must have the form `… where {key} > ? … order by {key}`. */
  *pages(text: string, key: string, first: SQLInputValue = 0): Generator<Found> {
    for (let last = first; ; ) {
      const page = this.all(`${text} limit ${ROWS_PER_PAGE}`, last)
      yield* page
      const end = page.at(-1)
      if (!end || page.length < ROWS_PER_PAGE) return
      last = end[key] ?? null
    }
  }

  /** A row may have several problems, for example two links that lead outside the archive. */
  report(file: string, line: number, message: string, row?: Row): void {
    this.run('insert or ignore into faulty values (?, ?)', file, line)
    if (this.problems.length < MAX_PROBLEMS)
      this.problems.push({ file, line, message, title: row ? titleOf(row) : null })
  }

  get faultyRows(): number {
    return Number(this.get('select count(*) n from faulty')?.['n'])
  }

  #statement(text: string): StatementSync {
    const known = this.#statements.get(text)
    if (known) return known
    const statement = this.#db.prepare(text)
    this.#statements.set(text, statement)
    return statement
  }
}

const ROWS_PER_PAGE = 500

function full<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_FULL) throw tooMuch(FULL)
    throw error
  }
}

/** Titles of todos that moved up. */
export class Moved {
  count = 0
  readonly titles: string[] = []

  add(row: Row): void {
    this.count++
    if (this.titles.length < MAX_MOVED) this.titles.push(titleOf(row) ?? '')
  }
}

const MAX_MOVED = 100
