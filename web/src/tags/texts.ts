// Texts of the page "Tags".
import { texts } from '../session/language.tsx'

export const tagTexts = texts({
  en: {
    intro:
      'Tags label todos, calendar entries and timers. Groups organize tags, and a group can also be a list on the Todos page. A goal is the share of your measured time that you want to spend on a tag.',
    newGroup: 'Add group',
    newTag: 'Add tag',
    name: 'Name',
    color: 'Color',
    forTodos: 'Show as a list on the Todos page',
    save: 'Save',
    cancel: 'Cancel',
    edit: (name: string) => `Edit ${name}`,
    addTag: (group: string) => `Add tag to ${group}`,
    remove: 'Delete',
    removeGroup: (name: string) => `Delete the group “${name}”?`,
    removeGroupHint:
      'This deletes the group and removes its tags from all items. What should happen to its todos?',
    todosOfGroup: 'Todos in this group',
    deleteTodos: 'Delete todos',
    moveTo: (name: string) => `Move todos to ${name}`,
    tagDeleted: (name: string) => `Deleted tag: ${name}`,
    groupDeleted: (name: string) => `Deleted group: ${name}`,
    nameTaken: (name: string) => `This group already has a tag named “${name}”. Choose another name.`,
    undo: 'Undo',
    none: 'No tag groups yet',
    noneHint:
      'Use tags to organize your items and set goals. Add a group such as “Work” or “Home”, then add tags to it.',
    noTags: 'No tags yet',
    goals: 'Goals and time this week',
    goal: (name: string) => `Goal for ${name}`,
    figures: (goal: string, actual: string) => `Goal ${goal} · ${actual} this week`,
    tooMuch: (total: number) =>
      `These goals add up to ${total}%. Lower some of them so that the total is at most 100%.`,
    nothingMeasured: 'No time measured with these tags this week.',
  },
  ko: {
    intro:
      '태그로 할 일, 일정, 타이머를 분류하고 그룹으로 태그를 묶습니다. 그룹은 할 일 페이지의 목록으로도 사용할 수 있습니다. 목표는 측정한 시간 중 각 태그에 쓰려는 비율입니다.',
    newGroup: '그룹 추가',
    newTag: '태그 추가',
    name: '이름',
    color: '색상',
    forTodos: '할 일 페이지에 목록으로 표시',
    save: '저장',
    cancel: '취소',
    edit: (name: string) => `${name} 수정`,
    addTag: (group: string) => `${group}에 태그 추가`,
    remove: '삭제',
    removeGroup: (name: string) => `“${name}” 그룹을 삭제할까요?`,
    removeGroupHint:
      '그룹이 삭제되고 그룹의 태그가 모든 항목에서 제거됩니다. 이 그룹의 할 일은 어떻게 할까요?',
    todosOfGroup: '이 그룹의 할 일',
    deleteTodos: '할 일 삭제',
    moveTo: (name: string) => `할 일을 ${name} 그룹으로 이동`,
    tagDeleted: (name: string) => `${name} 태그를 삭제했습니다`,
    groupDeleted: (name: string) => `${name} 그룹을 삭제했습니다`,
    nameTaken: (name: string) => `이 그룹에 이미 “${name}” 태그가 있습니다. 다른 이름을 입력하세요.`,
    undo: '실행 취소',
    none: '아직 태그 그룹이 없습니다',
    noneHint:
      '태그로 항목을 정리하고 목표를 세우세요. “업무”나 “집” 같은 그룹을 추가한 다음 태그를 추가하세요.',
    noTags: '아직 태그가 없습니다',
    goals: '목표와 이번 주 시간',
    goal: (name: string) => `${name} 목표`,
    figures: (goal: string, actual: string) => `목표 ${goal} · 이번 주 ${actual}`,
    tooMuch: (total: number) => `목표의 합이 ${total}%입니다. 100%를 넘지 않도록 줄이세요.`,
    nothingMeasured: '이번 주에 이 태그로 측정한 시간이 없습니다.',
  },
})
