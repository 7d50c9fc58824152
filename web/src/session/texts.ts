import { texts } from './language.tsx'

export const sessionTexts = texts({
  en: {
    offline: 'You are offline. Connect to the internet to continue.',
  },
  ko: {
    offline: '오프라인입니다. 인터넷에 연결한 후 다시 시도하세요.',
  },
})
