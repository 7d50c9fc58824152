import { MAX_TOKEN_HOURS } from '../features/accounts/keys/signing-key.ts'
import { Refusal } from './support/arguments.ts'
import { embeddedAccounts, readEmail, runDatabaseCommand } from './support/command.ts'

const USAGE = `Usage: npm run token -- --email ann@example.org [--name Ann] [--hours 1]

Prints a token for this person and creates the account on first use. In a script:
TOKEN=$(npm run --silent token -- --email ann@example.org)`

const shape = {
  usage: USAGE,
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    hours: { type: 'string', default: '1' },
  },
  check({ values }: { values: { email?: string | undefined; hours: string } }) {
    readEmail(values.email, USAGE)
    const hours = Number(values.hours)
    if (!Number.isInteger(hours) || hours < 1 || hours > MAX_TOKEN_HOURS) {
      throw new Refusal(
        `--hours must be a whole number from 1 to ${MAX_TOKEN_HOURS}. For longer, create a personal access token in the settings of the web app.`,
      )
    }
  },
} as const

await runDatabaseCommand(shape, async (parts, { values }) => {
  const { admin } = await embeddedAccounts(parts)
  const name = values.name?.trim() || undefined
  console.log(await admin.tokenFor(readEmail(values.email, USAGE), name, Number(values.hours)))
})
