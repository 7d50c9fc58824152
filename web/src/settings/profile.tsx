import { type FormEvent, useId } from 'react'
import { Button } from '../design/button.tsx'
import { Missing } from '../design/settled.tsx'
import { Skeleton } from '../design/states.tsx'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { useMe } from '../session/me.ts'
import { useClient, useSession } from '../session/provider.tsx'
import { Address } from './address/address.tsx'
import { settingsTexts } from './texts.ts'
import { useChange, useIsEmbedded } from './use-settings.ts'

export function Profile() {
  const t = useTexts(settingsTexts)
  const { info } = useSession()
  const embedded = useIsEmbedded()
  const query = useMe()
  const { data } = query
  return (
    <section className="card panel" aria-labelledby="profile-title">
      <h2 id="profile-title">{t.profile}</h2>
      <Missing query={query} skeleton={<Skeleton lines={3} height={30} />} />
      {data ? (
        <>
          {embedded ? <NameForm name={data.display_name} /> : <strong dir="auto">{data.display_name}</strong>}
          {data.email && embedded ? <Address email={data.email} /> : null}
          {data.email && !embedded ? (
            <div className="field">
              <span className="label">{t.email}</span>
              <span>{data.email}</span>
            </div>
          ) : null}
        </>
      ) : null}
      {embedded ? null : <p className="soft">{t.fromProvider(info.issuer)}</p>}
    </section>
  )
}

function NameForm({ name }: { name: string }) {
  const t = useTexts(settingsTexts)
  const id = useId()
  const client = useClient()
  const toast = useToast()
  const change = useChange('users')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = { name: String(new FormData(event.currentTarget).get('name')) }
    change.mutate(async () => {
      await client.accounts.rename({ body })
      toast(t.saved)
    })
  }
  return (
    <form className="field" onSubmit={submit}>
      <label htmlFor={id}>{t.name}</label>
      <div className="row with-button">
        <input
          dir="auto"
          id={id}
          name="name"
          className="input"
          required
          maxLength={255}
          autoComplete="name"
          defaultValue={name}
        />
        <Button type="submit" disabled={change.isPending}>
          {t.save}
        </Button>
      </div>
      <span className="hint">{t.nameHint}</span>
    </form>
  )
}
