import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient } from '@daymark/client'
import { AUDIENCE, CLIENT_ID, startProvider } from '../server/test/support/openid-provider.ts'
import { assertAccessible } from './axe.ts'
import { openStage, type Stage } from './support.ts'

describe('signing in at a provider', () => {
  let provider: Awaited<ReturnType<typeof startProvider>>
  let stage: Stage
  before(async () => {
    provider = await startProvider('ES256')
    stage = await openStage({
      OIDC_ISSUER_URL: provider.issuer,
      OIDC_AUDIENCE: AUDIENCE,
      OIDC_CLIENT_ID: CLIENT_ID,
    })
  })
  after(async () => {
    await stage.close()
    await provider.close()
  })

  it('opens the link of a meeting poll after signing in at the provider', async () => {
    const { access_token } = await provider.signIn('ann')
    const client = createClient({ baseUrl: stage.url, token: access_token })
    const poll = await client.meetings.create({
      body: {
        title: 'Board games',
        start_date: '2026-12-01',
        end_date: '2026-12-03',
        available_days: [0, 1, 2, 3, 4, 5, 6],
        start_time: '17:00:00',
        end_time: '20:00:00',
        time_slot_minutes: 30,
        timezone: 'Europe/Berlin',
        visibility: { level: 'public' },
      },
    })
    const context = await stage.context({ alone: true })
    const page = await context.newPage()
    // The provider lets applications on this machine use any redirect port, but only with an IP address.
    const origin = stage.url.replace('localhost', '127.0.0.1')
    await page.goto(`${origin}/meetings/${poll.id}`)
    await page.getByRole('button', { name: 'Sign in with your provider' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Sign in with your provider' }).click()
    await page.locator('input[name=login]').fill('bob')
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Board games' }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/meetings/${poll.id}`)
    assert.equal(new URL(page.url()).search, '', 'no parameters of the sign-in are left in the URL')

    // The session ends later: the server rejects a token that it accepted before, and the provider does not renew it.
    const ended = { error: 'invalid_grant', error_description: 'the session has ended' }
    await page.route(`${provider.issuer}/token`, route => route.fulfill({ status: 400, json: ended }))
    await page.route('**/v1/**', route => route.fulfill({ status: 401, json: { detail: 'Sign in.' } }))
    await page.reload()
    await page.getByRole('button', { name: 'Sign in with your provider' }).waitFor()
    assert.equal(await page.getByText('did not accept').count(), 0)
    await context.close()
  })

  it('says why a sign-in failed, and shows the sign-in page again if the person cancels at the provider', async () => {
    const context = await stage.context({ alone: true })
    const page = await context.newPage()
    const press = () => page.getByRole('button', { name: 'Sign in with your provider' }).click()
    await page.route(`${provider.issuer}/**`, route => route.abort())
    await page.goto(stage.url.replace('localhost', '127.0.0.1'))
    await press()
    await page.getByText('cannot be reached').waitFor()
    await assertAccessible(page)
    await page.unroute(`${provider.issuer}/**`)

    const refusal = { error: 'invalid_client', error_description: 'this client needs a secret' }
    await page.route(`${provider.issuer}/token`, route => route.fulfill({ status: 401, json: refusal }))
    await press()
    await page.locator('input[name=login]').fill('bob')
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('this client needs a secret').waitFor()
    await page.unroute(`${provider.issuer}/token`)

    const detail = { detail: 'The token is not valid.' }
    await page.route('**/v1/**', route => route.fulfill({ status: 401, json: detail }))
    await press()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('This server did not accept the sign-in from your sign-in provider.').waitFor()

    await page.unroute('**/v1/**')
    await page.goto(`${stage.url}/callback?error=access_denied&state=unknown`)
    await page.getByRole('button', { name: 'Sign in with your provider' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/')
    await context.close()
  })
})
