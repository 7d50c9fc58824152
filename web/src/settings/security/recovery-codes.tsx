import { Button } from '../../design/button.tsx'
import { copyText } from '../../design/copy.ts'
import '../../design/forms/form-foot.css'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { twoStepTexts } from './two-step-texts.ts'

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTexts(twoStepTexts)
  const toast = useToast()
  const copy = async () => toast((await copyText(codes.join('\n'))) ? t.copied : t.notCopied)
  return (
    <>
      <p className="notice">{t.codesHint}</p>
      <section className="recovery-codes" aria-label={t.codesTitle}>
        <p className="recovery-heading">
          {t.codesTitle} · {location.host}
        </p>
        <ul>
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </section>
      <div className="row dialog-foot">
        <span className="row dialog-foot-start">
          <Button onClick={() => void copy()}>{t.copy}</Button>
          <Button onClick={printCodes}>{t.print}</Button>
        </span>
        <Button kind="primary" onClick={onClose}>
          {t.done}
        </Button>
      </div>
    </>
  )
}

/** Prints only the codes: the style sheet hides everything else while the class is set. */
function printCodes(): void {
  document.documentElement.classList.add('prints-codes')
  print()
  document.documentElement.classList.remove('prints-codes')
}
