// The pages for requesting a password reset, setting a new password, and verifying an email address. Links in emails
// open the last two.
import { ApiError } from '@daymark/client'
import { LEAST_PASSWORD } from '@daymark/contract/constants'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Button } from '../design/button.tsx'
import { Field } from '../design/forms/field.tsx'
import { PasswordField } from '../design/forms/input-field.tsx'
import { messageOf } from '../design/message.ts'
import { Fault } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient, useSession } from '../session/provider.tsx'
import { LINK_PAGES } from './link-pages.ts'
import { linkTexts } from './link-texts.ts'
import './sign-in.css'

export default function LinkPage() {
  const { pathname } = location
  if (pathname.startsWith(LINK_PAGES.forgot)) return <Forgot />
  return pathname.startsWith(LINK_PAGES.reset) ? <Reset /> : <Verify />
}

/**
 * Reads the token from the URL and removes it there, to keep it out of the browser history. Removes it in an effect,
 * because React may render twice, and the second render would find no token.
 */
function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  useEffect(() => {
    if (token) history.replaceState(null, '', location.pathname)
  }, [token])
  return token
}

function Forgot() {
  const t = useTexts(linkTexts)
  const client = useClient()
  const { info } = useSession()
  const form = useSubmit(async data => {
    const email = String(data.get('email'))
    await client.accountMail.requestReset({ body: { email } })
    return t.sent(email)
  })
  return (
    <Card title={t.forgot}>
      {info.sends_mail && info.sign_in === 'embedded' ? (
        <LinkForm form={form} hint={t.forgotHint} label={t.sendLink}>
          <Field label={t.email}>
            {field => (
              <input {...field} className="input" name="email" type="email" autoComplete="email" required />
            )}
          </Field>
        </LinkForm>
      ) : (
        <p>{t.noMail}</p>
      )}
      <a href="/">{t.toSignIn}</a>
    </Card>
  )
}

function Reset() {
  const t = useTexts(linkTexts)
  const client = useClient()
  const token = useLinkToken()
  const form = useSubmit(async data => {
    const password = String(data.get('password'))
    await client.accountMail.confirmReset({ body: { token, password } })
    return t.resetDone
  })
  return (
    <Card title={t.reset}>
      {token === '' ? (
        <p>{t.badLink}</p>
      ) : (
        <LinkForm form={form} hint={t.resetHint} label={t.setPassword}>
          <Field label={t.newPassword}>
            {field => (
              <>
                <input
                  {...field}
                  className="input"
                  name="password"
                  type="password"
                  minLength={LEAST_PASSWORD}
                  autoComplete="new-password"
                  required
                />
                <span className="hint">{t.passwordHint}</span>
              </>
            )}
          </Field>
        </LinkForm>
      )}
      {form.done === undefined ? null : <a href="/settings/security/access">{t.checkAccess}</a>}
      <a href="/">{t.toSignIn}</a>
    </Card>
  )
}

/** Verifies the address only after a button press, because mail programs open links to check them. */
function Verify() {
  const t = useTexts(linkTexts)
  const client = useClient()
  const token = useLinkToken()
  const { state } = useSession()
  const [needsPassword, setNeedsPassword] = useState(state === 'signed-out')
  const form = useSubmit(async data => {
    const password = needsPassword ? String(data.get('password')) : null
    try {
      return t.verified((await client.accountMail.confirmAddress({ body: { token, password } })).email)
    } catch (error) {
      // This browser is signed in to another account.
      if (error instanceof ApiError && error.code === 'sign_in_required') setNeedsPassword(true)
      throw error
    }
  })
  return (
    <Card title={t.verify}>
      {token === '' ? (
        <p>{t.badLink}</p>
      ) : (
        <LinkForm form={form} hint={t.verifyHint} label={t.confirm}>
          {needsPassword ? <PasswordField label={t.verifyPassword} name="password" /> : null}
        </LinkForm>
      )}
      {needsPassword && form.done === undefined ? <a href={LINK_PAGES.forgot}>{t.notMine}</a> : null}
      {form.done === undefined ? null : <a href="/settings/security/access">{t.checkAccess}</a>}
      <a href="/">{t.toApp}</a>
    </Card>
  )
}

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="centered">
    <div className="card sign-in">
      <img src="/icon.svg" alt="" width="52" height="52" />
      <h1>{title}</h1>
      {children}
    </div>
  </main>
)

interface Submitted {
  submit(event: FormEvent<HTMLFormElement>): Promise<void>
  isWorking: boolean
  fault: string | undefined
  /** Shown instead of the form. */
  done: string | undefined
}

/** `work` returns the text that replaces the form. */
function useSubmit(work: (data: FormData) => Promise<string>): Submitted {
  const [isWorking, setWorking] = useState(false)
  const [fault, setFault] = useState<string>()
  const [done, setDone] = useState<string>()
  return {
    isWorking,
    fault,
    done,
    async submit(event) {
      event.preventDefault()
      setWorking(true)
      setFault(undefined)
      try {
        setDone(await work(new FormData(event.currentTarget)))
      } catch (error) {
        setFault(messageOf(error))
      }
      setWorking(false)
    },
  }
}

interface LinkFormProps {
  form: Submitted
  hint: string
  label: string
  children?: ReactNode
}

function LinkForm({ form, hint, label, children }: LinkFormProps) {
  const t = useTexts(linkTexts)
  if (form.done !== undefined) return <p role="status">{form.done}</p>
  return (
    <form className="stack" onSubmit={event => void form.submit(event)}>
      <p className="soft">{hint}</p>
      {children}
      <Fault>{form.fault}</Fault>
      <Button type="submit" kind="primary" disabled={form.isWorking}>
        {form.isWorking ? t.working : label}
      </Button>
    </form>
  )
}
