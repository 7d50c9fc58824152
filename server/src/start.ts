import cluster from 'node:cluster'
import { announce } from './announce.ts'
import { readArguments } from './commands/support/arguments.ts'
import { type Config, readConfig } from './config/config.ts'
import { closeLog, logFormat, openLog, openLogStream } from './platform/observability/log.ts'

const USAGE = `Usage: npm start

Starts the server. Takes no options: settings are environment variables (see docs/guides/settings.md).
Other commands, each with --help: npm run doctor, config, migrate, backup, restore, user, token, export, import, move, prune`

async function main(): Promise<void> {
  if (!readArguments({ usage: USAGE, options: {} })) return console.log(USAGE)
  const config = readConfig()
  if (config.WORKERS > 1 && cluster.isPrimary) return superviseWorkers(config)
  // The supervisor does not import the server code, which needs most of the memory.
  const { serve } = await import('./serve.ts')
  await serve(config)
}

async function superviseWorkers(config: Config): Promise<void> {
  const output = openLogStream(logFormat(config.LOG_FORMAT))
  const log = openLog(config.LOG_LEVEL, undefined, output)
  const { supervise } = await import('./platform/workers/supervisor.ts')
  const { address, setup, supervisor } = await supervise({ count: config.WORKERS, log })
  announce(config, { address, setup }, output)
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    const code = await supervisor.stop()
    await closeLog(output)
    process.exit(code)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', () => {
    log.info('replacing the workers one by one')
    void supervisor.roll()
  })
}

main().catch(async (error: unknown) => {
  const { failureMessage } = await import('./failure.ts')
  const message = failureMessage(error)
  console.error(message === undefined ? error : `\n${message}\n`)
  process.exit(1)
})
