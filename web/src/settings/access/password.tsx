import { LEAST_PASSWORD } from '@daymark/contract/constants'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { PasswordField } from '../../design/forms/input-field.tsx'
import { messageOf } from '../../design/message.ts'
import { Fault } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { openingTexts } from '../security/opening-texts.ts'
import { OpeningsDialog } from '../security/openings.tsx'
import { settingsTexts } from '../texts.ts'
import { useChange } from '../use-settings.ts'

export function PasswordForm() {
  const t = useTexts(settingsTexts)
  const o = useTexts(openingTexts)
  const client = useClient()
  const toast = useToast()
  const queries = useQueryClient()
  const change = useChange('security')
  const [fault, setFault] = useState<string>()
  const [isChanged, setChanged] = useState(false)

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const body = {
      current_password: String(data.get('current')),
      new_password: String(data.get('new')),
      revoke_tokens: data.get('revoke') !== null,
    }
    setFault(undefined)
    change.mutate(async () => {
      try {
        await client.accounts.changePassword({ body })
        form.reset()
        toast(body.revoke_tokens ? t.passwordAndTokens : t.passwordChanged)
        await queries.invalidateQueries({ queryKey: ['tokens'] })
        // Shows what the new password did not end, if there is anything.
        setChanged((await client.openings.list()).items.length > 0)
      } catch (error) {
        setFault(messageOf(error))
      }
    })
  }

  return (
    <section className="card panel" aria-labelledby="password-title">
      <h2 id="password-title">{t.password}</h2>
      <form className="stack" onSubmit={submit}>
        <PasswordField label={t.currentPassword} name="current" />
        <PasswordField
          label={t.newPassword}
          hint={t.passwordHint(LEAST_PASSWORD)}
          name="new"
          minLength={LEAST_PASSWORD}
          autoComplete="new-password"
        />
        <div className="field">
          <label className="row">
            <input type="checkbox" name="revoke" defaultChecked aria-describedby="revoke-hint" />{' '}
            {t.revokeTokensToo}
          </label>
          <span id="revoke-hint" className="hint">
            {t.revokeTokensHint}
          </span>
        </div>
        <Fault>{fault}</Fault>
        <Button type="submit" className="plain-start" disabled={change.isPending}>
          {t.changePassword}
        </Button>
      </form>
      {isChanged ? (
        <OpeningsDialog title={o.listTitle} hint={o.stillOpen} onClose={() => setChanged(false)} />
      ) : null}
    </section>
  )
}
