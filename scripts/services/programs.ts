// Finds programs that npm cannot install. As root on a system with `apt-get`, installs missing programs. Otherwise,
// the error message contains the command that installs them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'

const PROGRAMS = {
  redis: {
    names: ['redis-server', 'valkey-server'],
    debian: 'redis-server',
    otherwise: 'TEST_REDIS_URL to a running server',
  },
  pgbouncer: { names: ['pgbouncer'], debian: 'pgbouncer', otherwise: 'PATH to its folder' },
  chromium: {
    // The headless shell comes first, because it runs tests with a fifth less CPU time.
    names: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
    ],
    debian: 'chromium-headless-shell',
    otherwise: 'CHROMIUM_PATH to a browser',
  },
}

/** The message names the missing program and explains how to install it. */
export class MissingProgram extends Error {}

export async function findProgram(name: keyof typeof PROGRAMS): Promise<string> {
  const { names, debian, otherwise } = PROGRAMS[name]
  const found = onPath(names) ?? ((await installPackages([debian])) ? onPath(names) : undefined)
  if (found) return found
  throw new MissingProgram(
    `${names.join(' or ')} is missing. Install it (on Debian and Ubuntu: sudo apt-get install ${debian}), or set ${otherwise}.`,
  )
}

export function onPath(names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

// The policy file's exit code 101 keeps the package from starting a system service.
const INSTALL = `
set -e
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  trap 'exit 1' INT TERM HUP
  printf '#!/bin/sh\\nexit 101\\n' > "$policy"
  chmod 755 "$policy"
fi
apt-get update -qq
apt-get -o DPkg::Lock::Timeout=300 install -qq --no-install-recommends "$@"
`

interface Request {
  packages: readonly string[]
  done: (isInstalled: boolean) => void
}

let requests: Request[] = []

/**
 * Resolves to false if the packages cannot be installed. One `apt-get` installs the packages of all simultaneous
 * calls, because each `apt-get` takes ten seconds.
 */
export async function installPackages(packages: readonly string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !onPath(['apt-get'])) return false
  const { promise, resolve } = Promise.withResolvers<boolean>()
  requests.push({ packages, done: resolve })
  if (requests.length === 1) void nextTurn().then(installRequested)
  return promise
}

async function installRequested(): Promise<void> {
  const all = requests
  requests = []
  if (await install(all.flatMap(({ packages }) => packages))) {
    for (const { done } of all) done(true)
    return
  }
  // One unknown package makes the whole command fail.
  for (const { packages, done } of all) done(all.length > 1 && (await install(packages)))
}

async function install(packages: readonly string[]): Promise<boolean> {
  const words = packages.join(' ')
  console.error(`The tests need ${words}. Installing: apt-get install ${words}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const child = spawn('sh', ['-c', INSTALL, 'sh', ...packages], { env, stdio: ['ignore', 2, 2] })
  const [code] = await once(child, 'exit')
  return code === 0
}
