// Downloads CSV files through the SDK, because a plain link would not send the access token.
import { useCallback } from 'react'
import { saveFile } from '../design/copy.ts'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import type { Period } from './period/period.ts'
import { reportTexts } from './texts.ts'

/** Returns a name such as `daymark-time-2026-11-09-2026-11-15.csv`. */
export const fileName = (report: string, { start, end }: Pick<Period, 'start' | 'end'>): string =>
  `daymark-${report}-${start}${start === end ? '' : `-${end}`}.csv`

export function useDownload(): (name: string, load: () => Promise<Response>) => void {
  const toast = useToast()
  const t = useTexts(reportTexts)
  return useCallback(
    (name, load) => {
      const save = async () => saveFile(name, await (await load()).blob())
      save().catch(() => toast(t.csvFailed))
    },
    [toast, t],
  )
}
