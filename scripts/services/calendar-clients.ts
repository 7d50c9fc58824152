// Finds calendar apps for tests of the CalDAV server. Tests use only the installed apps, because not every system has
// packages for all of them.
import { execFileSync } from 'node:child_process'
import { installPackages, onPath } from './programs.ts'

/** The distribution's Python, because no other Python finds the distribution's Python packages. */
export const PYTHON = '/usr/bin/python3'

interface CalendarClient {
  debian: string[]
  programs: string[]
  modules: string[]
}

const CLIENTS: Record<string, CalendarClient> = {
  'python-caldav': { debian: ['python3-caldav'], programs: [], modules: ['caldav', 'vobject'] },
  vdirsyncer: { debian: ['vdirsyncer'], programs: ['vdirsyncer'], modules: ['vdirsyncer'] },
  khal: { debian: ['khal'], programs: ['khal'], modules: ['khal'] },
  todoman: { debian: ['todoman'], programs: ['todoman'], modules: ['todoman'] },
  calcurse: {
    debian: ['calcurse', 'python3-httplib2'],
    programs: ['calcurse-caldav'],
    modules: ['httplib2'],
  },
  'recurring-ical-events': {
    debian: ['python3-recurring-ical-events'],
    programs: [],
    modules: ['recurring_ical_events'],
  },
}

/** Returns the clients that can run, separated by commas, or `none`. Installs missing ones if allowed. */
export async function findCalendarClients(): Promise<string> {
  const names = Object.keys(CLIENTS)
  const missing = names.filter(name => !isInstalled(name))
  if (missing.length > 0) await installPackages(missing.flatMap(name => CLIENTS[name]?.debian ?? []))
  return names.filter(isInstalled).join() || 'none'
}

function isInstalled(name: string): boolean {
  const { programs, modules } = CLIENTS[name] ?? { programs: [], modules: [] }
  if (programs.some(program => onPath([program]) === undefined)) return false
  try {
    execFileSync(PYTHON, ['-c', modules.map(module => `import ${module}`).join('\n')], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
