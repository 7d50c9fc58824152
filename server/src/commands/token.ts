// npm run token: prints an access token of the embedded issuer, for scripts and curl.
import { parseArgs } from 'node:util'
import { MAX_TOKEN_HOURS } from '../features/accounts/keys/signing-key.ts'
import { embeddedAccounts, Refusal, readEmail, runCommand } from './command.ts'

const USAGE = `Usage: npm run token -- --email ann@example.org [--name Ann] [--hours 1]

Prints a token for this person and creates the account on first use. In a script:
TOKEN=$(npm run --silent token -- --email ann@example.org)`

await runCommand(async parts => {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      hours: { type: 'string', default: '1' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(USAGE)
  const email = readEmail(values.email, USAGE)
  const hours = Number(values.hours)
  if (!Number.isInteger(hours) || hours < 1 || hours > MAX_TOKEN_HOURS) {
    throw new Refusal(
      `--hours must be a whole number from 1 to ${MAX_TOKEN_HOURS}. For longer, create a personal access token in the settings of the web app.`,
    )
  }
  const { admin } = await embeddedAccounts(parts)
  console.log(await admin.tokenFor(email, values.name?.trim() || undefined, hours))
})
