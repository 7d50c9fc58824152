// A real SMTP server that stores the emails it receives.
import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string
  subject: string
  text: string
  html: string
  /** The complete message as received. */
  source: string
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

export async function startMailServer() {
  const mails: ReceivedMail[] = []
  const arrivals = new EventEmitter()
  let isDown = false
  const refused = new Map<string, string>()
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const reason = refused.get(address)
      done(reason === undefined ? null : Object.assign(new Error(reason), { responseCode: 550 }))
    },
    onData: (stream, session, done) =>
      void text(stream).then(source => {
        if (isDown) return done(new Error('try again later'))
        const to = session.envelope.rcptTo.map(({ address }) => address).join(', ')
        mails.push({ to, ...readMail(source), source })
        done()
        arrivals.emit('mail')
      }),
  })
  smtp.server.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  return {
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Daymark <daymark@day.example>' },
    /** Returns the emails since the last call. */
    take: (): ReceivedMail[] => mails.splice(0),
    /** Waits for the next email with this subject to this address. */
    async next(subject: string, to: string): Promise<ReceivedMail> {
      for (;;) {
        const at = mails.findIndex(mail => mail.subject === subject && mail.to === to)
        const [found] = at < 0 ? [] : mails.splice(at, 1)
        if (found) return found
        await once(arrivals, 'mail')
      }
    },
    /** While down, the server refuses all emails. */
    setDown: (down: boolean): void => {
      isDown = down
    },
    /** Refuses emails to this address with code 550 and this reason. If the reason is undefined, accepts them. */
    setRefused: (address: string, reason: string | undefined): void => {
      if (reason === undefined) refused.delete(address)
      else refused.set(address, reason)
    },
    close: () => new Promise<void>(done => smtp.close(() => done())),
  }
}

/** Returns the token in an email's link. */
export const linkToken = ({ text }: ReceivedMail): string => /#token=(\S+)/.exec(text)?.[1] ?? ''

function readMail(source: string): Pick<ReceivedMail, 'subject' | 'text' | 'html'> {
  const [head = ''] = source.split('\r\n\r\n')
  const subject = /^Subject: ((?:.|\r\n[ \t])+)/m.exec(head)?.[1] ?? ''
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? ''
  const parts = source.split(`--${boundary}`)
  const part = (type: string) =>
    decoded(parts.find(each => each.includes(`Content-Type: ${type}`)) ?? '').replaceAll('\r\n', '\n')
  return { subject: words(subject), text: part('text/plain'), html: part('text/html') }
}

function decoded(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  return /quoted-printable/i.test(head) ? unquoted(body.replace(/=\r\n/g, '')) : body
}

const unquoted = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** Decodes a header (RFC 2047). */
const words = (header: string): string =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, value: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(value, 'base64').toString()
        : unquoted(value.replaceAll('_', ' ')),
    )
