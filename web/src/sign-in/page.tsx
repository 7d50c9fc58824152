// The page for signing in and for signing up.
import { type FormEvent, useState } from 'react'
import { Button } from '../design/button.tsx'
import { Field } from '../design/forms/field.tsx'
import { messageOf } from '../design/message.ts'
import { Fault } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { askPasskey, hasPasskeys, isCanceled } from '../session/passkeys.ts'
import { useSession } from '../session/provider.tsx'
import { returnAddress } from '../session/return-address.ts'
import './sign-in.css'
import { LINK_PAGES } from './link-pages.ts'
import { refusalOf } from './refusal.ts'
import { signInTexts } from './texts.ts'

export default function SignIn() {
  const { info } = useSession()
  return (
    <main className="centered">
      <div className="card sign-in">
        <img src="/icon.svg" alt="" width="52" height="52" />
        {info.sign_in === 'embedded' ? <AccountForm /> : <ProviderButton />}
      </div>
    </main>
  )
}

function Welcome() {
  const t = useTexts(signInTexts)
  return (
    <>
      <h1>{t.welcome}</h1>
      <p className="soft">{t.promise}</p>
    </>
  )
}

function ProviderButton() {
  const t = useTexts(signInTexts)
  const { source } = useSession()
  const [problem, setProblem] = useState(source.problem)

  async function leave(): Promise<void> {
    setProblem(undefined)
    try {
      await source.signIn({})
    } catch (error) {
      setProblem(
        error instanceof TypeError ? { kind: 'unreachable' } : { kind: 'failed', reason: messageOf(error) },
      )
    }
  }

  return (
    <>
      <Welcome />
      <Fault>{problem && (problem.kind === 'failed' ? t.failed(problem.reason) : t[problem.kind])}</Fault>
      <Button kind="primary" onClick={() => void leave()}>
        {t.provider}
      </Button>
    </>
  )
}

function AccountForm() {
  const t = useTexts(signInTexts)
  const { info, source, signedIn } = useSession()
  const [given] = useState(() => new URLSearchParams(location.hash.slice(1)))
  const invitation = given.get('invitation') ?? ''
  /** True until the first account exists, which anybody may create who has the setup code or needs none. */
  const [isFirst, setFirst] = useState(info.setup === 'open' || info.setup === 'code')
  const mayJoin = isFirst || info.signup === 'open' || (info.signup === 'invite' && invitation !== '')
  const [isNew, setNew] = useState(isFirst || (location.pathname === '/sign-up' && mayJoin))
  const [working, setWorking] = useState(false)
  const [fault, setFault] = useState<string>()
  /** The accepted email address and password, while the page asks for the code. */
  const [passed, setPassed] = useState<Passed>()

  async function enterWithPasskey(): Promise<void> {
    setWorking(true)
    setFault(undefined)
    try {
      source.prepare()
      const { options } = await source.client.accounts.passkeyOptions()
      const response = JSON.stringify(await askPasskey(options))
      await source.signIn({ answer: { step: 'passkey', fields: { response } } })
      await enter()
    } catch (error) {
      setWorking(false)
      setFault(isCanceled(error) ? t.noPasskey : messageOf(error))
    }
  }

  async function enter(): Promise<void> {
    // Keeps the requested page open after signing in. On the sign-in page, opens the start page instead.
    history.replaceState(null, '', returnAddress(location.pathname + location.search + location.hash))
    await signedIn()
  }

  function leaveCode(): void {
    setPassed(undefined)
    setFault(undefined)
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const field = (name: string) => String(data.get(name) ?? '')
    setWorking(true)
    setFault(undefined)
    try {
      const { email, password } = passed ?? { email: field('email'), password: field('password') }
      if (isNew && !passed) {
        const body = {
          ...{ email, password, name: field('name') || null, invitation: invitation || null },
          setup_code: field('setup_code') || null,
        }
        await source.client.accounts.signUp({ body })
        setFirst(false)
      }
      await source.signIn({ answer: { step: 'login', fields: { email, password, code: field('code') } } })
      await enter()
    } catch (error) {
      setWorking(false)
      const refusal = refusalOf(error, { isNew, isCode: passed !== undefined })
      if (refusal === 'code') return setPassed({ email: field('email'), password: field('password') })
      setFault(refusal === 'other' ? messageOf(error) : REFUSED[refusal](t))
    }
  }

  if (passed)
    return (
      <form className="stack" onSubmit={event => void submit(event)}>
        <h1>{t.twoStep}</h1>
        <TextField
          name="code"
          className="input sign-in-code"
          label={t.code}
          hint={t.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
          // Focuses the field, because it has just replaced the form that the user typed in.
          ref={focusOnce}
        />
        <Fault>{fault}</Fault>
        <Button type="submit" kind="primary" disabled={working}>
          {working ? t.working : t.signIn}
        </Button>
        <Button kind="quiet" onClick={() => leaveCode()}>
          {t.other}
        </Button>
      </form>
    )
  return (
    <>
      {isFirst ? <FirstAccount /> : <Welcome />}
      <form className="stack" onFocus={() => source.prepare()} onSubmit={event => void submit(event)}>
        {isNew ? <TextField name="name" label={t.name} autoComplete="name" /> : null}
        <TextField name="email" label={t.email} type="email" autoComplete="email" required />
        <TextField
          name="password"
          label={t.password}
          type="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          required
          {...(isNew && { minLength: 10, hint: t.passwordHint })}
        />
        {isFirst && info.setup === 'code' ? (
          <TextField
            name="setup_code"
            label={t.setupCode}
            hint={t.setupHint}
            defaultValue={given.get('setup_code') ?? ''}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={500}
            required
          />
        ) : null}
        {isNew || !info.sends_mail ? null : <a href={LINK_PAGES.forgot}>{t.forgot}</a>}
        <Fault>{fault}</Fault>
        <Button type="submit" kind="primary" disabled={working}>
          {working ? t.working : isNew ? t.signUp : t.signIn}
        </Button>
      </form>
      {hasPasskeys(info) && !isNew ? (
        <Button disabled={working} onClick={() => void enterWithPasskey()}>
          {t.passkey}
        </Button>
      ) : null}
      {isFirst ? null : mayJoin ? (
        <p className="soft row">
          {isNew ? t.haveOne : t.newHere}
          <Button kind="quiet" onClick={() => setNew(!isNew)}>
            {isNew ? t.signIn : t.signUp}
          </Button>
        </p>
      ) : (
        <p className="soft">{info.signup === 'invite' ? t.byInvitation : t.closed}</p>
      )}
    </>
  )
}

function FirstAccount() {
  const t = useTexts(signInTexts)
  return (
    <>
      <h1>{t.firstAccount}</h1>
      <p className="soft">{t.firstPromise}</p>
    </>
  )
}

type Texts = ReturnType<typeof useTexts<typeof signInTexts.en>>

const REFUSED = {
  known: (t: Texts) => t.knownAddress,
  setup: (t: Texts) => t.wrongSetup,
} as const

interface Passed {
  email: string
  password: string
}

const focusOnce = (input: HTMLInputElement | null): void => input?.focus()

interface TextFieldProps extends React.InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  hint?: string
  ref?: React.Ref<HTMLInputElement>
}

const TextField = ({ label, hint, ...input }: TextFieldProps) => (
  <Field label={label}>
    {field => (
      <>
        <input {...field} className="input" {...input} />
        {hint ? <span className="hint">{hint}</span> : null}
      </>
    )}
  </Field>
)
