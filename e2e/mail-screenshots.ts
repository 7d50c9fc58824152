// Takes pictures of the account emails for the mail guide, with their real text and layout.
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { accountMailText, type ReadyMail } from '../server/src/features/account-mail/account-mail.ts'
import type { Notable } from '../server/src/features/account-mail/change-words.ts'

const SERVER = 'day.example.org'
const url = `https://${SERVER}/`
const email = 'ann@example.org'
const to = 'ann@new.example.org'
const when = 'November 16, 2026 at 6:20:00 PM GMT+9'
const deletes = 'November 30, 2026 at 6:20:00 PM GMT+9'
const seen = { when, device: 'Firefox, Windows', address: '203.0.113.7', url }

const changed = (event: Notable): ReadyMail => ({ mail: 'changed', event, deletes, ...seen })

/** The emails by the file name of their picture. */
const MAILS: Record<string, ReadyMail> = {
  verify: { mail: 'verify', email, url },
  reset: { mail: 'reset', email, url },
  'new-email': { mail: 'new_email', email: to, url },
  'email-requested': { mail: 'email_requested', email: to, to: email, url },
  'email-changed': { mail: 'email_changed', email: to, to: email, url },
  'email-taken': { mail: 'email_taken', email },
  invitation: { mail: 'invitation', url },
  'signed-in': { mail: 'signed_in', ...seen },
  'password-changed': changed('password_changed'),
  'password-reset': changed('password_reset'),
  'factor-added': changed('factor_added'),
  'factor-removed': changed('factor_removed'),
  'passkey-added': changed('passkey_added'),
  'passkey-removed': changed('passkey_removed'),
  'recovery-codes-renewed': changed('recovery_codes_renewed'),
  'recovery-code-used': changed('recovery_code_used'),
  'deletion-requested': changed('deletion_requested'),
  'deletion-canceled': changed('deletion_canceled'),
}

export async function takeMails(browser: Browser, folder: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 620, height: 100 } })
  for (const [name, mail] of Object.entries(MAILS)) {
    await page.setContent(accountMailText(mail, 'en', SERVER).html)
    await page.screenshot({ path: join(folder, `mail-${name}-en.png`), fullPage: true })
  }
  await page.close()
}
