import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from '@daymark/client'
import type { Page, Route } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import { eventually, finger, isLive, middleOf, openStage, type Person, type Stage } from './support.ts'

async function befriend(one: Person, other: Person): Promise<void> {
  const { friend_code } = await one.client.users.me()
  const request = await other.client.friends.request({ body: { friend_code } })
  if ('id' in request) await one.client.friends.accept({ params: { friendship_id: request.id } })
}

/** Waits until the person's availability is exactly one hour without a gap. */
const hasPainted = (client: Client, meeting_id: string, name: string) =>
  eventually(async () => {
    const all = await client.meetings.availability.all({ params: { meeting_id } })
    const slots = all.find(each => each.participant.display_name === name)?.time_slots
    assert.equal(slots?.length, 1)
    const [from = 0, to = 0] = [slots[0]?.start_time, slots[0]?.end_time].map(
      time => Date.parse(`2026-01-01T${time}Z`) / 3_600_000,
    )
    assert.equal(to - from, 1)
  })

const dateIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('people in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  it('connects friends by code, shows activity live, and takes a poll to an entry in the calendar', async () => {
    const ann = await stage.person('Ann')
    const bob = await stage.person('Bob', { phone: true, dark: true, opens: false })
    const { friend_code } = await ann.client.users.me()
    await bob.page.goto(`${stage.url}/people?code=${friend_code}`)
    await isLive(bob.page)
    await bob.page.getByRole('button', { name: 'Send request' }).click()
    await bob.page.getByRole('button', { name: 'Cancel request' }).waitFor()
    await ann.page.getByRole('link', { name: 'People' }).click()
    await ann.page.getByRole('button', { name: 'Accept' }).click()
    await ann.page.getByRole('button', { name: 'Remove friend Bob' }).waitFor()
    // Bob's page updates without a reload.
    await bob.page.getByRole('button', { name: 'Remove friend Ann' }).waitFor()
    const socket = ann.client.timers.connect()
    const { id } = await socket.start({
      allocated_duration: 600,
      title: 'Piano',
      visibility: { level: 'friends' },
    })
    await bob.page.getByText('timer running', { exact: true }).waitFor()
    await bob.page.getByText('started Piano').waitFor()
    await Promise.all([ann, bob].map(({ page }) => assertAccessible(page)))
    // Bob also sees the running timer after a reload.
    await bob.page.reload()
    await bob.page.getByText('timer running', { exact: true }).waitFor()
    await bob.page.getByText('started Piano').waitFor()
    await isLive(bob.page)
    await socket.stop(id)
    await bob.page.getByText('stopped Piano').waitFor()
    socket.close()
    await takesPoll(ann, bob)
    assert.deepEqual([...ann.complaints, ...bob.complaints], [])
    await Promise.all([ann, bob].map(({ context }) => context.close()))
  })

  it('shares a todo with one friend, as "Check access for" shows', async () => {
    const cleo = await stage.person('Cleo', { opens: false })
    const dan = await stage.person('Dan', { opens: false })
    await befriend(cleo, dan)
    const group = await cleo.client.tags.createGroup({
      body: { name: 'Home', color: '#2563B8', is_todo_group: true },
    })
    await cleo.client.todos.create({ body: { title: 'Paint the fence', tag_group_id: group.id } })
    const { page } = cleo
    await addFriends(page, [...Array.from({ length: 130 }, (_, n) => `Friend ${n}`), 'José', '김민수'])
    await page.goto(`${stage.url}/todos`)
    await page.getByRole('button', { name: 'Edit Paint the fence' }).click()
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByLabel('Selected friends').check()
    await findsFriends(page)
    await page.getByRole('combobox', { name: 'Check access for' }).selectOption({ label: 'Dan' })
    await page.getByText('Cannot see it.', { exact: true }).waitFor()
    await page.getByRole('checkbox', { name: 'Dan' }).check()
    await page.getByText('Can see it.', { exact: true }).waitFor()
    await assertAccessible(page)
    await page
      .getByRole('combobox', { name: 'Check access for' })
      .selectOption({ label: 'Someone who is not a friend' })
    await page.getByText('Cannot see it.', { exact: true }).waitFor()
    await page
      .getByRole('dialog', { name: /^Share/ })
      .getByRole('button', { name: 'Save' })
      .click()
    await page.getByText('Sharing settings saved').waitFor()
    await dan.page.goto(`${stage.url}/todos`)
    await dan.page.getByRole('link', { name: 'Shared with me' }).click()
    await dan.page.getByText('Paint the fence').waitFor()
    assert.deepEqual([...cleo.complaints, ...dan.complaints], [])
    await Promise.all([cleo, dan].map(({ context }) => context.close()))
  })

  /** Takes a meeting poll from its creation to an entry in the calendar. The friend uses a phone. */
  async function takesPoll(owner: Person, friend: Person): Promise<void> {
    const { page } = owner
    await page.getByRole('link', { name: 'Meeting polls', exact: true }).click()
    await page.getByRole('button', { name: 'Create poll' }).click()
    const days = page.getByRole('dialog').getByRole('checkbox', { name: /day$/ })
    assert.equal(await days.first().getAttribute('aria-label'), 'Sunday')
    await page.getByLabel('Title').fill('Board games')
    await assertAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Create poll' }).click()
    await page.getByRole('heading', { name: 'Board games' }).waitFor()
    const address = new URL(page.url()).pathname
    const meeting_id = address.split('/').at(-1) ?? ''
    await page.getByRole('button', { name: 'Join poll' }).click()
    await page.getByRole('button', { name: 'Leave poll' }).waitFor()
    const cell = (person: Person, row: number) =>
      person.page.locator(`tbody tr:nth-child(${row}) td`).first().getByRole('button')
    await cell(owner, 1).press('Space')
    await cell(owner, 2).press('Space')
    await hasPainted(owner.client, meeting_id, owner.name)
    await assertAccessible(page)
    await friend.page.goto(stage.url + address)
    await friend.page.getByRole('button', { name: 'Join poll' }).click()
    await friend.page.getByRole('button', { name: 'Leave poll' }).waitFor()
    await cell(friend, 2).scrollIntoViewIfNeeded()
    const [from, to] = [await middleOf(cell(friend, 1)), await middleOf(cell(friend, 2))]
    const touch = await finger(friend.page)
    await touch.down(from.x, from.y)
    await touch.move((from.x + to.x) / 2, (from.y + to.y) / 2)
    await touch.move(to.x, to.y)
    await touch.up()
    await hasPainted(friend.client, meeting_id, friend.name)
    await assertAccessible(friend.page)
    await page.reload()
    await page.getByRole('button', { name: 'Remind people' }).click()
    await page.getByText('Nobody to remind').waitFor()
    await page.getByRole('combobox', { name: 'Length', exact: true }).selectOption({ index: 1 })
    await page.getByText('2 of 2 free').first().waitFor()
    await page.getByRole('button', { name: 'Choose time' }).first().click()
    await assertAccessible(page)
    const refusal = { detail: 'You have reached the limit of 5 entries. Delete some first.' }
    const refuse = (route: Route) => route.fulfill({ status: 409, json: refusal })
    await page.route('**/v1/meetings/*/confirm', refuse, { times: 1 })
    await page.getByRole('button', { name: 'Confirm time' }).click()
    await page.getByRole('dialog').getByText('reached the limit').waitFor()
    await page.getByRole('button', { name: 'Confirm time' }).click()
    await page.getByText('Confirmed:').waitFor()
    await friend.page.reload()
    await friend.page.getByText('Confirmed:').waitFor()
    await friend.page.getByRole('button', { name: 'Add to my calendar' }).click()
    await friend.page.getByRole('link', { name: 'Open calendar' }).waitFor()
    const own = async () => {
      const { own_schedule_id } = await friend.client.meetings.get({ params: { meeting_id } })
      return own_schedule_id ?? null
    }
    await eventually(async () => assert.notEqual(await own(), null))
    await friend.page.keyboard.press('Control+z')
    await friend.page.getByRole('button', { name: 'Add to my calendar' }).waitFor()
    assert.equal(await own(), null)
    await assertAccessible(friend.page)
    const entries = await owner.client.schedules.list({
      query: { start_date: dateIn(0), end_date: dateIn(62) },
    })
    assert.deepEqual(
      entries.map(entry => entry.title),
      ['Board games'],
    )
  }

  it('lets guests answer a poll by its link, if need be, change the answer and withdraw it', async () => {
    const gus = await stage.person('Gus', { opens: false })
    const meeting = await gus.client.meetings.create({
      body: {
        ...{
          title: 'Picnic',
          start_date: dateIn(1),
          end_date: dateIn(3),
          available_days: [0, 1, 2, 3, 4, 5, 6],
        },
        ...{ start_time: '10:00', end_time: '14:00', time_slot_minutes: 60, timezone: 'Europe/Berlin' },
      },
    })
    const { page } = gus
    await page.goto(`${stage.url}/meetings/${meeting.id}`)
    await page.getByRole('button', { name: 'Create guest link' }).click()
    await page.getByRole('button', { name: 'Copy guest link' }).waitFor()
    await assertAccessible(page)
    const { link } = await gus.client.meetings.link({ params: { meeting_id: meeting.id } })

    const context = await stage.context({ phone: true })
    const guest = await context.newPage()
    const complaints: string[] = []
    guest.on('pageerror', error => complaints.push(error.message))
    await guest.goto(`${stage.url}/poll/${link}`)
    await guest.getByRole('heading', { name: 'Picnic' }).waitFor()
    await guest.getByLabel('Your name').fill('Nora')
    await guest.getByLabel('Your name').press('Enter')
    await guest.getByRole('alert').getByText('You have not marked any times').waitFor()
    const cell = (row: number) => guest.locator(`tbody tr:nth-child(${row}) td`).first().getByRole('button')
    await cell(1).press('Space')
    await guest.getByRole('radio', { name: 'If need be' }).check()
    await cell(2).press('Space')
    await assertAccessible(guest)
    await guest.getByRole('button', { name: 'Send answer' }).click()
    await guest.getByRole('button', { name: 'Withdraw answer' }).waitFor()
    const hours = async () => {
      const [answer] = await gus.client.meetings.availability.all({ params: { meeting_id: meeting.id } })
      return [answer?.time_slots, answer?.if_need_be].map(list => list?.map(slot => slot.start_time))
    }
    assert.deepEqual(await hours(), [['10:00:00'], ['11:00:00']])
    // The owner sees the guest without a reload.
    await page.getByRole('button', { name: 'Remove guest Nora' }).waitFor()

    // Opening the edit link of another answer does not replace the guest's own answer.
    const body = { display_name: 'Olaf', time_slots: [] }
    const other = await gus.client.guests.answer({ params: { link }, body })
    await guest.goto('about:blank')
    await guest.goto(`${stage.url}/poll/${link}#edit=${other.edit_token}`)
    await guest.getByText('Olaf’s answer').waitFor()
    await guest.getByRole('button', { name: 'Back to my answer' }).click()
    await eventually(async () => assert.equal(await guest.getByLabel('Your name').inputValue(), 'Nora'))
    await gus.client.guests.withdrawAnswer({ params: { link, edit_token: other.edit_token } })

    await guest.reload()
    await guest.getByRole('radio', { name: 'If need be' }).check()
    await cell(4).press('Space')
    await guest.getByRole('button', { name: 'Save changes' }).click()
    await eventually(async () => assert.deepEqual((await hours())[1], ['11:00:00', '13:00:00']))
    await guest.getByRole('button', { name: 'Withdraw answer' }).click()
    await guest.getByRole('button', { name: 'Send answer' }).waitFor()
    await page.getByRole('button', { name: 'Remove guest Nora' }).waitFor({ state: 'detached' })

    const slot = { slot_date: dateIn(1), start_time: '10:00', end_time: '11:00' }
    await gus.client.meetings.confirm({ params: { meeting_id: meeting.id }, body: slot })
    await guest.reload()
    const download = guest.waitForEvent('download')
    await guest.getByRole('button', { name: 'Download .ics' }).click()
    assert.equal((await download).suggestedFilename(), 'Picnic.ics')

    await page.getByRole('button', { name: 'Revoke guest link' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke guest link' }).click()
    await page.getByRole('button', { name: 'Create guest link' }).waitFor()
    await guest.reload()
    await guest.getByText('The link was revoked').waitFor()
    assert.deepEqual([...gus.complaints, ...complaints], [])
    await Promise.all([gus.context, context].map(each => each.close()))
  })
})

/** Adds fake friends to the server's response, because creating that many accounts would take minutes. */
async function addFriends(page: Page, names: readonly string[]): Promise<void> {
  await page.route(/\/v1\/friends(?:\?|$)/, async route => {
    const response = await route.fetch()
    const friends = (await response.json()) as object[]
    const added = names.map(display_name => ({
      ...friends[0],
      display_name,
      user_id: crypto.randomUUID(),
      friendship_id: crypto.randomUUID(),
    }))
    await route.fulfill({ response, json: [...friends, ...added] })
  })
}

/** Checks that "jose" finds José, that Enter does not submit the dialog, and that selected friends stay visible. */
async function findsFriends(page: Page): Promise<void> {
  const find = page.getByLabel('Find a friend')
  const friend = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await find.fill('jose')
  await friend('José').waitFor()
  await find.press('Enter')
  await find.fill('ㄱㅁㅅ')
  await friend('김민수').check()
  await find.fill('')
  await friend('김민수').uncheck()
  await friend('김민수').waitFor()
  await page.getByRole('button', { name: 'Show 33 more' }).click()
  assert.equal(await page.evaluate(`document.activeElement?.closest('label')?.textContent`), 'Friend 99')
}
