// npm run export -- --user <id>: exports all data of one person as JSON.
import { existsSync, writeFileSync } from 'node:fs'
import { personalData } from '../platform/storage/copies/personal-data.ts'
import { Refusal } from './support/arguments.ts'
import { runDatabaseCommand } from './support/command.ts'

const USAGE = `Usage: npm run export -- --user <id or email> [--to <file>]

Prints all data of one person as JSON, or writes it to a new file.`

const TIMES = 'milliseconds since 1970-01-01T00:00:00Z'

const shape = { usage: USAGE, options: { user: { type: 'string' }, to: { type: 'string' } } } as const

await runDatabaseCommand(shape, async ({ storage }, { values }) => {
  if (values.to !== undefined && existsSync(values.to)) {
    throw new Refusal(`${values.to} already exists. Choose another file.`)
  }
  if (values.user === undefined) throw new Refusal(`Name the person with --user.\n\n${USAGE}`)
  const asked = values.user
  const person = await storage.read(db =>
    db.sql
      .selectFrom('users')
      .select('id')
      .where(eb => eb.or([eb('id', '=', asked), eb('email', '=', asked.toLowerCase())]))
      .executeTakeFirst(),
  )
  if (!person) throw new Refusal(`There is no user with the id or address ${asked} who has ever signed in.`)
  const data = await storage.read(db => personalData(db, person.id))
  const text = `${JSON.stringify({ format: 'daymark-export-1', times: TIMES, user_id: person.id, data }, null, 2)}\n`
  if (values.to === undefined) process.stdout.write(text)
  else {
    // The file contains personal data, so only the operating system user that created it may read it.
    writeFileSync(values.to, text, { mode: 0o600, flag: 'wx' })
    console.error(`Wrote ${values.to}.`)
  }
})
