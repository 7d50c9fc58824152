import type { TotpState } from '@daymark/contract/accounts/factors'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { dateText } from '../../design/format.ts'
import { Missing } from '../../design/settled.tsx'
import { Skeleton } from '../../design/states.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { NewCodes, RemoveTotp } from './change-two-step.tsx'
import { SetUpTotp } from './set-up-totp.tsx'
import { twoStepTexts } from './two-step-texts.ts'
import { useTotp } from './use-security.ts'

type Step = 'set-up' | 'codes' | 'remove'

export function TwoStepPanel() {
  const t = useTexts(twoStepTexts)
  const query = useTotp()
  const [step, setStep] = useState<Step>()
  const close = () => setStep(undefined)
  return (
    <section className="card panel" aria-labelledby="two-step-title">
      <h2 id="two-step-title">{t.title}</h2>
      <p className="soft">{t.hint}</p>
      <Missing query={query} skeleton={<Skeleton lines={2} height={36} />} />
      {query.data ? <State state={query.data} onStep={setStep} /> : null}
      {step === 'set-up' ? <SetUpTotp onClose={close} /> : null}
      {step === 'codes' ? <NewCodes onClose={close} /> : null}
      {step === 'remove' ? <RemoveTotp onClose={close} /> : null}
    </section>
  )
}

function State({ state, onStep }: { state: TotpState; onStep: (step: Step) => void }) {
  const t = useTexts(twoStepTexts)
  const { language } = useLanguage()
  const { enabled, confirmed_at, recovery_codes_left: left } = state
  if (!enabled)
    return (
      <Button className="plain-start" onClick={() => onStep('set-up')}>
        {t.setUp}
      </Button>
    )
  return (
    <>
      <p>
        {t.on(dateText(confirmed_at ?? '', language))} {t.codesLeft(left)}
      </p>
      {left < FEW ? <p className="notice">{t.fewCodes}</p> : null}
      <div className="row">
        <Button onClick={() => onStep('codes')}>{t.newCodes}</Button>
        <Button kind="danger" onClick={() => onStep('remove')}>
          {t.remove}
        </Button>
      </div>
    </>
  )
}

const FEW = 3
