// The server under test: a process with a small heap, and a bystander whose requests it must always answer.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startIssuer } from '../../server/test/support/issuer.ts'
import { type RunningServer, startProgram } from '../../server/test/support/process.ts'
import { requester, type Target } from '../target.ts'

export const PASSWORD = 'correct horse battery'
/** The heap size on the smallest supported machine. */
const HEAP_MB = 256
/** Limits the memory of the whole process too, because buffers are outside the heap. */
const MAX_MEMORY_BYTES = 640 * 1024 * 1024
/**
 * The CPU time that the server may use before it answers the bystander. Unlike elapsed time, it does not depend on
 * other programs.
 */
const MAX_WORK_MS = 10_000
/** The test fails after this much elapsed time, because the server may hang without using the CPU. */
const MAX_WAIT_MS = 180_000
const CHECK_EVERY_MS = 500
/** The bystander pauses after each response, because its requests would take CPU time from the attack. */
const REST_MS = 5

export interface Victim extends Target {
  /** The folder with the server's database and secrets. */
  folder: string
  /** The process's highest resident memory so far, in bytes. */
  peakMemory(): number
  /** The server's output so far, including its log. */
  printed(): string
  /** Sends this many requests as the bystander, in sequence. Each must be answered. */
  serves(times: number): Promise<void>
  /**
   * Runs the attack while the bystander sends requests, and returns how many were answered. Fails if a request is
   * not answered, if the process ends, or if it uses too much memory.
   */
  withstands(attack: () => Promise<void>): Promise<number>
}

export interface VictimOptions {
  settings?: Record<string, string>
  /** Uses embedded accounts instead of an OpenID provider. */
  embedded?: boolean
}

/** Rate limits are off by default, because they would not stop an attack from many addresses. */
export async function openVictim({ settings, embedded = false }: VictimOptions = {}): Promise<Victim> {
  const issuer = await startIssuer()
  const folder = mkdtempSync(join(tmpdir(), 'daymark-abuse-'))
  const server = await startProgram({
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
    DATA_DIR: folder,
    WS_RATE_LIMIT_ENABLED: 'false',
    ...(!embedded && issuer.settings),
    ...settings,
  })
  const request = requester(server.url)
  const token = async (person: string, claims?: Record<string, unknown>) =>
    embedded ? signUp(request, person) : issuer.token({ sub: person, name: person, ...claims })
  const bystander = await token('bystander')

  async function ask(): Promise<void> {
    const waiting = new AbortController()
    const [work, start] = [cpuTime(server.pid), Date.now()]
    const checking = setInterval(() => {
      if (cpuTime(server.pid) - work > MAX_WORK_MS || Date.now() - start > MAX_WAIT_MS) waiting.abort()
    }, CHECK_EVERY_MS)
    const answer = fetch(`${server.url}/v1/users/me`, {
      headers: { authorization: `Bearer ${bystander}` },
      signal: waiting.signal,
    })
    const { status } = await answer
      .catch((error: unknown) => {
        throw new Error('The bystander was not answered.', { cause: error })
      })
      .finally(() => clearInterval(checking))
    assert.equal(status, 200, 'the bystander is answered')
  }

  async function serves(times: number): Promise<void> {
    for (let i = 0; i < times; i++) await ask()
  }

  // The bystander's first request creates a profile. During an attack, it would have to wait for other writes.
  await ask()

  return {
    baseUrl: server.url,
    folder,
    request,
    token,
    serves,
    peakMemory: () => peakMemory(server.pid),
    printed: server.printed,
    async withstands(attack) {
      let running = true
      let answers = 0
      const attacking = attack().finally(() => {
        running = false
      })
      const asking = (async () => {
        for (; running; answers++) {
          await ask()
          await pause(REST_MS)
        }
        await ask()
      })()
      await Promise.race([Promise.all([attacking, asking]), failIfEnded(server)])
      const peak = peakMemory(server.pid)
      assert.ok(peak < MAX_MEMORY_BYTES, `the server took ${Math.round(peak / 1024 / 1024)} MB`)
      return answers
    },
    async stop() {
      const code = await server.stop()
      await issuer.close()
      rmSync(folder, { recursive: true, force: true })
      assert.equal(code, 0, 'the server exits gracefully after the attack')
    },
  }
}

/** Creates an account, signs in and returns the access token. */
async function signUp(request: Target['request'], person: string): Promise<string> {
  const body = { email: `${person}@example.org`, password: PASSWORD }
  await request('/auth/sign-up', { method: 'POST', body })
  const { body: pair } = await request<{ access_token: string }>('/auth/sign-in', { method: 'POST', body })
  return pair.access_token
}

async function failIfEnded(server: RunningServer): Promise<never> {
  throw new Error(`The attack ended the server (exit code ${await server.ended}).`)
}

/** Returns a process's CPU time in milliseconds, or the current time on systems without `/proc`. */
function cpuTime(pid: number): number {
  if (process.platform !== 'linux') return Date.now()
  // The program name is in parentheses and may contain spaces. User and system time follow in ticks of 10 ms.
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    // The process has ended and cannot respond. An infinite time fails the test.
    return Number.POSITIVE_INFINITY
  }
}

function peakMemory(pid: number): number {
  if (process.platform !== 'linux') {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
  }
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}
