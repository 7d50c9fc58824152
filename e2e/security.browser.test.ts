import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient } from '@daymark/client'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { PASSWORD } from '../scripts/demo/data.ts'
import { assertAccessible } from './axe.ts'
import { holds, openStage, type Stage } from './support.ts'
import { visit } from './visit.ts'

const HALF_MINUTE = 30_000
const codeOf = (secret: string, at: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

describe('the security page', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  const open = async (page: Page) => {
    await page.goto(`${stage.url}/settings`)
    await page.getByRole('link', { name: 'Open security' }).click()
    await page.getByRole('heading', { name: 'Security', exact: true, level: 1 }).waitFor()
  }
  const signInForm = async (page: Page, email: string) => {
    await page.goto(`${stage.url}/sign-in`)
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  it('sets up an authenticator app, asks for it at the next sign-in, and turns it off', async () => {
    const { page, email, complaints } = await stage.person('Ann', { opens: false, phone: true })
    await open(page)
    await page.getByText('Signed in').first().waitFor()
    await page.getByRole('button', { name: 'Set up authenticator app' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password').fill('a wild guess')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('The password is wrong.').waitFor()
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    const secret = (await dialog.locator('.token-text').textContent()) ?? ''
    await assertAccessible(page)
    await dialog.getByLabel('Code from the app').fill('000000')
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await dialog.getByText('The code is wrong').waitFor()
    const now = Date.now()
    await dialog.getByLabel('Code from the app').fill(codeOf(secret, now))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    const codes = dialog.locator('.recovery-codes li')
    await codes.nth(9).waitFor()
    assert.equal(await codes.count(), 10)
    const recoveryCode = (await codes.first().textContent()) ?? ''
    await assertAccessible(page)
    // The codes are shown only once, so nothing but the button closes the dialog.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await page.evaluate('history.back()')
    assert.equal(await codes.count(), 10)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Unused recovery codes: 10.').waitFor()
    await page.getByText('Two-step sign-in turned on').waitFor()

    const other = await stage.context({ dark: true, phone: true })
    const second = await other.newPage()
    await signInForm(second, email)
    await second.getByRole('heading', { name: 'Two-step sign-in' }).waitFor()
    await second.getByLabel('Code').fill(recoveryCode)
    await holds(second, '(field => field.scrollWidth <= field.clientWidth)(document.activeElement)')
    await second.getByLabel('Code').fill('000000')
    await assertAccessible(second)
    await second.getByRole('button', { name: 'Sign in', exact: true }).click()
    await second.getByText('The code is wrong').waitFor()
    await second.getByLabel('Code').fill(codeOf(secret, now + HALF_MINUTE))
    await second.getByRole('button', { name: 'Sign in', exact: true }).click()
    await second.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    await open(second)
    await second.getByText('Failed sign-in').first().waitFor()
    await assertAccessible(second)
    await other.close()

    await page.getByRole('button', { name: 'Turn off two-step sign-in' }).click()
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Turn off two-step sign-in' }).click()
    await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor()
    await createClient({ baseUrl: stage.url }).accounts.signIn({ body: { email, password: PASSWORD } })
    assert.deepEqual(complaints, [])
  })

  it('adds a passkey, signs in with it alone, and removes it', async () => {
    const { page, context, complaints } = await stage.person('Cleo', { opens: false })
    const devtools = await context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await open(page)
    await page.getByRole('button', { name: 'Add passkey' }).click()
    const dialog = page.getByRole('dialog')
    await assertAccessible(page)
    await dialog.getByLabel('Passkey name').fill('')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('Enter a name.').waitFor()
    await dialog.getByText('Enter your password.').waitFor()
    await dialog.getByLabel('Passkey name').fill('Laptop')
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Passkey added', { exact: true }).first().waitFor()
    const panel = page.getByRole('region', { name: 'Passkeys' })
    await panel.getByText('never used').waitFor()
    await panel.getByRole('button', { name: 'Rename Laptop' }).click()
    await dialog.getByLabel('Passkey name').fill('Work laptop')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await panel.getByText('Work laptop', { exact: true }).first().waitFor()
    await assertAccessible(page)

    await context.clearCookies()
    await page.goto(`${stage.url}/sign-in`)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    // The sign-in page for other apps accepts the passkey too.
    const asked = new URLSearchParams({
      ...{ client_id: 'daymark-cli', response_type: 'code', scope: 'openid', prompt: 'login' },
      ...{ redirect_uri: 'http://127.0.0.1/callback', code_challenge: 'a'.repeat(43) },
      code_challenge_method: 'S256',
    })
    await page.goto(`${stage.url}/auth/oauth/authorize?${asked}`)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'Allow Daymark CLI to use your account?' }).waitFor()
    await open(page)
    await panel.getByText('used just now').waitFor()
    await panel.getByRole('button', { name: 'Remove Work laptop' }).click()
    await dialog.getByRole('button', { name: 'Remove passkey' }).click()
    await page.getByText('Passkey removed', { exact: true }).first().waitFor()
    await panel.getByRole('button', { name: 'Remove Work laptop' }).waitFor({ state: 'detached' })
    // The device has a passkey, but cannot verify the user.
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await context.clearCookies()
    await page.goto(`${stage.url}/sign-in`)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('You are not signed in. This device has no passkey').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('offers no passkeys at another address of the server, signs out one device, and needs the server', async () => {
    const { page, email, context, complaints } = await stage.person('Dora', { opens: false })
    const other = stage.url.replace('localhost', '127.0.0.1')
    assert.notEqual(other, stage.url)
    await page.goto(`${other}/sign-in`)
    await page.getByLabel('Email address').fill(email)
    assert.equal(await page.getByRole('button', { name: 'Use a passkey' }).count(), 0)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    await visit(page, '/settings/security')
    const panel = page.getByRole('region', { name: 'Passkeys' })
    await panel.getByText(`Passkeys work only at ${stage.url}. Open Daymark there to use them.`).waitFor()
    assert.equal(await panel.getByRole('button', { name: 'Add passkey' }).count(), 0)

    // The session at the first address is another one, and can be ended here.
    const devices = page.getByRole('region', { name: 'Signed-in devices' })
    await devices.getByText('127.0.0.1').or(devices.getByText('::1')).first().waitFor()
    await devices.getByRole('button', { name: 'Sign out', exact: true }).first().click()
    await page.getByText('Device signed out').waitFor()
    await page.getByText('Signed out', { exact: true }).waitFor()
    await context.setOffline(true)
    await page.getByText('Not available offline').waitFor()
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor()
    assert.deepEqual(complaints, [])
  })
})
