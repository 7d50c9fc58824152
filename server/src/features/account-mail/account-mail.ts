import type { Language } from '../../platform/kernel/language.ts'
import { layoutMail, type MailText } from '../../platform/outbound/mail/mail-layout.ts'
import type { Notable } from './change-words.ts'
import { mailWords } from './mail-words.ts'

/** The time and the origin of a request. */
export interface Occasion {
  at: number
  user_agent: string | null
  address: string | null
}

/** The payload of an `account_mail` job. */
export type AccountMail = { language: Language } & (
  | { mail: 'verify' | 'reset'; link_id: string; email: string }
  | { mail: 'new_email'; link_id: string; account_id: string; email: string }
  | { mail: 'email_requested'; account_id: string; email: string; to: string }
  | { mail: 'email_changed'; email: string; to: string }
  | { mail: 'invitation'; invitation_id: string }
  | ({ mail: 'signed_in'; account_id: string } & Occasion)
  | ({ mail: 'changed'; account_id: string; event: Notable } & Occasion)
)

/** An `Occasion` as the email shows it, with the link to the settings. */
interface Seen {
  when: string
  device: string | undefined
  address: string | null
  url: string
}

/** Template data for one email. */
export type ReadyMail =
  | { mail: 'verify' | 'reset' | 'new_email'; email: string; url: string }
  | { mail: 'email_taken'; email: string }
  | { mail: 'invitation'; url: string }
  | { mail: 'email_requested' | 'email_changed'; email: string; to: string; url: string }
  | ({ mail: 'signed_in' } & Seen)
  | ({ mail: 'changed'; event: Notable; deletes: string } & Seen)

export function accountMailText(mail: ReadyMail, language: Language, server: string): MailText {
  const words = mailWords[language]
  const { subject, lines, action } = contentOf(mail, language, server)
  return layoutMail({
    language,
    subject,
    blocks: [
      {
        title: subject,
        lines,
        ...('url' in mail && action !== undefined && { link: { label: action, url: mail.url } }),
      },
    ],
    footer: [words.footer(server)],
  })
}

interface Content {
  subject: string
  lines: readonly string[]
  action?: string
}

function contentOf(mail: ReadyMail, language: Language, server: string): Content {
  const words = mailWords[language]
  switch (mail.mail) {
    case 'verify':
      return words.verify(mail.email, server)
    case 'reset':
      return words.reset(mail.email, server)
    case 'new_email':
      return words.newEmail(mail.email, server)
    case 'email_taken':
      return words.emailTaken(mail.email, server)
    case 'email_requested':
      return words.emailRequested(mail.to, mail.email)
    case 'email_changed':
      return words.emailChanged(mail.email, server)
    case 'invitation':
      return words.invitation(server)
    case 'signed_in':
      return words.signedIn(...seen(mail, language))
    case 'changed':
      return words.changed(words.changes(server, mail.deletes)[mail.event], ...seen(mail, language))
  }
}

function seen({ when, device, address }: Seen, language: Language): [string, string, string] {
  const { unknown } = mailWords[language]
  return [when, device ?? unknown, address ?? unknown]
}
