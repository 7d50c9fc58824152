import type { Invitation } from '@daymark/contract/accounts/administration'
import { type FormEvent, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { copyText } from '../../design/copy.ts'
import { dateText } from '../../design/format.ts'
import { InputField } from '../../design/forms/input-field.tsx'
import { messageOf } from '../../design/message.ts'
import { Missing } from '../../design/settled.tsx'
import { Fault, Skeleton } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient, useSession } from '../../session/provider.tsx'
import { adminTexts } from './texts.ts'
import { useAdminChange, useInvitations } from './use-admin.ts'

export function Invitations() {
  const t = useTexts(adminTexts)
  const { info } = useSession()
  const query = useInvitations()
  return (
    <section className="card panel" aria-labelledby="invitations-title">
      <h2 id="invitations-title">{t.invitations}</h2>
      {info.signup === 'closed' ? (
        <p className="soft">{t.closed}</p>
      ) : (
        <>
          <p className="soft">{t.invitationsHint}</p>
          <Invite />
          <Missing query={query} skeleton={<Skeleton lines={2} height={36} />} />
          {query.data?.length === 0 ? <p className="soft">{t.noInvitations}</p> : null}
          <ul className="plain-list">
            {query.data?.map(invitation => (
              <InvitationItem key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Invite() {
  const t = useTexts(adminTexts)
  const client = useClient()
  const { info } = useSession()
  const change = useAdminChange()
  const [fault, setFault] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const email = String(new FormData(form).get('email')).trim()
    setFault(undefined)
    try {
      await change.mutateAsync(() => client.administration.invite({ body: email === '' ? {} : { email } }))
      form.reset()
    } catch (error) {
      setFault(messageOf(error))
    }
  }

  return (
    <form className="stack" onSubmit={event => void submit(event)}>
      <InputField
        label={t.inviteEmail}
        hint={info.sends_mail ? t.inviteMail : t.inviteNoMail}
        name="email"
        type="email"
        autoComplete="off"
      />
      <Fault>{fault}</Fault>
      <Button type="submit" className="plain-start" disabled={change.isPending}>
        {t.invite}
      </Button>
    </form>
  )
}

function InvitationItem({ invitation }: { invitation: Invitation }) {
  const t = useTexts(adminTexts)
  const { language } = useLanguage()
  const client = useClient()
  const toast = useToast()
  const change = useAdminChange()
  const { id, email, url, expires_at } = invitation
  const copy = async () => toast((await copyText(url)) ? t.copied : url)
  const withdraw = () =>
    change.mutate(() => client.administration.removeInvitation({ params: { invitation_id: id } }))
  return (
    <li className="row item">
      <span className="grow admin-person">
        <strong>{email ?? t.anyone}</strong>
        <br />
        <span className="soft">{t.expires(dateText(expires_at, language))}</span>
      </span>
      <Button onClick={() => void copy()}>{t.copy}</Button>
      <Button kind="danger" onClick={withdraw} disabled={change.isPending}>
        {t.withdraw}
      </Button>
    </li>
  )
}
