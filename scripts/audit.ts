// Checks production dependencies for known vulnerabilities with `npm audit`. Fails only if one is high or critical.
// Passes if the npm registry is unreachable.
import { spawnSync } from 'node:child_process'

interface Report {
  metadata?: { vulnerabilities: Record<string, number> }
  vulnerabilities?: Record<string, { severity: string; via: unknown[] }>
}

const SERIOUS = ['high', 'critical']

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' })
const report = parse(stdout)

if (!report.metadata) {
  console.log('The npm registry did not respond, so known vulnerabilities were not checked.')
} else {
  const found = Object.entries(report.vulnerabilities ?? {})
  for (const [name, { severity }] of found) console.log(`${severity.padEnd(9)} ${name}`)
  const serious = found.filter(([, { severity }]) => SERIOUS.includes(severity))
  console.log(`${found.length} known vulnerabilities, ${serious.length} of them high or critical.`)
  process.exitCode = serious.length > 0 ? 1 : 0
}

function parse(text: string): Report {
  try {
    return JSON.parse(text) as Report
  } catch {
    return {}
  }
}
