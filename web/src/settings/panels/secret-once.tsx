import { Button } from '../../design/button.tsx'
import { copyText } from '../../design/copy.ts'
import '../../design/forms/form-foot.css'
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
    <>
      <p className="notice">{t.once}</p>
      <output className="token-text">{secret}</output>
      <div className="row dialog-foot">
        <span className="row dialog-foot-start">
          <Button onClick={() => void copy()}>{t.copy}</Button>
        </span>
        <Button kind="primary" onClick={onClose}>
          {t.done}
        </Button>
      </div>
    </>
  )
}
