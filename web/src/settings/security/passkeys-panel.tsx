import type { Passkey } from '@daymark/contract/accounts/passkeys'
import { type FormEvent, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { dateText } from '../../design/format.ts'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { ItemNameField } from '../../design/forms/input-field.tsx'
import { messageOf } from '../../design/message.ts'
import { Missing } from '../../design/settled.tsx'
import { Fault, Skeleton } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { agoText } from '../../people/activity.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { hasPasskeys, isPasskeyAddress } from '../../session/passkeys.ts'
import { useClient, useSession } from '../../session/provider.tsx'
import { ConfirmedButton } from '../panels/confirmed-button.tsx'
import { ItemButton } from '../panels/item-button.tsx'
import { NewPasskey } from './new-passkey.tsx'
import { passkeyTexts } from './passkey-texts.ts'
import { usePasskeys, useSecurityChange } from './use-security.ts'

export function PasskeysPanel() {
  const t = useTexts(passkeyTexts)
  const { info } = useSession()
  const query = usePasskeys()
  const { data } = query
  const [adding, setAdding] = useState(false)
  const isPossible = hasPasskeys(info)
  const elsewhere = isPasskeyAddress(info) ? t.oldBrowser : t.elsewhere(info.issuer)
  const whyNot = info.passkeys ? elsewhere : t.needsHttps
  return (
    <section className="card panel" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title">{t.title}</h2>
      <p className="soft">{t.hint}</p>
      {isPossible ? null : <p className="notice">{whyNot}</p>}
      <Missing query={query} skeleton={<Skeleton lines={2} height={36} />} />
      <ul className="plain-list">
        {data?.map(passkey => (
          <PasskeyItem key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      {isPossible ? (
        <Button className="plain-start" onClick={() => setAdding(true)}>
          {t.add}
        </Button>
      ) : null}
      {adding ? <NewPasskey onClose={() => setAdding(false)} /> : null}
    </section>
  )
}

function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const t = useTexts(passkeyTexts)
  const { language } = useLanguage()
  const client = useClient()
  const toast = useToast()
  const change = useSecurityChange()
  const [renaming, setRenaming] = useState(false)
  const { id, name, synced, created_at, last_used_at } = passkey
  const used = last_used_at
    ? t.lastUsed(agoText(Date.now() - Date.parse(last_used_at), language))
    : t.neverUsed
  const remove = () =>
    change.mutate(async () => {
      await client.passkeys.remove({ params: { passkey_id: id } })
      toast(t.removed)
    })
  return (
    <li className="row item passkey-item">
      <span className="grow">
        <strong dir="auto">{name}</strong>
        <br />
        <span className="soft">
          {[used, t.since(dateText(created_at, language)), synced ? t.synced : '']
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <ItemButton name={name} onClick={() => setRenaming(true)}>
        {t.rename}
      </ItemButton>
      <ConfirmedButton
        name={name}
        text={t.remove}
        kind="danger"
        asks={{ title: t.removeTitle(name), hint: t.removeHint, action: t.removePasskey }}
        isDisabled={change.isPending}
        onConfirm={remove}
      />
      {renaming ? <Rename passkey={passkey} onClose={() => setRenaming(false)} /> : null}
    </li>
  )
}

function Rename({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useTexts(passkeyTexts)
  const client = useClient()
  const change = useSecurityChange()
  const [fault, setFault] = useState<string>()
  const [isMissing, setMissing] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name'))
    const params = { passkey_id: passkey.id }
    setMissing(name.trim() === '')
    if (name.trim() === '') return
    try {
      await change.mutateAsync(() => client.passkeys.rename({ params, body: { name } }))
      onClose()
    } catch (error) {
      setFault(messageOf(error))
    }
  }

  return (
    <Dialog title={t.renameTitle} onClose={onClose}>
      <form className="stack" noValidate onSubmit={event => void submit(event)}>
        <ItemNameField
          label={t.name}
          defaultValue={passkey.name}
          fault={isMissing ? t.faults.name : undefined}
        />
        <Fault>{fault}</Fault>
        <FormFoot submit={t.save} isDisabled={change.isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
