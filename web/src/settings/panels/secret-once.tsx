import { Button } from '../../design/button.tsx'
import { copyText } from '../../design/copy.ts'
import { useToast } from '../../design/toast.tsx'

interface Props {
  secret: string
  t: Readonly<Record<'once' | 'copy' | 'copied' | 'notCopied' | 'done', string>>
  onClose: () => void
}

export function SecretOnce({ secret, t, onClose }: Props) {
  const toast = useToast()
  const copy = async () => toast((await copyText(secret)) ? t.copied : t.notCopied)
  return (
    <div className="stack">
      <p className="notice">{t.once}</p>
      <output className="token-text">{secret}</output>
      <div className="row">
        <Button kind="primary" onClick={() => void copy()}>
          {t.copy}
        </Button>
        <Button onClick={onClose}>{t.done}</Button>
      </div>
    </div>
  )
}
