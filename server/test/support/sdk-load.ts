// Simulates people who use the SDK through outages, with REST writes and with timers on two devices each.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import {
  ApiError,
  type Client,
  createClient,
  NetworkError,
  type Timer,
  type TimerSocket,
} from '@daymark/client'
import { reaches } from './sdk-world.ts'

type Control = 'pause' | 'resume' | 'stop'
const CONTROLS: readonly Control[] = ['pause', 'resume', 'pause', 'resume', 'stop']

export const PACE_MS = 30

/** Remembers its acknowledged writes for the final check. */
export class LoadedPerson {
  readonly #client: Client
  readonly devices: readonly TimerSocket[]
  readonly tags: string[] = []
  /** The acknowledged actions of each timer, by id. */
  readonly histories = new Map<string, string[]>()
  /** The pause between two actions. Without one, the load takes CPU time from the servers. */
  pace_ms = PACE_MS
  #ending = false
  #work: Promise<unknown> = Promise.resolve()

  constructor(baseUrl: string, token: string) {
    this.#client = createClient({ baseUrl, token })
    this.devices = [0, 1].map(() => this.#client.timers.connect())
  }

  get acknowledged(): number {
    return this.tags.length + [...this.histories.values()].reduce((sum, each) => sum + each.length, 0)
  }

  /**
   * Waits for both devices first. A device that connects later never receives the timers that the other device has
   * already completed, but `check` expects all of them.
   */
  async begin(): Promise<void> {
    await Promise.all(this.devices.map(device => reaches(device, 'live')))
    this.#work = Promise.all([this.#writeTags(), ...this.devices.map(device => this.#useTimers(device))])
  }

  /** Ends the load and waits for the work in progress. */
  async finish(): Promise<void> {
    this.#ending = true
    await this.#work
  }

  close(): void {
    for (const device of this.devices) device.close()
  }

  async #writeTags(): Promise<void> {
    const group = await insist(() => this.#client.tags.createGroup({ body: { name: 'G', color: '#000000' } }))
    for (let i = 0; !this.#ending; i++) {
      const name = `tag ${i}`
      try {
        await this.#client.tags.create({ body: { name, color: '#000000', group_id: group.id } })
        this.tags.push(name)
        await this.#rest()
      } catch (error) {
        await refusedForNow(error)
      }
    }
  }

  async #rest(): Promise<void> {
    await pause(this.pace_ms)
  }

  /** Commands wait in the outbox while the device is disconnected, so no command may fail. */
  async #useTimers(device: TimerSocket): Promise<void> {
    for (let i = 0; !this.#ending; i++) {
      const { id } = await device.start({ allocated_duration: 60, title: `timer ${i}` })
      const history = ['start']
      this.histories.set(id, history)
      for (const control of CONTROLS) {
        await device[control](id)
        history.push(control)
        await this.#rest()
      }
    }
  }

  /** No acknowledged write may be missing, nothing may have run twice, and both devices must match the server. */
  async check(): Promise<void> {
    const tags = (await this.#client.tags.list.all()).map(tag => tag.name)
    assert.deepEqual(
      this.tags.filter(name => tags.filter(each => each === name).length !== 1),
      [],
      'an acknowledged tag is missing or repeated',
    )
    const timers = await this.#client.timers.list.all()
    const histories = timers.map(each => [each.id, each.pause_history.map(entry => entry.action)] as const)
    assert.deepEqual(Object.fromEntries(histories.sort()), Object.fromEntries([...this.histories].sort()))
    for (const device of this.devices) {
      await knows(device, book => timers.every(timer => book.get(timer.id)?.status === timer.status))
      assert.deepEqual(essence([...device.timers.values()]), essence(timers))
    }
  }
}

const essence = (timers: readonly Timer[]) =>
  timers
    .map(({ id, title, status, pause_history }) => {
      // Datetimes from the socket have no suffix, but those from REST end with `Z`.
      return { id, title, status, at: pause_history.map(entry => entry.at.replace('Z', '')) }
    })
    .sort((a, b) => a.id.localeCompare(b.id))

async function knows(
  device: TimerSocket,
  holds: (timers: ReadonlyMap<string, Timer>) => boolean,
): Promise<void> {
  if (holds(device.timers)) return
  await new Promise<void>(resolve => {
    const off = device.on('timers', ({ timers }) => {
      if (!holds(timers)) return
      off()
      resolve()
    })
  })
}

/** Accepts a 503, a lost connection, or a proxy's 502. Anything else is a server bug. */
async function refusedForNow(error: unknown): Promise<void> {
  const expected =
    error instanceof NetworkError || (error instanceof ApiError && [502, 503].includes(error.status))
  if (!expected) throw error
  await pause(20)
}

export async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      await refusedForNow(error)
    }
  }
}
