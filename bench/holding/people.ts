// Prints a token for each email address as JSON, in one process: the command `token` takes a second for each.
import { embeddedAccounts, runDatabaseCommand } from '../../server/src/commands/support/command.ts'

const shape = { usage: 'node people.ts <email>...', positionals: 1_000, options: {} } as const

await runDatabaseCommand(shape, async parts => {
  const { admin } = await embeddedAccounts(parts, 'token')
  const tokens: string[] = []
  for (const email of process.argv.slice(2)) tokens.push(await admin.tokenFor(email, undefined, 24))
  console.log(JSON.stringify(tokens))
})
