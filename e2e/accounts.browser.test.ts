import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient } from '@daymark/client'
import { PASSWORD } from '../scripts/demo/data.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '../server/test/support/smtp.ts'
import { assertAccessible } from './axe.ts'
import { openStage, type Stage } from './support.ts'

const NEXT = 'another long phrase'
const SETUP_CODE = 'setup-code-of-tests'

describe('accounts of this server', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage({ ACCOUNTS_TRUST_EMAIL: 'false' })
  })
  after(() => stage.close())

  it('signing up with a known address explains what to do instead of reporting a wrong password', async () => {
    const { email } = await stage.person('Ann', { opens: false })
    const context = await stage.context()
    const page = await context.newPage()
    await page.goto(`${stage.url}/sign-up`)
    await page.getByLabel('Your name').fill('Ann')
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(NEXT)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('This address may already have an account').waitFor()
    assert.equal(await page.getByText('is wrong').count(), 0)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    await context.close()
  })

  it('tells a person without the role, in their language, that the page is for administrators', async () => {
    const { page, context } = await stage.person('Zoe', { opens: false, locale: 'ko-KR' })
    await page.goto(`${stage.url}/settings/admin`)
    await page.getByText('관리자만 이 페이지를 열 수 있습니다').waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
    assert.equal(await page.getByRole('searchbox').count(), 0)
    await assertAccessible(page)
    await context.close()
  })

  it('a token needs the password and is revoked with it by default; every page announces a deletion', async () => {
    const { page, email, context, complaints } = await stage.person('Bob', { opens: false })
    await page.goto(`${stage.url}/settings`)
    const dialog = page.getByRole('dialog')
    const make = async (name: string) => {
      await page.getByRole('button', { name: 'Create token' }).click()
      await dialog.getByLabel('Token name').fill(name)
      await dialog.getByLabel('Your password').fill('a wild guess')
      await dialog.getByRole('button', { name: 'Create token' }).click()
      await dialog.getByText('The password is wrong.').waitFor()
      await dialog.getByLabel('Your password').fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Create token' }).click()
      const text = (await dialog.locator('.token-text').textContent()) ?? ''
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: `Revoke token ${name}` }).waitFor()
      return text
    }
    const works = async (token: string) =>
      (await fetch(`${stage.url}/v1/users/me`, { headers: { authorization: `Bearer ${token}` } })).status
    const change = async (current: string, next: string) => {
      await page.getByLabel('Current password').fill(current)
      await page.getByLabel('New password').fill(next)
      await page.getByRole('button', { name: 'Change password' }).click()
    }
    const first = await make('First script')
    await assertAccessible(page)
    await page
      .getByRole('checkbox', { name: 'Also revoke tokens, device passwords and connected apps' })
      .uncheck()
    await change(PASSWORD, NEXT)
    await page.getByText('Password changed. All other devices were signed out.').waitFor()
    assert.equal(await works(first), 200)
    await dialog.getByText('First script').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await page
      .getByRole('checkbox', {
        name: 'Also revoke tokens, device passwords and connected apps',
        checked: true,
      })
      .waitFor()
    await change(NEXT, PASSWORD)
    await page
      .getByText(
        'All other devices were signed out. Your tokens, device passwords and connected apps were revoked.',
      )
      .waitFor()
    await page.getByText('No tokens yet.').waitFor()
    assert.equal(await works(first), 401)

    const second = await make('Second script')
    const body = { email, password: PASSWORD }
    const other = await createClient({ baseUrl: stage.url }).accounts.signIn({ body })
    await page.getByRole('link', { name: 'Open security' }).click()
    await page.getByRole('button', { name: 'Sign out other devices' }).click()
    await dialog.getByRole('checkbox', { name: /Second script/, checked: true }).waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'End what is ticked' }).click()
    await page.getByText('Ended: 2.').waitFor()
    assert.deepEqual([await works(second), await works(other.access_token)], [401, 401])

    // An account that will be deleted says so on every page, until its owner keeps it.
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('button', { name: 'Delete account…' }).click()
    await page.getByRole('dialog', { name: 'Delete your account?' }).waitFor()
    await dialog.getByText('will be deleted in 7 days').waitFor()
    await dialog.getByLabel(`Type ${email} to confirm`).fill(email)
    await dialog.getByLabel('Current password').fill('a wild guess')
    await dialog.getByRole('button', { name: 'Delete account', exact: true }).click()
    await dialog.getByText('The password is wrong.').waitFor()
    await assertAccessible(page)
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Delete account', exact: true }).click()
    const notice = page.getByRole('region', { name: 'Account deletion' })
    await notice.getByText('Your account and everything in it will be deleted on').waitFor()
    await page.getByRole('link', { name: 'Todos', exact: true }).click()
    await assertAccessible(page)
    await notice.getByRole('button', { name: 'Keep account' }).click()
    await page.getByText('Your account will not be deleted.').waitFor()
    await notice.waitFor({ state: 'hidden' })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('one button ends everything that opens the account, and the page shows what happened', async () => {
    const eve = await stage.person('Eve', { opens: false })
    const { page, client, context, complaints } = eve
    const elsewhere = await stage.otherDevice(eve)
    const { token } = await client.tokens.create({ body: { name: 'Old script', scopes: ['read'] } })
    await client.feeds.create({ body: { name: 'Old feed' } })
    await page.goto(`${stage.url}/settings/security`)
    await page.getByRole('link', { name: 'Check access' }).click()
    await page.getByRole('heading', { name: 'Someone was in my account' }).waitFor()
    for (const name of ['Old script', 'Old feed'])
      await page.getByText(name, { exact: true }).first().waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'End everything' }).click()
    await page.getByText('Nothing else opens your account.').waitFor()
    await page.getByText('Calendar feed deleted').waitFor()
    const stranger = await fetch(`${stage.url}/v1/users/me`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(stranger.status, 401)
    await assert.rejects(elsewhere.users.me())
    assert.equal((await client.users.me()).email, eve.email)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('warns next to the input that sharing by email address reaches nobody', async () => {
    const { page, client, context, complaints } = await stage.person('Cleo', { opens: false })
    await page.goto(`${stage.url}/people`)
    const field = page.getByLabel('Friend code', { exact: true })
    await field.fill('dan@example.org')
    await page.getByText('requests sent by email are not delivered').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Send request' }).isDisabled(), true)
    await assertAccessible(page)
    await field.fill('ABCDE FGHIJ')
    assert.equal(await page.getByText('are not delivered').count(), 0)

    const group = await client.tags.createGroup({
      body: { name: 'Work', color: '#4F86C6', is_todo_group: true },
    })
    await client.todos.create({ body: { title: 'Write the report', tag_group_id: group.id } })
    await page.getByRole('link', { name: 'Todos', exact: true }).click()
    await page.getByRole('button', { name: 'Edit Write the report' }).click()
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByRole('radio', { name: /By email address/ }).check()
    await page.getByText('nobody can see items shared by address').waitFor()
    await assertAccessible(page)
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

describe('accounts of a server that sends email', () => {
  let stage: Stage
  let smtp: MailServer
  before(async () => {
    smtp = await startMailServer()
    const setup = { SETUP_CODE, TRUSTED_PROXY_IPS: '192.0.2.1' }
    stage = await openStage({ ACCOUNTS_TRUST_EMAIL: 'false', ...setup, ...smtp.settings })
  })
  after(async () => {
    await stage.close()
    await smtp.close()
  })
  const linkIn = (mail: ReceivedMail) => /http\S+#token=\S+/.exec(mail.text)?.[0] ?? ''

  it('the first person proves to be the operator, invites, disables, and sees the state of the server', async () => {
    const email = 'root@example.org'
    const context = await stage.context()
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', error => complaints.push(error.message))
    await page.goto(stage.url)
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Sign in' }).count(), 0)
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Setup code').fill('a-wild-guess')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('The setup code is missing or wrong.').waitFor()
    await assertAccessible(page)
    await page.goto(`${stage.url}/sign-up#setup_code=${SETUP_CODE}`)
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    assert.equal(await page.getByLabel('Setup code').inputValue(), SETUP_CODE)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    await page.goto(`${stage.url}/settings`)
    await page.getByRole('link', { name: 'Open administration' }).click()
    await page.getByText('Everything works').waitFor()
    await page.getByLabel('Email address (optional)').fill('guest@example.org')
    await page.getByRole('button', { name: 'Create invitation' }).click()
    await page.getByRole('button', { name: 'Withdraw invitation' }).waitFor()
    await assertAccessible(page)
    const link =
      /http\S+#invitation=\S+/.exec(
        (await smtp.next('You are invited to Daymark', 'guest@example.org')).text,
      )?.[0] ?? ''

    const guest = await (await stage.context()).newPage()
    await guest.goto(link)
    await guest.getByLabel('Your name').fill('Guest')
    await guest.getByLabel('Email address').fill('guest@example.org')
    await guest.getByLabel('Password').fill(PASSWORD)
    await guest.getByRole('button', { name: 'Create account' }).click()
    await guest.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    await guest.getByRole('link', { name: 'Settings', exact: true }).click()
    await guest.getByRole('heading', { name: 'Profile' }).waitFor()
    assert.equal(await guest.getByText('Open administration').count(), 0)

    await page.reload()
    await page.getByLabel('Search by name or address').fill('guest@')
    await page.getByRole('button', { name: 'Manage Guest' }).click()
    const dialog = page.getByRole('dialog')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Disable account' }).click()
    await dialog.getByText('Guest can no longer sign in').waitFor()
    await dialog.getByRole('button', { name: 'Disable account' }).click()
    await page.getByText('Disabled · Member since').waitFor()
    await guest.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await page.getByLabel('Search by name or address').fill(email)
    await page.getByText('You · Administrator').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('an address is verified and changed, and a forgotten password is replaced', async () => {
    const { page, email, context, complaints } = await stage.person('Dora')
    await page.getByText(`Verify your address ${email}`).waitFor()
    await assertAccessible(page)
    await page.goto(linkIn(await smtp.next('Verify your email address', email)))
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Verify address' }).click()
    await page.getByText(`${email} is verified.`).waitFor()

    await page.goto(`${stage.url}/settings`)
    await page.getByText(`${email} (Verified)`).waitFor()
    assert.equal(await page.getByText('Verify your address').count(), 0)
    const next = `new-${email}`
    await page.getByRole('button', { name: 'Change address' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New email address').fill(next)
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await page.getByText(`Waiting for you to verify ${next}`).waitFor()
    await page.goto(linkIn(await smtp.next('Verify your new email address', next)))
    await page.getByRole('button', { name: 'Verify address' }).click()
    await page.getByText(`${next} is verified.`).waitFor()
    await smtp.next('Your email address was changed', email)

    await context.clearCookies()
    await page.goto(stage.url)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByLabel('Email address').fill(next)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('you will get an email in a moment').waitFor()
    await page.goto(linkIn(await smtp.next('Set a new password', next)))
    await page.getByLabel('New password').fill(NEXT)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Your password was changed.').waitFor()
    await page.getByRole('link', { name: 'Go to sign-in' }).click()
    await page.getByLabel('Email address').fill(next)
    await page.getByLabel('Password').fill(NEXT)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
