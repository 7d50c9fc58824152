// Looks at the system's processes, for servers that consist of several.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

interface ProcessEntry {
  pid: number
  parent: number
  state: string
}

export function childrenOf(pid: number): number[] {
  return listProcesses()
    .filter(entry => entry.parent === pid)
    .map(entry => entry.pid)
}

export function parentOf(pid: number): number | undefined {
  return listProcesses().find(entry => entry.pid === pid)?.parent
}

/** A zombie counts as ended: where nobody collects it, its id stays for ever. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return listProcesses().some(entry => entry.pid === pid && !entry.state.startsWith('Z'))
}

/** Sends a signal to a process, or with a negative id to a group; `false` if there is none. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

function listProcesses(): ProcessEntry[] {
  return process.platform === 'linux' ? fromProc() : fromPs()
}

// Slim Debian images have no `ps`.
function fromProc(): ProcessEntry[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        // The command in parentheses may itself contain spaces and parentheses.
        const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return [{ pid: Number(name), parent: Number(parent), state }]
      } catch {
        return []
      }
    })
}

function fromPs(): ProcessEntry[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map(line => {
    const [pid = '', parent = '', state = ''] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), state }
  })
}
