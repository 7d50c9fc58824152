import { MAX_TOKEN_HOURS } from '../features/accounts/keys/signing-key.ts'
import { Refusal } from './support/arguments.ts'
import { embeddedAccounts, readEmail, runDatabaseCommand } from './support/command.ts'
import { didYouMean } from './support/near-addresses.ts'

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
  const { admin } = await embeddedAccounts(parts, 'token')
  const email = readEmail(values.email, USAGE)
  const known = await admin.list()
  const token = await admin.tokenFor(email, values.name?.trim() || undefined, Number(values.hours))
  if (!known.some(each => each.email === email)) console.error(createdBecauseUnknown(email, known))
  console.log(token)
})

/** Printed to standard error, because scripts read the token from the output. */
function createdBecauseUnknown(email: string, known: readonly { email: string }[]): string {
  const near = didYouMean(
    email,
    known.map(each => each.email),
  )
  const advice = near && ` To remove the new one: npm run user -- delete --email ${email} --yes`
  return `There was no account with the address ${email}, so it was created.${near}${advice}`
}
