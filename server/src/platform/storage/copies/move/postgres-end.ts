import pg from 'pg'
import { HostsClient } from '../../postgres/hosts-client.ts'
import { type MovedRow, type MoveSource, type MoveTarget, ROWS_PER_PAGE } from './ends.ts'
import { MoveFailed } from './move.ts'

export async function postgresSource(url: string): Promise<MoveSource> {
  const client = await connect(url)
  try {
    await refuseInUse(client)
    await client.query('begin isolation level repeatable read read only')
  } catch (error) {
    await client.end()
    throw error
  }
  return { ...reading(client), close: () => client.end() }
}

export async function postgresTarget(url: string): Promise<MoveTarget> {
  const client = await connect(url)
  await client.query('begin')
  return {
    ...reading(client),
    async insert({ name, columns, selfReferences }, rows) {
      const own = columns.filter(column => !selfReferences.includes(column))
      await client.query(
        `insert into ${name} (${own}) select ${own} from json_populate_recordset(null::${name}, $1)`,
        [asRecords(columns, rows)],
      )
    },
    async link({ name, columns, selfReferences }, rows) {
      const set = selfReferences.map(column => `${column} = r.${column}`)
      await client.query(
        `update ${name} as t set ${set} from json_populate_recordset(null::${name}, $1) as r where t.id = r.id`,
        [asRecords(columns, rows)],
      )
    },
    commit: async () => void (await client.query('commit')),
    close: () => client.end(),
  }
}

/** `filled` lists the tables that contain rows, except `migrations`. */
export async function contentOf(url: string): Promise<{ tables: string[]; filled: string[] }> {
  const client = await connect(url)
  try {
    const { rows } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`,
    )
    const tables = rows.map(({ name }) => name)
    const filled: string[] = []
    for (const name of tables) {
      if (name === 'migrations') continue
      const found = await client.query(`select 1 from ${pg.escapeIdentifier(name)} limit 1`)
      if (found.rows.length > 0) filled.push(name)
    }
    return { tables, filled }
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new HostsClient({ connectionString: url, application_name: 'daymark move' })
  // Without a listener, a lost connection would end the process. The query in progress reports the error.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Throws if a Daymark server is connected, because its writes after the copy would be lost. */
async function refuseInUse(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ servers: number }>(
    `select count(*)::int as servers from pg_stat_activity
     where datname = current_database() and application_name = 'daymark'`,
  )
  if ((rows[0]?.servers ?? 0) > 0)
    throw new MoveFailed('A Daymark server is connected to this database. Stop all servers first.')
}

const reading = (client: pg.Client): Omit<MoveSource, 'close'> => ({
  async count({ name }) {
    const { rows } = await client.query<{ total: string }>(`select count(*) as total from ${name}`)
    return Number(rows[0]?.total ?? 0)
  },
  async *pages({ name, columns }) {
    await client.query(`declare moved no scroll cursor for select ${columns} from ${name}`)
    for (;;) {
      const { rows } = await client.query<unknown[]>({
        text: `fetch ${ROWS_PER_PAGE} from moved`,
        rowMode: 'array',
        types: { getTypeParser: typeParser },
      })
      if (rows.length === 0) break
      yield rows as unknown as MovedRow[]
    }
    await client.query('close moved')
  },
})

const asRecords = (columns: readonly string[], rows: readonly MovedRow[]): string =>
  JSON.stringify(rows.map(row => Object.fromEntries(columns.map((name, at) => [name, row[at]]))))

const { BOOL, FLOAT8, INT4, INT8, TIMESTAMPTZ } = pg.types.builtins

const parsers: Record<number, (text: string) => string | number> = {
  [BOOL]: text => (text === 't' ? 1 : 0),
  [FLOAT8]: Number,
  [INT4]: Number,
  [INT8]: Number,
  [TIMESTAMPTZ]: text => new Date(text).toISOString(),
}

const typeParser = (oid: number) => parsers[oid] ?? String
