import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../design/button.tsx'
import { Confirm } from '../design/confirm.tsx'
import { copyText } from '../design/copy.ts'
import { Icon } from '../design/icon.tsx'
import { messageOf } from '../design/message.ts'
import { Skeleton } from '../design/states.tsx'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { useMe } from '../session/me.ts'
import { useClient } from '../session/provider.tsx'
import { useAnswer } from '../sync/use-write.ts'
import { codeLink } from './address.ts'
import { QrCode } from './qr.tsx'
import { peopleTexts } from './texts.ts'

export function FriendCode() {
  const t = useTexts(peopleTexts)
  const toast = useToast()
  const { data } = useMe()
  const [open, setOpen] = useState<'qr' | 'renew'>()
  const renew = useRenew()
  const copy = async (text: string) => toast((await copyText(text)) ? t.copied : t.notCopied)
  const code = data?.friend_code ?? ''
  const link = codeLink(location.origin, code)
  return (
    <section className="card panel" aria-labelledby="code-title">
      <h2 id="code-title">{t.yourCode}</h2>
      <p className="soft">{t.yourCodeHint}</p>
      {data ? <p className="friend-code">{code}</p> : <Skeleton lines={1} height={40} />}
      {data && open === 'qr' ? <QrCode text={link} name={t.qrName} /> : null}
      <div className="row">
        <Button onClick={() => void copy(code)} disabled={!data}>
          <Icon name="copy" /> {t.copyCode}
        </Button>
        <Button onClick={() => void copy(link)} disabled={!data}>
          <Icon name="share" /> {t.copyLink}
        </Button>
        <Button onClick={() => setOpen(open === 'qr' ? undefined : 'qr')} aria-expanded={open === 'qr'}>
          {open === 'qr' ? t.hideQr : t.showQr}
        </Button>
        <Button kind="quiet" onClick={() => setOpen('renew')}>
          {t.newCode}
        </Button>
      </div>
      {open === 'renew' ? (
        <Confirm
          title={t.newCodeTitle}
          action={t.newCode}
          cancel={t.cancel}
          onConfirm={renew}
          onClose={() => setOpen(undefined)}
        >
          <p>{t.newCodeHint}</p>
        </Confirm>
      ) : null}
    </section>
  )
}

function useRenew(): () => void {
  const t = useTexts(peopleTexts)
  const client = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const answer = useAnswer()
  return () =>
    void answer(live => live.write(client.users.renewFriendCode, {})).then(
      me => {
        queries.setQueryData(['users', 'me'], me)
        toast(t.codeRenewed)
      },
      (error: unknown) => toast(messageOf(error)),
    )
}
