// Checks the connection, encryption and credentials of the mail server without sending mail.
import type { Config } from '../../config/config.ts'
import { verifyMailServer } from '../../platform/outbound/mail/mailer.ts'
import { configuredOnly } from '../../platform/outbound/outbound.ts'
import { bad, type Finding, ok, reasonOf, TIMEOUT_MS, warning } from './finding.ts'

export async function checkMail({ SMTP_URL }: Config): Promise<Finding> {
  if (SMTP_URL === undefined) return ok('Mail: not configured (SMTP_URL), so no email is sent.')
  const { host, protocol, password } = new URL(SMTP_URL)
  try {
    await verifyMailServer(SMTP_URL, { connect: configuredOnly().connect, timeoutMs: TIMEOUT_MS })
  } catch (error) {
    return explained(host, error)
  }
  const isEncrypted = protocol === 'smtps:' || password === '' || (await offersTls(SMTP_URL))
  return isEncrypted
    ? ok(`Mail: ${host} answers.`)
    : warning(
        `Mail: the password for ${host} is sent unencrypted.`,
        'Use smtps:// in SMTP_URL, or enable STARTTLS on the mail server.',
      )
}

const offersTls = (url: string): Promise<boolean> =>
  verifyMailServer(url, {
    connect: configuredOnly().connect,
    timeoutMs: TIMEOUT_MS,
    requireTLS: true,
  }).then(
    () => true,
    () => false,
  )

function explained(host: string, error: unknown): Finding {
  const { code, message = '' } = Object(error) as { code?: string; message?: string }
  if (code === 'EAUTH')
    return bad(
      `Mail: ${host} refuses the user or the password: ${message.replace('Invalid login: ', '')}.`,
      'Correct them in SMTP_URL. Write special characters as %40 for @, %2F for / and so on.',
    )
  if (/wrong version number/.test(message))
    return bad(
      `Mail: ${host} does not use TLS from the start of the connection, as smtps:// requires.`,
      'Use smtp:// instead of smtps:// in SMTP_URL, or the port for smtps, usually 465.',
    )
  if (code === 'ETLS' || /certificate|SSL|TLS/i.test(message))
    return bad(
      `Mail: no encrypted connection to ${host}: ${message}.`,
      'In SMTP_URL, use the host name that is in the certificate of the mail server. If this machine does not trust the certificate, set NODE_EXTRA_CA_CERTS to the file of its certificate authority.',
    )
  return bad(`Mail: ${host} cannot be reached: ${reasonOf(error)}.`, 'Check SMTP_URL. No email is sent.')
}
