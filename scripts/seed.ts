// npm run seed: adds demo data to the configured database, even while a server is using it.
import { parseArgs } from 'node:util'
import { Refusal, runCommand } from '../server/src/commands/command.ts'
import { userAdmin } from '../server/src/features/people/users/admin.ts'
import { systemClock } from '../server/src/platform/kernel/time/clock.ts'
import { PASSWORD, PEOPLE } from './demo/data.ts'
import { seedDemo } from './demo/seed.ts'

const USAGE = `Usage: npm run seed -- [--timezone Europe/Berlin]

Adds three people with half a year of demo data. DATA_DIR or DATABASE_URL name the database.`

await runCommand(async ({ config, storage }) => {
  const { values } = parseArgs({ options: { timezone: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help) return console.log(USAGE)
  const known = await userAdmin({ uow: storage, clock: systemClock }).list()
  if (known.some(({ email }) => PEOPLE.some(person => person.email === email)))
    throw new Refusal('The database already has the demo data.')
  await seedDemo({ config, storage, zone: values.timezone ?? Temporal.Now.timeZoneId() })
  const rows = PEOPLE.map(({ email }) => `  ${email.padEnd(20)} ${PASSWORD}`)
  console.log(
    ['Added the demo data. Sign in with one of these addresses and the password:', '', ...rows].join('\n'),
  )
})
