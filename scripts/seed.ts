// npm run seed: adds demo data to the configured database, even while a server is using it.
import { Refusal } from '../server/src/commands/support/arguments.ts'
import { runDatabaseCommand } from '../server/src/commands/support/command.ts'
import { peopleOf } from '../server/src/features/people/users/admin.ts'
import { PASSWORD, PEOPLE } from './demo/data.ts'
import { seedDemo } from './demo/seed.ts'

const USAGE = `Usage: npm run seed -- [--timezone Europe/Berlin]

Adds three people with half a year of demo data. DATA_DIR or DATABASE_URL selects the database.`

const shape = { usage: USAGE, options: { timezone: { type: 'string' } } } as const

await runDatabaseCommand(shape, async ({ config, storage }, { values }) => {
  const known = await peopleOf(storage)
  if (known.some(({ email }) => PEOPLE.some(person => person.email === email)))
    throw new Refusal('The database already has the demo data.')
  await seedDemo({ config, storage, zone: values.timezone ?? Temporal.Now.timeZoneId() })
  const rows = PEOPLE.map(({ email }) => `  ${email.padEnd(20)} ${PASSWORD}`)
  console.log(
    ['Added the demo data. Sign in with one of these addresses and the password:', '', ...rows].join('\n'),
  )
})
