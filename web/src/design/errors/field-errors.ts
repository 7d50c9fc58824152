// Names invalid fields by their labels, because the server uses the names of the API, such as `new_password`.
import type { Language } from '../../session/language.tsx'

interface FieldError {
  path: string
  message: string
}

const LABELS: Record<string, Record<Language, string> | undefined> = {
  current_password: { en: 'The current password', ko: '현재 비밀번호' },
  new_password: { en: 'The new password', ko: '새 비밀번호' },
  password: { en: 'The password', ko: '비밀번호' },
  email: { en: 'The email address', ko: '이메일 주소' },
  name: { en: 'The name', ko: '이름' },
  display_name: { en: 'The name', ko: '이름' },
  title: { en: 'The title', ko: '제목' },
  description: { en: 'The description', ko: '설명' },
  location: { en: 'The location', ko: '장소' },
  url: { en: 'The address', ko: '주소' },
  code: { en: 'The code', ko: '코드' },
  color: { en: 'The color', ko: '색상' },
  timezone: { en: 'The time zone', ko: '시간대' },
  start_time: { en: 'The start', ko: '시작' },
  end_time: { en: 'The end', ko: '종료' },
  deadline: { en: 'The deadline', ko: '마감' },
  recurrence_rule: { en: 'The repetition', ko: '반복' },
  recurrence_end: { en: 'The end of the repetition', ko: '반복 종료일' },
}

/** `#` stands for a number. */
export const fieldMessagesKo: Record<string, string> = {
  'is required': '입력해야 합니다',
  'must be an email address': '이메일 주소 형식이어야 합니다',
  'must have # to # characters': '#~#자여야 합니다',
  'is too common. Choose a password that is harder to guess':
    '너무 흔합니다. 추측하기 더 어려운 비밀번호를 선택하세요',
  'must contain at least # different characters': '서로 다른 문자가 #개 이상 있어야 합니다',
  'must not be your name, your email address, the part of it before the @, or the word "daymark"':
    '이름, 이메일 주소, 그 주소의 @ 앞부분 또는 “daymark”와 같을 수 없습니다',
  'must not contain an email address, a web address or invisible characters':
    '이메일 주소, 웹 주소 또는 보이지 않는 문자를 포함할 수 없습니다',
}

/**
 * Returns one sentence per field, or undefined if a field or its message cannot be named in the language. Most messages
 * follow the name of the field ("must be a UUID"). Those with a full stop at the end are complete sentences.
 */
export function fieldErrorText(errors: readonly FieldError[], language: Language): string | undefined {
  const sentences = errors.map(({ path, message }) => {
    if (message.endsWith('.')) return language === 'en' ? message : undefined
    const label = LABELS[path]?.[language]
    const text = language === 'en' ? message : translated(message)
    if (label === undefined || text === undefined) return undefined
    return language === 'en' ? `${label} ${text}.` : `${label}: ${text}.`
  })
  return sentences.length === 0 || sentences.includes(undefined) ? undefined : sentences.join(' ')
}

function translated(message: string): string | undefined {
  const numbers = message.match(/\d+/g) ?? []
  return fieldMessagesKo[message.replace(/\d+/g, '#')]?.replace(/#/g, () => numbers.shift() ?? '')
}
