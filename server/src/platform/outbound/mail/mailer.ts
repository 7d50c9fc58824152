// The SMTP library is imported at its first use.
import type { Transporter } from 'nodemailer'
import { PermanentFailure } from '../../jobs/job.ts'
import { DEADLINE_MS, type Outbound } from '../outbound.ts'
import type { MailText } from './mail-layout.ts'

export interface Mail extends MailText {
  to: string
  /** The message id. It is the same for every attempt, so that mail programs recognize duplicates. */
  id: string
  /** The one-click unsubscribe URL (RFC 8058). */
  unsubscribe?: string
}

export interface Mailer {
  /** Throws a `PermanentFailure` if the mail server permanently refuses the recipient or the email. */
  send(mail: Mail): Promise<void>
  close(): void
}

type Connect = Outbound['connect']

interface MailSettings {
  url: string
  from: string
  connect: Connect
}

/** Returns undefined if email is not configured. */
export const mailerOf = (
  settings: { SMTP_URL?: string | undefined; MAIL_FROM?: string | undefined },
  { connect }: Pick<Outbound, 'connect'>,
): Mailer | undefined =>
  settings.SMTP_URL === undefined
    ? undefined
    : openMailer({ url: settings.SMTP_URL, from: settings.MAIL_FROM ?? '', connect })

function openMailer({ url, from, connect }: MailSettings): Mailer {
  let transport: Promise<Transporter> | undefined
  return {
    async send({ to, subject, text, html, id, unsubscribe }) {
      transport ??= openTransport(url, { connect })
      const sending = (await transport).sendMail({
        from,
        to,
        subject,
        text,
        html,
        messageId: `<${id}@daymark>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe !== undefined && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        // A title must not make the library read a file or URL.
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      await sending.catch((error: Error) => {
        throw isRefusal(error) ? new PermanentFailure(error.message, { cause: error }) : error
      })
    },
    close() {
      void transport?.then(each => each.close())
    },
  }
}

interface Reply {
  command?: string
  response?: string
  responseCode?: number
}

/**
 * True for a 5xx reply (RFC 5321) to the recipient or the content. Other 5xx replies point to wrong settings that the
 * operator may correct before the next attempt: replies to the sign-in, and policy statuses (RFC 3463) such as "554
 * 5.7.1 Relay access denied".
 */
const isRefusal = ({ command = '', response = '', responseCode = 0 }: Error & Reply): boolean =>
  responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command) && !/^\d{3}[ -]5\.7\./.test(response)

/** Sends nothing. Throws the library's error if the server is unreachable or refuses the credentials. */
export async function verifyMailServer(
  url: string,
  options: { connect: Connect; timeoutMs: number; requireTLS?: boolean },
): Promise<void> {
  const transport = await openTransport(url, options)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

interface TransportOptions {
  connect: Connect
  timeoutMs?: number
  requireTLS?: boolean
}

async function openTransport(
  url: string,
  { connect, timeoutMs = DEADLINE_MS, requireTLS = false }: TransportOptions,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    requireTLS,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // The library's own limits start again with every byte. The socket is destroyed at the deadline.
    getSocket({ host = 'localhost', port, secure = false }, callback) {
      const target = { host, port: Number(port) || (secure ? 465 : 587), deadline_ms: timeoutMs }
      connect(target).then(
        connection => callback(null, { connection }),
        error => callback(error, undefined),
      )
    },
  })
}
