// Finds programs that npm cannot install. Installs missing programs if run as root on Debian. Otherwise, the error
// message contains the command that installs them.
import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

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

export function findProgram(name: keyof typeof PROGRAMS): string {
  const { names, debian, otherwise } = PROGRAMS[name]
  const found = onPath(names) ?? (installPackages([debian]) ? onPath(names) : undefined)
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

/** Returns false if the packages cannot be installed. */
export function installPackages(packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !onPath(['apt-get'])) return false
  const words = packages.join(' ')
  console.error(`The tests need ${words}. Installing: apt-get install ${words}`)
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('sh', ['-c', INSTALL, 'sh', ...packages], { env, stdio: ['ignore', 2, 2] })
    return true
  } catch {
    return false
  }
}
