import { texts } from '../../session/language.tsx'

export const runningTexts = texts({
  en: {
    operations: {
      'DELETE /v1/tags/groups/{group_id}': 'Deleting group',
      'POST /v1/history/{batch_id}/undo': 'Undoing or redoing a change',
      'POST /v1/trash/{batch_id}/restore': 'Restoring from the trash',
      'DELETE /v1/trash/{batch_id}': 'Deleting forever',
      'DELETE /v1/trash': 'Emptying the trash',
    } as Record<string, string>,
    progressOf: (what: string) => `Progress: ${what}`,
  },
  ko: {
    operations: {
      'DELETE /v1/tags/groups/{group_id}': '그룹 삭제 중',
      'POST /v1/history/{batch_id}/undo': '변경을 실행 취소하거나 다시 실행하는 중',
      'POST /v1/trash/{batch_id}/restore': '휴지통에서 복원하는 중',
      'DELETE /v1/trash/{batch_id}': '영구 삭제 중',
      'DELETE /v1/trash': '휴지통 비우는 중',
    } as Record<string, string>,
    progressOf: (what: string) => `진행률: ${what}`,
  },
})
