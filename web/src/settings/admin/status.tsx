import type { ServerStatus } from '@daymark/contract/accounts/administration'
import { dateText } from '../../design/format.ts'
import { Missing } from '../../design/settled.tsx'
import { Skeleton } from '../../design/states.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { componentName, jobName } from './part-names.ts'
import { adminTexts } from './texts.ts'
import { useServerStatus } from './use-admin.ts'

export function Status() {
  const t = useTexts(adminTexts)
  const query = useServerStatus()
  return (
    <section className="card panel" aria-labelledby="status-title">
      <h2 id="status-title">{t.status}</h2>
      <Missing query={query} skeleton={<Skeleton lines={6} height={22} />} />
      {query.data ? <Figures status={query.data} /> : null}
    </section>
  )
}

function Figures({ status }: { status: ServerStatus }) {
  const t = useTexts(adminTexts)
  const { language } = useLanguage()
  const { storage, people, jobs, backup, health } = status
  const bytes = (value: number | null) => (value === null ? '–' : bytesText(value, language))
  const down = Object.entries(health.components)
    .filter(([, component]) => component.status === 'down')
    .map(([name, { reason }]) => [componentName(name, language), reason].filter(Boolean).join(': '))
  const queue = jobs.map(({ kind, due }) => t.due(due, jobName(kind, language))).join(', ')
  const lastBackup = backup?.last_at ? dateText(backup.last_at, language) : t.never
  const rows: [string, string][] = [
    [t.health, down.length > 0 ? t.down(down.join(', ')) : t.healths[health.status]],
    [t.version, status.version],
    [t.people, t.counts(people.total, people.disabled)],
    [t.database, status.database === 'sqlite' ? 'SQLite' : 'PostgreSQL'],
    [t.size, bytes(storage.database_bytes)],
    ...(storage.disk_total_bytes === null
      ? []
      : ([[t.free, t.of(bytes(storage.disk_free_bytes), bytes(storage.disk_total_bytes))]] as [
          string,
          string,
        ][])),
    [t.queue, queue || t.queueEmpty],
    [t.backup, backup ? [lastBackup, ...(backup.overdue ? [t.overdue] : [])].join(', ') : t.noBackup],
    [t.mail, status.sends_mail ? t.mailOn : t.mailOff],
    [t.signup, t.signups[status.signup]],
  ]
  return (
    <dl className="admin-figures">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

function bytesText(value: number, language: string): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3))
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    maximumFractionDigits: 1,
  }).format(value / 1000 ** step)
}
