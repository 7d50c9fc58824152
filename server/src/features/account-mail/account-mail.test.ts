import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type EmbeddedApp, PASSWORD, startEmbedded } from '../../../test/support/accounts.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { linkToken, type MailServer, startMailServer } from '../../../test/support/smtp.ts'
import { openFreshSqlite } from '../../../test/support/sqlite.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import { deviceName } from './device-name.ts'

const NEXT = 'another long phrase'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

forEachStorage('emails about accounts', open => {
  let server: EmbeddedApp
  let smtp: MailServer
  before(async () => {
    smtp = await startMailServer()
    server = await startEmbedded(await open(), { ...smtp.settings, PUBLIC_URL: 'https://day.example' })
  })
  after(async () => {
    await server.close()
    await smtp.close()
  })

  async function received(ms = 3_000) {
    server.clock.advance(ms)
    await server.app.jobs.drain()
    return smtp.take()
  }
  const verify = (token: string, password = PASSWORD) =>
    server.anybody.accountMail.confirmAddress({ body: { token, password } })
  const reset = (token: string, password = NEXT) =>
    server.anybody.accountMail.confirmReset({ body: { token, password } })
  const verified = async (email: string) => {
    const person = await server.join(email)
    const [mail] = await received()
    if (mail) await verify(linkToken(mail))
    return person
  }

  it('sign-up sends a link that verifies the address, once; only then does sharing by address reach it', async () => {
    const owner = await verified('owner@example.org')
    const ann = await server.join('ann@example.org')
    await owner.client.friends.request({ body: { email: 'ann@example.org' } })
    const [mail, ...others] = await received()
    assert.deepEqual(others, [])
    assert.equal(mail?.to, 'ann@example.org')
    assert.equal(mail?.subject, 'Verify your email address')
    assert.match(mail?.text ?? '', /https:\/\/day\.example\/verify-email#token=/)
    assert.match(mail?.html ?? '', /<html lang="en">/)
    assert.doesNotMatch(mail?.html ?? '', /src=|url\(|<link|@import/)
    assert.equal((await ann.client.accounts.me()).email_verified, false)
    assert.deepEqual(await ann.client.friends.received(), [])

    const token = linkToken(mail ?? assert.fail())
    await rejectsWith(verify(`${token}x`), 400, /not valid/)
    assert.deepEqual(await verify(token), { ok: true, email: 'ann@example.org' })
    await rejectsWith(verify(token), 400, /not valid/)
    assert.equal((await ann.client.accounts.me()).email_verified, true)
    assert.equal((await ann.client.friends.received()).length, 1)
    await rejectsWith(ann.client.accountMail.requestVerification(), 409, /already verified/)
  })

  it('a second sign-up with the address sends nothing to a verified account, and verifies nothing', async () => {
    await verified('known@example.org')
    await server.anybody.accounts.signUp({ body: { email: 'known@example.org', password: NEXT } })
    assert.deepEqual(await received(), [])
  })

  it('asks again in the language of the person, at most five times per hour, and links expire after a day', async () => {
    const { client } = await server.join('ko@example.org')
    await client.users.updatePreferences({ body: { language: 'ko' } })
    const [first] = await received()
    assert.equal(first?.subject, '이메일 주소를 인증하세요')
    for (let count = 0; count < 6; count++) {
      await client.accountMail.requestVerification()
      const mails = await received()
      assert.equal(mails.length, count < 4 ? 1 : 0)
    }
    server.clock.advance(25 * HOUR)
    await rejectsWith(verify(linkToken(first ?? assert.fail())), 400)
  })

  it('uses the language of the browser if the person has chosen none', async () => {
    const headers = { 'accept-language': 'fr;q=0.9, ko-KR;q=0.8' }
    await server.post('/auth/sign-up', { email: 'browser@example.org', password: PASSWORD }, headers)
    const [mail] = await received()
    assert.match(mail?.html ?? '', /<html lang="ko">/)
    // Konkani is not Korean.
    const others = { 'accept-language': 'ja-JP, kok-IN;q=0.8' }
    await server.post('/auth/sign-up', { email: 'other@example.org', password: PASSWORD }, others)
    const [english] = await received()
    assert.match(english?.html ?? '', /<html lang="en">/)
    assert.equal(english?.subject, 'Verify your email address')
  })

  it('a forgotten password is reset once, within 30 minutes, and ends all sessions and tokens', async () => {
    const { client, email, refresh_token } = await verified('forgot@example.org')
    const { token: personal } = await client.tokens.create({ body: { name: 'script', scopes: ['read'] } })
    for (let count = 0; count < 2; count++) await server.anybody.accountMail.requestReset({ body: { email } })
    const [mail, ...others] = await received()
    assert.deepEqual(others, [], 'a request replaces one that still waits')
    assert.equal(mail?.subject, 'Set a new password')
    const token = linkToken(mail ?? assert.fail())
    await rejectsWith(verify(token), 400)
    await rejectsWith(reset(token, 'qwertyuiop'), 422, /too common/)
    const results = await Promise.allSettled([reset(token), reset(token)])
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    await rejectsWith(client.users.me(), 401)
    await rejectsWith(server.bearer(personal).users.me(), 401)
    await rejectsWith(server.anybody.accounts.refresh({ body: { refresh_token } }), 401)
    await rejectsWith(server.signIn(email), 401)
    const again = await server.signIn(email, NEXT)
    const events = (await again.client.audit.list()).map(({ event }) => event)
    assert.ok(events.includes('password_reset') && events.includes('email_verified'))

    await server.anybody.accountMail.requestReset({ body: { email } })
    const [late] = (await received()).filter(({ subject }) => subject === 'Set a new password')
    server.clock.advance(31 * MINUTE)
    await rejectsWith(reset(linkToken(late ?? assert.fail())), 400, /expired/)
  })

  it('a request for an unknown or disabled account gets the same answer, and no email', async () => {
    const answer = async (email: string) => {
      const response = await server.post('/v1/account/reset', { email })
      return [response.status, await response.text()]
    }
    const known = await verified('same@example.org')
    assert.deepEqual(await answer('nobody@example.org'), await answer(known.email))
    assert.deepEqual(
      (await received()).map(({ to }) => to),
      ['same@example.org'],
    )
    const { id } = await known.client.accounts.me()
    await server.storage.write([], tx =>
      tx.sql.insertInto('disabled_users').values({ user_id: id, disabled_at: 1 }).execute(),
    )
    assert.deepEqual(await answer(known.email), [202, '{"ok":true}'])
    assert.deepEqual(await received(), [])
  })

  it('a new address takes effect when it is confirmed; both addresses are told', async () => {
    const { client, email } = await verified('old@example.org')
    const change = (to: string, password = PASSWORD) =>
      client.accountMail.changeEmail({ body: { email: to, password } })
    await rejectsWith(change('new@example.org', 'not this one'), 400)
    await change('typo@example.org')
    const [wrong] = (await received()).filter(({ to }) => to === 'typo@example.org')
    await change('new@example.org')
    await rejectsWith(verify(linkToken(wrong ?? assert.fail())), 400)
    const mails = await received()
    assert.deepEqual(mails.map(({ to, subject }) => `${to}: ${subject}`).sort(), [
      'new@example.org: Verify your new email address',
      'old@example.org: Your email address will be changed',
    ])
    const { pending_email, email: present } = await client.accounts.me()
    assert.deepEqual([pending_email, present], ['new@example.org', 'old@example.org'])
    const link = mails.find(({ to }) => to === 'new@example.org') ?? assert.fail()
    await verify(linkToken(link))
    const [told] = await received()
    assert.deepEqual([told?.to, told?.subject], [email, 'Your email address was changed'])
    assert.equal((await client.users.me()).email, 'new@example.org')
    assert.equal((await client.accounts.me()).pending_email, null)
    await rejectsWith(server.signIn(email), 401)
    await server.signIn('new@example.org')
    await received()
  })

  it('a taken address is not given away, and a canceled change or a new password cancels the link', async () => {
    await verified('taken@example.org')
    const { client } = await verified('wants@example.org')
    const change = (email: string) => client.accountMail.changeEmail({ body: { email, password: PASSWORD } })
    assert.deepEqual(await change('taken@example.org'), { ok: true })
    const mails = await received()
    assert.equal(
      mails.find(({ to }) => to === 'taken@example.org')?.subject,
      'This address already has an account',
    )
    await change('free@example.org')
    const link = (await received()).find(({ to }) => to === 'free@example.org')
    await client.accountMail.cancelEmailChange()
    await rejectsWith(verify(linkToken(link ?? assert.fail())), 400)
    await change('free@example.org')
    const second = (await received()).find(({ to }) => to === 'free@example.org')
    await client.accounts.changePassword({ body: { current_password: PASSWORD, new_password: NEXT } })
    await rejectsWith(verify(linkToken(second ?? assert.fail())), 400)
    await client.accountMail.changeEmail({ body: { email: 'raced@example.org', password: NEXT } })
    const third = (await received()).find(({ to }) => to === 'raced@example.org')
    await server.join('raced@example.org')
    await rejectsWith(verify(linkToken(third ?? assert.fail()), NEXT), 409, /Another account/)
    await received()
  })

  it('a sign-in on an unknown device is reported, on a known one it is not', async () => {
    const { email } = await verified('device@example.org')
    assert.deepEqual(await received(), [], 'the first sign-in after sign-up is expected')
    server.clock.advance(HOUR)
    const headers = {
      origin: 'https://day.example',
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko Firefox/150.0',
    }
    const body = { email, password: PASSWORD, refresh: 'cookie' }
    const response = await server.post('/auth/sign-in', body, headers)
    const [mail] = await received()
    assert.equal(mail?.subject, 'New sign-in to your account')
    assert.match(mail?.text ?? '', /Device: Firefox, Windows\n/)
    const cookie = response.headers.getSetCookie().map(each => each.split(';')[0])
    await server.post('/auth/sign-in', body, { ...headers, cookie: cookie.join('; ') })
    assert.deepEqual(await received(), [])
    assert.equal((await server.post('/auth/sign-in', { ...body, password: 'a guess' }, headers)).status, 401)
    assert.deepEqual(await received(), [])
  })

  it('tells the person about changes of factors, of the password, and about the deletion, in their language', async () => {
    const { client } = await verified('careful@example.org')
    await received()
    const { secret } = await client.totp.start({ body: {} })
    const { Secret, TOTP } = await import('otpauth')
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    await client.totp.confirm({ body: { code: totp.generate({ timestamp: server.clock.now() }) } })
    await client.totp.renewCodes({ body: {} })
    await client.totp.remove({ body: { password: PASSWORD } })
    await client.accounts.changePassword({ body: { current_password: PASSWORD, new_password: NEXT } })
    const mails = await received()
    assert.deepEqual(mails.map(({ subject }) => subject).sort(), [
      'Authenticator app added',
      'Authenticator app removed',
      'New recovery codes',
      'Your password was changed',
    ])
    assert.ok(mails.every(({ to, text }) => to === 'careful@example.org' && /IP address: /.test(text)))
    await client.users.updatePreferences({ body: { language: 'ko', timezone: 'Asia/Seoul' } })
    await client.deletion.request({ body: { password: NEXT } })
    const [asked] = await received()
    assert.equal(asked?.subject, '계정이 삭제될 예정입니다')
    assert.match(asked?.text ?? '', /GMT\+9에 day\.example 계정과 모든 데이터가 삭제됩니다/)
    await client.deletion.cancel()
    assert.deepEqual(
      (await received()).map(({ subject }) => subject),
      ['계정이 유지됩니다'],
    )
  })

  it('retries while the mail server is down, with the same link', async () => {
    smtp.setDown(true)
    await server.join('later@example.org')
    assert.deepEqual(await received(), [])
    smtp.setDown(false)
    const [mail] = await received(HOUR)
    await verify(linkToken(mail ?? assert.fail()))
  })

  it('does not retry an email that the mail server refuses for good', async () => {
    smtp.setRefused('gone@example.org', '5.1.1 no such user')
    await server.join('gone@example.org')
    assert.deepEqual(await received(), [])
    smtp.setRefused('gone@example.org', undefined)
    assert.deepEqual(await received(HOUR), [])
  })

  it('retries an email that the mail server does not relay, because the operator may correct that', async () => {
    smtp.setRefused('far@example.org', '5.7.1 Relay access denied')
    await server.join('far@example.org')
    assert.deepEqual(await received(), [])
    smtp.setRefused('far@example.org', undefined)
    assert.equal((await received(HOUR)).length, 1)
  })
})

it('without a mail server every request says so, and nothing waits in the queue', async t => {
  const server = await startEmbedded(await openFreshSqlite())
  t.after(() => server.close())
  const { client, email } = await server.join()
  const requests = [
    () => client.accountMail.requestVerification(),
    () => client.accountMail.changeEmail({ body: { email: 'new@example.org' } }),
    () => server.anybody.accountMail.requestReset({ body: { email } }),
  ]
  for (const request of requests) {
    const error = await rejectsWith(request(), 409, /SMTP_URL/)
    assert.equal(error.code, 'mail_unavailable')
  }
  const jobs = await server.storage.read(db => db.sql.selectFrom('jobs').select('kind').execute())
  assert.deepEqual(
    jobs.filter(({ kind }) => kind === 'account_mail'),
    [],
  )
})

it('names browsers and systems', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18 Safari/605'
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit CriOS/130 Mobile Safari'
  assert.deepEqual([mac, phone, 'curl/8.15.0', ''].map(deviceName), [
    'Safari, macOS',
    'Chrome, iPhone',
    'curl/8.15.0',
    undefined,
  ])
})
