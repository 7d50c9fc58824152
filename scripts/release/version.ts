// Version numbers follow SemVer without pre-releases.

const STEPS = ['major', 'minor', 'patch']

/**
 * Accepts a version such as `1.2.3` or a step such as `minor`. Throws for anything else, and for a version that is
 * not newer.
 */
export function nextVersion(current: string, wanted: string): string {
  const step = STEPS.indexOf(wanted)
  const next = step === -1 ? wanted : stepped(current, step)
  if (!/^\d+\.\d+\.\d+$/.test(next))
    throw new Error(`"${wanted}" is neither a version such as 1.2.3 nor one of ${STEPS.join(', ')}.`)
  if (compare(next, current) <= 0) throw new Error(`${next} is not newer than ${current}.`)
  return next
}

function stepped(current: string, step: number): string {
  return numbersOf(current)
    .map((number, index) => (index < step ? number : index === step ? number + 1 : 0))
    .join('.')
}

const numbersOf = (version: string): number[] => version.split('.').map(Number)

function compare(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  const index = left.findIndex((number, at) => number !== right[at])
  return index === -1 ? 0 : (left[index] ?? 0) - (right[index] ?? 0)
}

interface Versioned {
  version?: string
}

/** Replaces the version in a `package.json` and keeps everything else. */
export function withVersion(manifest: string, version: string): string {
  return manifest.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`)
}

export function lockWithVersion(lock: string, workspaces: readonly string[], version: string): string {
  const parsed = JSON.parse(lock) as Versioned & { packages: Record<string, Versioned> }
  const own = ['', ...workspaces].flatMap(path => parsed.packages[path] ?? [])
  for (const each of [parsed, ...own]) each.version = version
  return `${JSON.stringify(parsed, null, 2)}\n`
}
