// Reads other processes' CPU time and memory from /proc.
import { globSync, readFileSync } from 'node:fs'

/** Linux reports CPU time in ticks of 10 ms. */
const TICKS_PER_S = 100

interface Stat {
  pid: number
  parent: number
  ticks: number
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Skips the program name, which is in parentheses and may contain spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return { pid, parent: fields[1] ?? 0, ticks: (fields[11] ?? 0) + (fields[12] ?? 0) }
  } catch {
    return undefined
  }
}

/** Returns the CPU time so far of a process and its children, in microseconds. */
export function processorTime(pid: number): number {
  const all = globSync('/proc/[0-9]*').flatMap(path => statOf(Number(path.slice('/proc/'.length))) ?? [])
  const ticks = all.filter(each => each.pid === pid || each.parent === pid).map(each => each.ticks)
  return (ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_S) * 1_000_000
}

export function residentBytes(pid: number): number {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1]) * 1024
}
