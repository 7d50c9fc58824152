// Runs the server in this process with an adjustable clock, so that the API can create data in the past.
import { type Client, createClient, type TimerSocket } from '@daymark/client'
import { buildApp } from '../../server/src/app.ts'
import type { Config } from '../../server/src/config/config.ts'
import { MAX_TOKEN_HOURS } from '../../server/src/features/accounts/keys/signing-key.ts'
import { openAccounts } from '../../server/src/features/accounts/open.ts'
import { personalTokens } from '../../server/src/features/tokens/revoke-all.ts'
import { openLog } from '../../server/src/platform/observability/log.ts'
import type { Storage } from '../../server/src/platform/storage/unit-of-work.ts'

export interface TimeTraveler {
  client: Client
  socket: TimerSocket
}

export interface TimeMachine extends AsyncDisposable {
  setTime(ms: number): void
  /** Creates an account at the adjustable clock's time and connects a client. */
  signUp(person: { name: string; email: string }, password: string): Promise<TimeTraveler>
}

export async function openTimeMachine(config: Config, storage: Storage, zone: string): Promise<TimeMachine> {
  let now = Date.now()
  const clock = { now: () => now }
  const own: Config = {
    ...config,
    // Uses its own issuer name, so that tokens created here are invalid on the real server.
    PUBLIC_URL: 'http://daymark.invalid',
    RATE_LIMIT_ENABLED: false,
    WS_RATE_LIMIT_ENABLED: false,
  }
  const app = await buildApp({ config: own, storage, clock, log: openLog('silent') })
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  const { admin } = await openAccounts({
    config: own,
    storage,
    clock,
    issuer: () => own.PUBLIC_URL ?? '',
    personalTokens: personalTokens(clock),
  })
  const travelers: TimeTraveler[] = []
  return {
    setTime(ms) {
      now = ms
    },
    async signUp({ name, email }, password) {
      await admin.create(email, name, password)
      const token = await admin.tokenFor(email, name, MAX_TOKEN_HOURS)
      const client = createClient({ baseUrl, token, retry: false })
      const traveler = {
        client,
        socket: client.timers.connect({ timezone: zone, WebSocket: UnstampedSocket }),
      }
      travelers.push(traveler)
      return traveler
    },
    async [Symbol.asyncDispose]() {
      for (const { client, socket } of travelers) {
        socket.close()
        // Ends the demo people's sessions, because seeding no longer needs them.
        for (const { id } of await client.accounts.sessions())
          await client.accounts.endSession({ params: { session_id: id } })
      }
      await app.close()
    },
  }
}

/** Removes `at` from commands, so that the server records its adjustable clock's time. */
class UnstampedSocket extends WebSocket {
  override send(data: string): void {
    const { payload, ...message } = JSON.parse(data)
    super.send(JSON.stringify({ ...message, payload: { ...payload, at: undefined } }))
  }
}
