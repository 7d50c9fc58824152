// Runs random timer commands on devices that disconnect, repeat messages and reconnect. In the end, all devices must
// match the server.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClientType, ServerMessage } from '@daymark/contract/sockets/timer-socket'
import type { Timer } from '@daymark/contract/timers/timer'
import fc from 'fast-check'
import { elapsedMs, type TimerAction } from '../../src/features/timers/timer.ts'
import type { TestApp } from './app.ts'
import { connect, type Device } from './device.ts'

export type Step =
  | { kind: 'create' | 'repeat' | 'drop' | 'reconnect'; device: number }
  | { kind: 'control'; device: number; timer: number; control: Exclude<TimerAction, 'start'> }
  | { kind: 'rename' | 'delete'; timer: number }
  | { kind: 'wait'; ms: number }

const device = fc.nat({ max: 2 })
const timer = fc.nat({ max: 3 })

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('create' as const), device }) },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('control' as const),
      device,
      timer,
      control: fc.constantFrom('pause', 'resume', 'pause', 'resume', 'stop', 'cancel'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom('repeat' as const, 'drop', 'reconnect'), device }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('rename' as const, 'delete'), timer }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat({ max: 8 }) }) },
)

export const history = fc.array(step, { minLength: 5, maxLength: 40 })
/** Too long for the regular test run, so only a benchmark uses these histories. */
export const longHistory = fc.array(step, { minLength: 5, maxLength: 60, size: 'max' })

interface Command {
  id: string
  type: ClientType
  payload: object
  answer?: ServerMessage
}

/** A client that remembers its position (seq) and resends unanswered commands. */
class ModelDevice {
  readonly commands: Command[] = []
  readonly timers = new Map<string, Timer>()
  #seq = 0
  #device: Device | undefined
  #handled = 0
  readonly #server: TestApp
  readonly #userId: string

  constructor(server: TestApp, userId: string) {
    this.#server = server
    this.#userId = userId
  }

