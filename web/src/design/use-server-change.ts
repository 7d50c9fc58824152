import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from './message.ts'
import { useToast } from './toast.tsx'

type Work = () => Promise<unknown>

/** `noun` is the first part of the query keys to invalidate. Changes with the same `scope` run in sequence. */
export function useServerChange(noun: string, scope?: string) {
  const queries = useQueryClient()
  const toast = useToast()
  const mutation = useMutation({
    mutationFn: ({ work }: { work: Work; isShownInForm: boolean }) => work(),
    ...(scope !== undefined && { scope: { id: scope } }),
    onError: (error, { isShownInForm }) => {
      if (!isShownInForm) toast(messageOf(error))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [noun] }),
  })
  return {
    isPending: mutation.isPending,
    /** Shows an error as a toast. */
    mutate: (work: Work, options?: { onSettled?: () => void }): void =>
      mutation.mutate({ work, isShownInForm: false }, options),
    /** Rejects on an error, so that the form can show it. */
    mutateAsync: (work: Work): Promise<unknown> => mutation.mutateAsync({ work, isShownInForm: true }),
  }
}
