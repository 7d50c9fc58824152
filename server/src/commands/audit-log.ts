import { AUDIT_EVENTS } from '@daymark/contract/accounts/security'
import { foldCase } from '@daymark/contract/validation/email'
import { visibleJson } from '@daymark/contract/validation/visible-text'
import { auditStore, type ListedEntry } from '../features/audit/store.ts'
import { peopleOf } from '../features/people/users/admin.ts'
import { nearestName } from '../platform/kernel/nearest-name.ts'
import { Refusal } from './support/arguments.ts'
import { type CommandParts, readEmail, runDatabaseCommand } from './support/command.ts'
import { unknownAddress } from './support/near-addresses.ts'
import { table } from './support/table.ts'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 100_000

const USAGE = `Usage: npm run audit-log -- [--email a@b.c | --id ID] [--event EVENT] [--limit ${DEFAULT_LIMIT}] [--json]

Prints security events of all people, or of one person, newest first. They are kept for 180 days.
A failed sign-in with an unknown address shows no person, and is kept for 7 days. BY names the administrator, or
the command and its host, if it was not the person. Commands that only print leave no entry.

  --event   only one kind: ${AUDIT_EVENTS.slice(0, 3).join(', ')}, ...
  --json    one JSON object per line`

const options = {
  email: { type: 'string' },
  id: { type: 'string' },
  event: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
} as const

interface Given {
  email?: string | undefined
  id?: string | undefined
  event?: string | undefined
  limit?: string | undefined
}

function check({ values: { email, event, limit } }: { values: Given }): void {
  if (email !== undefined) readEmail(email, USAGE)
  if (event !== undefined && !AUDIT_EVENTS.some(known => known === event)) {
    const meant = nearestName(event, AUDIT_EVENTS)
    const suggestion = meant === undefined ? '' : ` Did you mean "${meant}"?`
    throw new Refusal(`There is no event "${event}".${suggestion} All events: ${AUDIT_EVENTS.join(', ')}.`)
  }
  if (limit !== undefined && !(/^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= MAX_LIMIT))
    throw new Refusal(`--limit must be a whole number from 1 to ${MAX_LIMIT}.`)
}

await runDatabaseCommand({ usage: USAGE, options, check }, async (parts, { values }) => {
  const { event, limit, json } = values
  const owner_id = await personOf(parts, values)
  const entries = await parts.storage.read(db =>
    auditStore(db).newest(Number(limit ?? DEFAULT_LIMIT), { owner_id, event }),
  )
  const rows = entries.map(({ at, owner_id, subject_name, ...entry }) => ({
    at: new Date(at).toISOString(),
    email: entry.email,
    user_id: owner_id,
    event: entry.event,
    name: subject_name,
    by: doerOf({ ...entry, at, owner_id, subject_name }),
    address: entry.address,
    user_agent: entry.user_agent,
  }))
  if (json) {
    for (const row of rows) console.log(visibleJson(row))
    return
  }
  if (rows.length === 0) return console.log('No events found.')
  const cells = rows.map(row =>
    [row.at, row.email ?? row.user_id, row.event, row.name, row.by, row.address, row.user_agent].map(
      cell => cell ?? '-',
    ),
  )
  console.log(table(['AT', 'PERSON', 'EVENT', 'NAME', 'BY', 'ADDRESS', 'APP'], cells))
})

async function personOf({ storage }: CommandParts, { email, id }: Given): Promise<string | undefined> {
  if (email === undefined && id === undefined) return undefined
  const people = await peopleOf(storage)
  const person = people.find(each =>
    id === undefined ? each.email === foldCase(email ?? '') : each.id === id,
  )
  if (person) return person.id
  if (email === undefined)
    throw new Refusal(`There is no one with the id ${id}. "npm run user -- list" shows all ids.`)
  throw new Refusal(unknownAddress(email, people))
}

/** Empty if the person did it. */
function doerOf({ actor_email, command, user_agent }: ListedEntry): string | null {
  return command ?? actor_email ?? (user_agent === 'administrator' ? 'an administrator' : null)
}
