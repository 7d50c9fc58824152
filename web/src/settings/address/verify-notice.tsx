import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { messageOf } from '../../design/message.ts'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { addressTexts } from './texts.ts'

export function useSendVerification(): (email: string) => Promise<void> {
  const t = useTexts(addressTexts)
  const client = useClient()
  const toast = useToast()
  return async email => {
    try {
      await client.accountMail.requestVerification()
      toast(t.sent(email))
    } catch (error) {
      toast(messageOf(error))
    }
  }
}

export default function VerifyNotice({ email }: { email: string }) {
  const t = useTexts(addressTexts)
  const send = useSendVerification()
  const [isHidden, setHidden] = useState(false)
  if (isHidden) return null
  const sendAndHide = () => {
    void send(email)
    setHidden(true)
  }
  return (
    <section className="notice calm row account-notice" aria-label={t.notVerified}>
      <span className="grow">{t.reminder(email)}</span>
      <Button onClick={sendAndHide}>{t.sendVerification}</Button>
      <Button kind="quiet" onClick={() => setHidden(true)}>
        {t.dismiss}
      </Button>
    </section>
  )
}
