import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAccessible } from './axe.ts'
import { eventually, holds, isLive, middleOf, openStage, type Stage, zoneAtNoon } from './support.ts'

const HOUR = 3_600_000
/** Yesterday in the browser's time zone. */
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.now() - 24 * HOUR)
const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 24 * HOUR).toISOString().slice(0, 10)

describe('corrected time in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  it('adds past time, corrects its periods, splits it and undoes the split, and moves ends on the timeline', async () => {
    const { page, context, client, complaints } = await stage.person('Ada', { opens: false })
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

    // Adjusts the period on the timeline, by keyboard and by dragging.
    const segments = [{ start: `${day}T09:00:00+00:00`, end: `${day}T10:00:00+00:00` }]
    await client.timers.addRecord({ body: { title: 'Walk', segments } })
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
    await eventually(async () => assert.deepEqual(await elapsed(), [37 * 60, 6300]))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('on a phone shows the plan, merges periods and undoes that, and stops a forgotten timer earlier', async () => {
    const { page, context, client, complaints } = await stage.person('Dora', { opens: false, phone: true })
    const at = (time: string) => `${day}T${time}+00:00`
    const segments = [
      { start: at('09:00:00.250'), end: at('09:30:00') },
      { start: at('10:30:00'), end: at('11:15:00.125') },
      { start: at('12:00:00'), end: at('12:30:00') },
    ]
    await client.timers.addRecord({ body: { title: 'Draft', segments } })
    await client.schedules.create({
      body: { title: 'Writing', start_time: at('09:00:00'), end_time: at('10:15:00') },
    })
    await client.schedules.create({
      body: { title: 'Trip', all_day: true, start_time: day, end_time: dayAfter(day) },
    })
    await page.goto(`${stage.url}/timers`)
    await isLive(page)
    const open = () => page.getByRole('button', { name: 'Correct time: Draft', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await open()
    const plan = dialog.getByRole('list', { name: 'Planned' })
    await plan.getByRole('listitem').filter({ hasText: 'Writing' }).waitFor()
    assert.equal(await plan.getByRole('listitem').count(), 1, 'all-day entries would cover everything')
    await assertAccessible(page)

    const segmentsNow = async () =>
      (await client.timers.list())[0]?.segments.map(({ start, end }) => [
        Date.parse(start),
        Date.parse(end ?? ''),
      ])
    const exactly = (...times: [string, string][]) =>
      times.map(([start, end]) => [Date.parse(at(start)), Date.parse(at(end))])
    const before = exactly(
      ['09:00:00.250', '09:30:00'],
      ['10:30:00', '11:15:00.125'],
      ['12:00:00', '12:30:00'],
    )
    await dialog.getByText('Pause: 1 h').waitFor()
    await dialog.getByRole('button', { name: 'Merge with next: period 1' }).press('Enter')
    await dialog.getByText('Total: 2 h 45 min').waitFor()
    await holds(page, `document.activeElement.closest('.period') !== null`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const merged = exactly(['09:00:00.250', '11:15:00.125'], ['12:00:00', '12:30:00'])
    await eventually(async () => assert.deepEqual(await segmentsNow(), merged))
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await eventually(async () => assert.deepEqual(await segmentsNow(), before))

    await open()
    // The merge button between two periods is not in the tab order, so this test taps it.
    await dialog.locator('.period-merge').first().tap()
    await dialog.getByText('Total: 2 h 45 min').waitFor()
    await dialog.getByRole('button', { name: 'Merge with next: period 1' }).tap()
    await dialog.getByText('Total: 3 h 30 min').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await eventually(async () => assert.deepEqual(await segmentsNow(), exactly(['09:00:00.250', '12:30:00'])))

    // Stops a forgotten timer earlier.
    await dialog.waitFor({ state: 'detached' })
    const socket = client.timers.connect()
    const started = new Date(Date.now() - 3 * HOUR).toISOString()
    await socket.start({ allocated_duration: 3600, title: 'Forgotten', at: started })
    await page.getByRole('button', { name: 'Stop timer earlier…', exact: true }).click()
    await dialog.waitFor()
    await assertAccessible(page)
    // Accepts the planned end, which the dialog suggests.
    await dialog.locator('form').getByRole('button', { name: 'Stop timer' }).click()
    await page.getByText('No active timers').waitFor()
    await eventually(async () => {
      const timer = (await client.timers.list()).find(({ title }) => title === 'Forgotten')
      assert.deepEqual([timer?.status, timer?.elapsed_time], ['COMPLETED', 3600])
    })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('Today and Tags count corrected time', async () => {
    // It is noon in this time zone, so today has hours before and after the current time.
    const { page, context, client, complaints } = await stage.person('Eva', { timezone: zoneAtNoon() })
    const group = await client.tags.createGroup({ body: { name: 'Work', color: '#2E7D32' } })
    const tag = (name: string) => client.tags.create({ body: { name, color: '#1B6F6A', group_id: group.id } })
    const [deep, email] = [await tag('deep'), await tag('email')]
    await client.tags.updateGroup({
      params: { group_id: group.id },
      body: { goal_ratios: { [deep.id]: 0.5, [email.id]: 0.5 } },
    })
    const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
    const record = (title: string, tag_id: string, ...hours: [number, number][]) =>
      client.timers.addRecord({
        body: {
          title,
          tag_ids: [tag_id],
          segments: hours.map(([from, to]) => ({ start: ago(from), end: ago(to) })),
        },
      })
    const long = await record('Long', deep.id, [5, 1])
    await record('Short', email.id, [6, 5])
    await isLive(page)
    const measured = page.locator('.day-sum.tracked')
    await measured.getByText('5 h tracked', { exact: true }).waitFor()
    await client.timers.setSegments({
      params: { timer_id: long.id },
      body: { segments: [{ start: ago(4), end: ago(3) }] },
    })
    await measured.getByText('2 h tracked', { exact: true }).waitFor()
    // Adds time on the Today page, with the same dialog as on the Timers page.
    await page.getByRole('button', { name: 'Add time' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add time' }).click()
    await measured.getByText('3 h tracked', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Tags', exact: true }).click()
    const shareOf = (name: string) =>
      page.locator('.goal-row', { has: page.getByRole('button', { name: `Edit ${name}` }) })
    await shareOf('deep').getByText('50% this week').waitFor()
    await client.timers.setSegments({
      params: { timer_id: long.id },
      body: { segments: [{ start: ago(5), end: ago(2) }] },
    })
    await shareOf('deep').getByText('75% this week').waitFor()
    await shareOf('email').getByText('25% this week').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
