import { useTexts } from '../session/language.tsx'
import { meetingTexts } from './texts.ts'

interface Props {
  defaultValue: string | undefined
  maxLength: number
}

export function NameField({ defaultValue, maxLength }: Props) {
  const t = useTexts(meetingTexts)
  return (
    <input
      dir="auto"
      name="name"
      className="input"
      aria-label={t.yourName}
      placeholder={t.yourName}
      required
      autoComplete="name"
      {...{ defaultValue, maxLength }}
    />
  )
}

export const nameIn = (form: HTMLFormElement): string => String(new FormData(form).get('name')).trim()
