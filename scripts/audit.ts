// Asks the registry for known weaknesses of what is installed for running. A registry that does not answer is told, not failed.
import { spawnSync } from 'node:child_process'

interface Report {
  metadata?: { vulnerabilities: Record<string, number> }
  vulnerabilities?: Record<string, { severity: string; via: unknown[] }>
}

const GRAVE = ['high', 'critical']

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' })
const report = read(stdout)

if (!report.metadata) {
  console.log('The registry does not say which weaknesses are known; nothing was checked.')
} else {
  const found = Object.entries(report.vulnerabilities ?? {})
  for (const [name, { severity }] of found) console.log(`${severity.padEnd(9)} ${name}`)
  const grave = found.filter(([, { severity }]) => GRAVE.includes(severity))
  console.log(`${found.length} known weaknesses, ${grave.length} of them grave.`)
  process.exitCode = grave.length > 0 ? 1 : 0
}

function read(text: string): Report {
  try {
    return JSON.parse(text) as Report
  } catch {
    return {}
  }
}
