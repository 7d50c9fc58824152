// Installs a Debian package where that is possible without asking anybody: as root, or with sudo that needs no password.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findOnPath } from './find-on-path.ts'

const run = promisify(execFile)

// While the policy file says 101, the package's own service is not started beside the one the tests start.
const SCRIPT = `
set -e
export DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  trap 'exit 1' INT TERM HUP
  printf '#!/bin/sh\\nexit 101\\n' > "$policy"
  chmod 755 "$policy"
fi
apt-get update
apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$1"
`

let queue: Promise<unknown> = Promise.resolve()

/** Says why it could not, or nothing when the package is installed. */
export function installPackage(name: string): Promise<string | undefined> {
  const turn = queue.then(() => install(name))
  queue = turn
  return turn
}

async function install(name: string): Promise<string | undefined> {
  if (!findOnPath(['apt-get'])) return 'there is no apt-get here'
  const prefix = await rootPrefix()
  if (!prefix) return 'apt-get needs root'
  const [command = 'sh', ...args] = [...prefix, 'sh', '-c', SCRIPT, 'sh', name]
  console.error(`Installing the Debian package ${name} with apt-get, which the tests need ...`)
  try {
    await run(command, args, { maxBuffer: 64 * 1024 * 1024 })
    return undefined
  } catch (error) {
    return `apt-get failed: ${lastLine(error)}`
  }
}

async function rootPrefix(): Promise<string[] | undefined> {
  if (process.getuid?.() === 0) return []
  const sudo = ['sudo', '-n']
  return run('sudo', ['-n', 'true']).then(
    () => sudo,
    () => undefined,
  )
}

function lastLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  return text.trim().split('\n').at(-1) ?? ''
}
