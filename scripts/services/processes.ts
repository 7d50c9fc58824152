// Lists a process's children, for servers that consist of several processes.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export function childrenOf(pid: number): number[] {
  // Reads /proc on Linux, because slim Debian images do not include `pgrep`.
  const list =
    process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      : execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
  return list.split(/\s+/).filter(Boolean).map(Number)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return !isZombie(pid)
}

/**
 * True if a process has ended but its parent has not removed it from the process list, as in containers without an
 * init process.
 */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return true
  }
}
