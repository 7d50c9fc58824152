import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { type EmbeddedApp, startEmbedded } from '../../../test/support/accounts.ts'
import { openFreshSqlite } from '../../../test/support/sqlite.ts'

const LONG = 'x'.repeat(1_900_000)

async function phoneOf(server: EmbeddedApp, port: number) {
  const { client } = await server.join()
  const { username, password } = await client.devicePasswords.create({ body: { name: 'Phone' } })
  const id = (await client.users.me()).id
  const auth = `${username}:${password}`
  function send(method: string, path: string, type: string, body: string) {
    const headers = { 'content-type': type, depth: '1' }
    const sent = request({
      port,
      host: '127.0.0.1',
      method,
      path: `/dav/${id}/schedules/${path}`,
      auth,
      headers,
    })
    sent.on('error', () => {})
    sent.end(body)
    return { sent, answer: once(sent, 'response').then(([answer]) => answer as IncomingMessage) }
  }
  return {
    /** Large enough that the response does not fit into the buffers of a socket. */
    async fill() {
      for (let at = 0; at < 8; at++) {
        const { answer } = send(
          'PUT',
          `${at}.ics`,
          'text/calendar',
          [
            'BEGIN:VCALENDAR',
            'VERSION:2.0',
            'PRODID:-//Test//EN',
            'BEGIN:VEVENT',
            `UID:${at}`,
            'DTSTAMP:20260101T000000Z',
            'DTSTART:20260101T100000Z',
            `X-LONG:${LONG}`,
            'END:VEVENT',
            'END:VCALENDAR',
            '',
          ].join('\r\n'),
        )
        assert.equal((await answer).resume().statusCode, 201)
      }
    },
    report: () =>
      send(
        'REPORT',
        '',
        'application/xml',
        `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop>
          <c:filter><c:comp-filter name="VCALENDAR"/></c:filter></c:calendar-query>`,
      ),
  }
}

test('reports that nobody reads delay only further reports of the same person', async t => {
  const server = await startEmbedded(await openFreshSqlite())
  t.after(() => server.close())
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const [ann, bob] = [await phoneOf(server, port), await phoneOf(server, port)]
  await ann.fill()
  const unread = [ann.report(), ann.report()]
  for (const { answer } of unread) assert.equal((await answer).statusCode, 207)
  const third = ann.report()
  let isThirdAnswered = false
  const thirdAnswer = third.answer.then(answer => {
    isThirdAnswered = true
    return answer
  })
  assert.equal((await bob.report().answer).resume().statusCode, 207)
  assert.equal(isThirdAnswered, false)
  unread[0]?.sent.destroy()
  assert.equal((await thirdAnswer).statusCode, 207)
  unread[1]?.sent.destroy()
  third.sent.destroy()
})
