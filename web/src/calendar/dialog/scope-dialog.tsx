import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { useTexts } from '../../session/language.tsx'
import type { ApplyTo } from '../entries/address.ts'
import { entryTexts } from './entry-texts.ts'

interface Props {
  what: 'edit' | 'delete'
  /** Hides "This entry", because a single occurrence cannot have its own rule or change "all day". */
  withoutThis?: boolean
  /** Warns that a new start or a new rule discards changes to individual occurrences. */
  resetsSingles?: boolean
  onChoose: (applyTo: ApplyTo) => void
  onClose: () => void
}

export function ScopeDialog({ what, withoutThis = false, resetsSingles = false, onChoose, onClose }: Props) {
  const t = useTexts(entryTexts)
  const choices = (['this', 'following', 'all'] as const).filter(each => !(withoutThis && each === 'this'))
  return (
    <Dialog title={what === 'edit' ? t.editScope : t.deleteScope} onClose={onClose}>
      {withoutThis ? <p className="soft">{t.ruleNeedsMore}</p> : null}
      <div className="stack scope-choices">
        {choices.map(each => (
          <button key={each} type="button" className="scope-choice" onClick={() => onChoose(each)}>
            <strong>{t.scopes[each]}</strong>
            <span className="soft">{t.scopeHints[each]}</span>
          </button>
        ))}
      </div>
      {resetsSingles ? <p className="soft">{t.singlesReset}</p> : null}
      <div className="row dialog-foot">
        <Button onClick={onClose}>{t.cancel}</Button>
      </div>
    </Dialog>
  )
}
