// Like libpq with target_session_attrs=read-write, connects to the one of several servers that accepts writes.
import pg from 'pg'
import { addressesOf } from '../database-name.ts'

const CONNECT_MS = 5_000

/** With one host, it behaves like a plain client. */
export class HostsClient extends pg.Client {
  readonly #addresses: readonly string[]
  readonly #timeout: number

  constructor(config: pg.ClientConfig = {}) {
    const addresses = addressesOf(config.connectionString ?? '')
    super({ ...config, connectionString: addresses[0] ?? '' })
    this.#addresses = addresses
    this.#timeout = config.connectionTimeoutMillis ?? CONNECT_MS
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    if (callback === undefined)
      return this.#choose()
        .then(() => super.connect())
        .catch(error => {
          this.#drop()
          throw error
        })
    this.#choose().then(
      () =>
        super.connect((error: Error | null) => {
          if (error) this.#drop()
          callback(error as Error)
        }),
      callback,
    )
    return undefined
  }

  /**
   * The driver keeps the connection if it has no password to send. The server would wait a minute for it, and whoever
   * creates or drops a database would wait with it.
   */
  #drop(): void {
    this.connection.stream.destroy()
  }

  /** Tries the servers in sequence, each with a separate client, because the driver cannot connect a client twice. */
  async #choose(): Promise<void> {
    if (this.#addresses.length < 2) return
    let trouble: unknown
    for (const address of this.#addresses) {
      const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: this.#timeout })
      client.on('error', () => {})
      try {
        await client.connect()
        const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
        if (rows[0]?.transaction_read_only === 'off') {
          this.host = client.host
          this.port = client.port
          return
        }
        trouble ??= new Error('connection timeout: no server accepts writes at the moment')
      } catch (error) {
        trouble = error
      } finally {
        await client.end().catch(() => {})
      }
    }
    throw trouble
  }
}
