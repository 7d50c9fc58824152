// Browser tests of corrected time: adding time, correcting, splitting, and stopping a forgotten timer.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAccessible } from './axe.ts'
import { eventually, isLive, middleOf, openStage, type Stage } from './support.ts'

const HOUR = 3_600_000
/** Yesterday in the browser's zone. */
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.now() - 24 * HOUR)

describe('corrected time in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  it('adds past time, corrects its periods, splits it and undoes the split', async () => {
    const { page, context, client, complaints } = await stage.person('Ada')
    await page.goto(`${stage.url}/timers`)
    await isLive(page)
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await click('Add time')
    await dialog.getByLabel('Title').fill('Reading')
    await dialog.getByLabel('Date').fill(day)
    await dialog.getByLabel('From').fill('09:00')
    await dialog.getByLabel('To', { exact: true }).fill('10:30')
    await dialog.getByText('Total: 1 h 30 min').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Add time' }).click()
    await page.getByText('1:30:00').waitFor()
    const timers = () => client.timers.list()
    const elapsed = async () => (await timers()).map(timer => timer.elapsed_time).sort()
    await eventually(async () => assert.deepEqual(await elapsed(), [5400]))

    await click('Correct time: Reading')
    await dialog.getByLabel('End of period 1', { exact: true }).fill(`${day}T10:00`)
    await click('Add period')
    await dialog.getByLabel('Start of period 2', { exact: true }).fill(`${day}T09:30`)
    await dialog.getByText('This period overlaps the one before it.').waitFor()
    await dialog.getByLabel('Start of period 2', { exact: true }).fill(`${day}T11:00`)
    await dialog.getByLabel('End of period 2', { exact: true }).fill(`${day}T11:45`)
    await dialog.getByText('Total: 1 h 45 min').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1:45:00').waitFor()
    await page.getByText('· corrected').waitFor()
    await eventually(async () => assert.deepEqual(await elapsed(), [6300]))
    assert.equal((await timers())[0]?.segments.length, 2)

    await click('Correct time: Reading')
    await dialog.locator('summary').click()
    await dialog.getByLabel('Split at').fill(`${day}T10:30`)
    await dialog.getByRole('button', { name: 'Split timer' }).click()
    await page.getByText('45:00', { exact: true }).waitFor()
    await eventually(async () => assert.deepEqual(await elapsed(), [2700, 3600]))
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByText('1:45:00').waitFor()
    await eventually(async () => assert.deepEqual(await elapsed(), [6300]))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('moves the ends of a period on the timeline, by keyboard and by dragging', async () => {
    const { page, context, client, complaints } = await stage.person('Cid')
    const segments = [{ start: `${day}T09:00:00+00:00`, end: `${day}T10:00:00+00:00` }]
    await client.timers.addRecord({ body: { title: 'Walk', segments } })
    await page.goto(`${stage.url}/timers`)
    await isLive(page)
    await page.getByRole('button', { name: 'Correct time: Walk', exact: true }).click()
    const end = page.getByRole('slider', { name: 'Move the end of period 1' })
    await end.press('PageUp')
    await end.press('ArrowLeft')
    await page.getByText('Total: 1 h 14 min').waitFor()
    const from = await middleOf(end)
    const start = await middleOf(page.getByRole('slider', { name: 'Move the start of period 1' }))
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move((from.x + start.x) / 2, from.y, { steps: 4 })
    await page.mouse.up()
    await page.getByText('Total: 37 min').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await eventually(async () => assert.equal((await client.timers.list())[0]?.elapsed_time, 37 * 60))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('stops a forgotten timer earlier, on a phone', async () => {
    const { page, context, client, complaints } = await stage.person('Ben', { phone: true })
    const socket = client.timers.connect()
    const started = new Date(Date.now() - 3 * HOUR).toISOString()
    await socket.start({ allocated_duration: 3600, title: 'Forgotten', at: started })
    await page.goto(`${stage.url}/timers`)
    await isLive(page)
    await page.getByRole('button', { name: 'Stop earlier…', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await assertAccessible(page)
    // The dialog suggests the planned end.
    await dialog.getByRole('button', { name: 'Stop timer' }).click()
    await page.getByText('No active timers').waitFor()
    await eventually(async () => {
      const [timer] = await client.timers.list()
      assert.deepEqual([timer?.status, timer?.elapsed_time], ['COMPLETED', 3600])
    })
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