  async connect(): Promise<void> {
    if (this.#device) return
    this.#handled = 0
    this.#device = await connect(this.#server, this.#userId, { query: `?since=${this.#seq}` })
    this.#device.socket.on('message', () => this.#catchUp())
    await this.#device.next('timer.sync_result')
    for (const command of this.commands) if (!command.answer) this.#send(command)
  }

  drop(): void {
    this.#device?.socket.terminate()
    this.#device = undefined
  }

  /** Adds the current time to a command that is issued while disconnected. */
  issue(type: ClientType, given: object): void {
    const late = this.#device === undefined
    const payload = late ? { ...given, at: new Date(this.#server.clock.now()).toISOString() } : given
    const command = { id: `${type}-${this.#userId}-${Math.random()}`, type, payload }
    this.commands.push(command)
    this.#send(command)
  }

  repeatLast(): void {
    const last = this.commands.at(-1)
    if (last) this.#send(last)
  }

  /** Waits until the device is connected, has all replies and has received every change. */
  async settle(): Promise<void> {
    await this.connect()
    await this.#device?.settled()
    this.#catchUp()
    assert.deepEqual(
      this.commands.filter(command => !command.answer),
      [],
    )
  }

  #send({ id, type, payload }: Command): void {
    if (this.#device?.socket.readyState === this.#device?.socket.OPEN) this.#device?.send(type, payload, id)
  }

  #catchUp(): void {
    const received = this.#device?.received ?? []
    while (this.#handled < received.length) {
      const message = received[this.#handled++]
      if (message) this.#handle(message)
    }
  }

  #handle(message: ServerMessage): void {
    const command = this.commands.find(each => each.id === message.reply_to)
    if (command?.answer) assert.deepEqual(message.payload, command.answer.payload, 'one id, one outcome')
    if (command) command.answer = message
    if (message.type === 'timer.sync_result') {
      assert.equal(message.payload.resync, undefined)
      assert.equal(message.seq, this.#seq, 'all changes of the state were sent before it')
    }
    const isChange = /^timer\.(created|updated|deleted)$/.test(message.type)
    if (!isChange || message.seq === undefined) return
    if (message.seq <= this.#seq) assert.ok(message.reply_to, 'sent twice without a request')
    else this.#learn(message, message.seq)
  }

  #learn(message: ServerMessage, seq: number): void {
    assert.equal(seq, this.#seq + 1, 'a change was left out')
    this.#seq = seq
    if (message.type === 'timer.deleted') this.timers.delete(message.payload.timer_id)
    else if ('timer' in message.payload) this.timers.set(message.payload.timer.id, message.payload.timer)
  }
}

/**
 * Runs the steps on three devices, and fails unless all of them end with the server's timers. `servers` are instances
 * of one service.
 */
export async function converges(
  servers: readonly TestApp[],
  userId: string,
  steps: readonly Step[],
): Promise<void> {
  const [first] = servers
  assert.ok(first)
  const client = await first.as(userId)
  await client.users.me()
  const devices = [0, 1, 2].map(i => new ModelDevice(servers[i % servers.length] ?? first, userId))
  await Promise.all(devices.map(each => each.connect()))
  const known = () => [...new Set(devices.flatMap(each => [...each.timers.keys()]))].sort()
  for (const step of steps) await take(step, { devices, client, known })
  for (const each of devices) await each.settle()
  for (const each of devices) await each.settle()
  await agree(devices, await client.timers.list({ query: { tag_include_mode: 'timer_only' } }))
  for (const each of devices) each.drop()
}

interface World {
  devices: ModelDevice[]
  client: Awaited<ReturnType<TestApp['as']>>
  known(): string[]
}

async function take(step: Step, { devices, client, known }: World): Promise<void> {
  if (step.kind === 'wait') return pause(step.ms)
  const ids = known()
  const timer_id = 'timer' in step ? (ids[step.timer % Math.max(1, ids.length)] ?? '') : ''
  const device = 'device' in step ? devices[step.device] : undefined
  if (step.kind === 'create') device?.issue('timer.create', { allocated_duration: 60 })
  else if (step.kind === 'repeat') device?.repeatLast()
  else if (step.kind === 'drop') device?.drop()
  else if (step.kind === 'reconnect') await device?.connect()
  else if (timer_id === '') return
  else if (step.kind === 'control') device?.issue(`timer.${step.control}`, { timer_id })
  else {
    const change =
      step.kind === 'rename'
        ? client.timers.update({ params: { timer_id }, body: { title: `Renamed ${Math.random()}` } })
        : client.timers.remove({ params: { timer_id } })
    // The timer may have been deleted before this device learns about it.
    await change.catch(error => assert.equal(error.status, 404))
  }
}

async function agree(devices: readonly ModelDevice[], timers: readonly Timer[]): Promise<void> {
  const succeeded = devices.flatMap(each => each.commands).filter(each => each.answer?.type !== 'error')
  for (const each of devices) {
    assert.deepEqual([...each.timers.keys()].sort(), timers.map(timer => timer.id).sort())
    for (const timer of timers) assert.deepEqual(essence(each.timers.get(timer.id)), essence(timer))
  }
  for (const timer of timers) {
    const controls = succeeded.filter(
      each => 'timer_id' in each.payload && each.payload.timer_id === timer.id,
    )
    assert.equal(timer.pause_history.length, controls.length + 1, 'each success is one entry, plus the start')
    const entries = timer.pause_history.map(({ action, at }) => ({ action, at: Date.parse(at) }))
    const moments = entries.map(entry => entry.at)
    assert.deepEqual(
      moments,
      moments.toSorted((a, b) => a - b),
      'a history never goes back in time',
    )
    for (const { payload } of controls) {
      if ('at' in payload)
        assert.ok(moments.includes(Date.parse(String(payload.at))), 'recorded at the time of the press')
    }
    for (const [i, entry] of timer.pause_history.entries()) {
      if (entry.elapsed === undefined) continue
      const ms = elapsedMs(entries.slice(0, i + 1), Number.MAX_SAFE_INTEGER)
      assert.equal(entry.elapsed, Math.floor(ms / 1000))
    }
  }
}

/** Returns the fields that do not change over time. Strips `Z`, because only datetimes from REST end with it. */
function essence(timer: Timer | undefined) {
  const { title, status, pause_history } = timer ?? {}
  const entries = pause_history?.map(({ action, at, elapsed }) => [action, at.replace('Z', ''), elapsed])
  return { title, status, entries }
}
