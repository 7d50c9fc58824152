import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { LOCAL_RECEIVERS } from '../server/test/support/webhook-receiver.ts'
import { assertAccessible } from './axe.ts'
import { isLive, openStage, type Stage } from './support.ts'

const stamp = new Date().toISOString().slice(0, 10).replaceAll('-', '')
const FILE = `BEGIN:VCALENDAR
BEGIN:VEVENT
UID:one
DTSTART;VALUE=DATE:${stamp}
SUMMARY:Team day
END:VEVENT
BEGIN:VEVENT
UID:two
SUMMARY:No start
END:VEVENT
END:VCALENDAR
`

describe('calendars of other programs', () => {
  let stage: Stage
  const remote = createServer(({ url }, response) => {
    response.statusCode = url === '/missing.ics' ? 404 : 200
    response.end(FILE)
  })
  before(async () => {
    await new Promise<void>(listening => remote.listen(0, '127.0.0.1', listening))
    stage = await openStage(LOCAL_RECEIVERS)
  })
  after(async () => {
    await stage.close()
    remote.close()
  })

  it('are shared by address, imported from files with preview and undo, and shown as a layer', async () => {
    const { page, context, client, complaints } = await stage.person('Ann', { opens: false })
    await page.goto(`${stage.url}/settings/calendars`)
    await isLive(page)
    await page.getByRole('button', { name: 'Create feed' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Mine')
    await dialog.getByRole('button', { name: 'Create feed' }).click()
    await dialog.getByRole('img', { name: 'QR code for the address' }).waitFor()
    const href = await dialog.getByRole('link', { name: 'Open in calendar app' }).getAttribute('href')
    assert.match(href ?? '', /^webcal:.*\/feeds\/[\w-]{43}\.ics$/)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Never read').waitFor()
    const [feed] = await client.feeds.list()
    await client.feeds.update({ params: { feed_id: feed?.id ?? '' }, body: { name: 'Renamed elsewhere' } })
    await page.getByText('Renamed elsewhere', { exact: true }).first().waitFor()

    await page.getByText('Thunderbird', { exact: true }).click()
    await page.getByText(`Location: ${stage.url}/dav/`).waitFor()
    await page.getByRole('button', { name: 'Copy server address' }).waitFor()

    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'team.ics', mimeType: 'text/calendar', buffer: Buffer.from(FILE) })
    await dialog.getByText('Line 7').waitFor()
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('Imported 1 item.').waitFor()
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByText('The import was undone.').waitFor()

    const { port } = remote.address() as AddressInfo
    await page.getByRole('button', { name: 'Subscribe to calendar' }).click()
    const address = dialog.getByLabel('Calendar address')
    await address.fill(`http://127.0.0.1:${port}/missing.ics`)
    await dialog.getByLabel('Name').fill('Team')
    await dialog.getByRole('button', { name: 'Subscribe to calendar' }).click()
    await dialog.getByText('its calendar could not be read').waitFor()
    // Values that are saved close without a question. Later changes do not.
    const name = dialog.getByLabel('Name')
    const question = page.getByRole('dialog', { name: 'Discard changes?' })
    await name.fill('Team 2')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await name.fill('Team')
    await page.keyboard.press('Escape')
    await name.waitFor({ state: 'detached' })
    assert.equal(await question.count(), 0)
    await page.getByRole('button', { name: 'Edit Team' }).click()
    await name.fill('Team 3')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('its calendar could not be read').waitFor()
    await name.fill('Team')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await address.fill(`http://127.0.0.1:${port}/team.ics`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^1 entry · Updated/).waitFor()
    await assertAccessible(page)
    assert.equal((await client.subscriptions.list()).length, 1)

    await page.goto(`${stage.url}/calendar`)
    await page.getByText('Team day').first().waitFor()
    await page.getByText('Team day').first().click()
    await page.getByRole('dialog').getByText('From the calendar “Team”').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Team', { exact: true }).uncheck()
    await page.getByText('Team day').first().waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('checkbox', { name: 'Team', exact: true, checked: false }).waitFor()

    // Files of programs and servers are recognized, previewed, imported and undone.
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('link', { name: 'Import data' }).click()
    await page.getByRole('heading', { name: 'Move to Daymark' }).waitFor()
    const choose = (name: string, text: string | Buffer) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text as string) })
    await choose(
      'Home.csv',
      'TYPE,CONTENT,PRIORITY,INDENT,DATE\ntask,Water plants,1,1,2026-01-15 09:00\ntask,,1,1,\n',
    )
    await dialog.getByText('Recognized: Todoist').waitFor()
    await dialog.getByText('Line 3').waitFor()
    await assertAccessible(page)
    const zone = dialog.getByLabel('Time zone of the file')
    const { timezone } = await client.users.preferences()
    assert.equal(await zone.inputValue(), timezone)
    const previewed = page.waitForResponse(response => response.url().includes('timezone=Asia%2FSeoul'))
    await zone.fill('Asia/Seoul')
    await previewed
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('Imported 1 item.').waitFor()
    assert.deepEqual(
      (await client.todos.list({ query: { timezone: 'UTC' } })).map(({ title, deadline }) => [
        title,
        deadline,
      ]),
      [['Water plants', '2026-01-15T00:00:00Z']],
    )
    const archive = Buffer.from(await (await client.personalData.download()).arrayBuffer())
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByText('The import was undone.').waitFor()
    assert.deepEqual(await client.todos.list(), [])
    await choose('daymark.zip', archive)
    await dialog.getByText('Recognized: a Daymark archive').waitFor()
    await dialog.getByLabel('Replace all my data with the archive').check()
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText(/^Imported \d+ items\.$/).waitFor()
    assert.equal((await client.todos.list()).length, 1)
    await choose('plan.csv', 'Was,Wann\nSteuer,15.04.2026\n')
    await dialog.getByText('Columns of the table').click()
    await dialog.getByLabel('Title').selectOption('Was')
    await dialog.getByRole('row', { name: 'Todos 1 0 0' }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
