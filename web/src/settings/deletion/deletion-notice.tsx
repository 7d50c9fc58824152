import { Button } from '../../design/button.tsx'
import { dateText } from '../../design/format.ts'
import { useToast } from '../../design/toast.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { useChange } from '../use-settings.ts'
import { deletionTexts } from './texts.ts'

export default function DeletionNotice({ deletesAt }: { deletesAt: string }) {
  const t = useTexts(deletionTexts)
  const { language } = useLanguage()
  const client = useClient()
  const toast = useToast()
  const change = useChange('users')
  const keep = () =>
    change.mutate(async () => {
      await client.deletion.cancel()
      toast(t.kept)
    })
  return (
    <section className="notice row account-notice" aria-label={t.label}>
      <span className="grow">{t.notice(dateText(deletesAt, language))}</span>
      <Button kind="primary" onClick={keep} disabled={change.isPending}>
        {t.keep}
      </Button>
    </section>
  )
}
