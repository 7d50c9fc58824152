// Runs many random edits and series through real calendar apps. Fails if anything is lost, duplicated or changed.
import { findCalendarClients } from '../../scripts/services/calendar-clients.ts'
import { editOnBothSides } from '../../server/test/calendar-clients/random-edits.ts'
import { compareSeries } from '../../server/test/calendar-clients/random-series.ts'
import {
  configureVdirsyncer,
  openClientWorld,
  syncVdirsyncer,
} from '../../server/test/calendar-clients/support.ts'

const EDITS = Number(process.env['EDITS'] ?? 1_000)
const SERIES = Number(process.env['SERIES'] ?? 1_000)
const SEED = Number(process.env['SEED'] ?? 1)
const clients = (await findCalendarClients()).split(',')

console.log('| client | what | result |')
console.log('|---|---|---|')
if (clients.includes('recurring-ical-events')) {
  const world = await openClientWorld()
  const occurrences = await compareSeries(world, { count: SERIES, seed: SEED })
  await world.close()
  console.log(
    `| recurring-ical-events | ${SERIES} random series in 40 zones | ${occurrences} equal occurrences |`,
  )
}
if (clients.includes('vdirsyncer')) {
  const world = await openClientWorld()
  await configureVdirsyncer(world)
  await syncVdirsyncer(world, true)
  const left = await editOnBothSides(world, { edits: EDITS, batch: 20, seed: SEED })
  await world.close()
  console.log(`| vdirsyncer | ${EDITS} random edits on both sides | ${left} todos, equal on both sides |`)
}
