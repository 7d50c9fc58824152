// Texts of the page "Tags".
import { texts } from '../session/language.tsx'

export const tagTexts = texts({
  en: {
    intro:
      'Groups hold tags; tags mark todos, entries and timers. Goals say what share of the time each should get.',
    newGroup: 'New group',
    newTag: 'New tag',
    name: 'Name',
    colour: 'Colour',
    forTodos: 'Also a list of todos',
    save: 'Save',
    cancel: 'Cancel',
    edit: (name: string) => `Edit ${name}`,
    addTag: (group: string) => `Add a tag to ${group}`,
    remove: 'Delete',
    removeGroup: (name: string) => `Delete the group ${name}?`,
    removeGroupHint: 'Its tags are taken off everything. Its todos are deleted too, unless you move them:',
    deleteTodos: 'Delete its todos',
    moveTo: (name: string) => `Move its todos to ${name}`,
    groupGone: (deleted: number, moved: number) =>
      deleted > 0
        ? `Group deleted, with ${deleted} todos`
        : moved > 0
          ? `Group deleted, ${moved} todos moved`
          : 'Group deleted',
    tagGone: (name: string) => `Tag ${name} deleted`,
    undo: 'Undo',
    none: 'No groups yet',
    noneHint: 'Make a first group, for example “Work” or “Home”, and give it a few tags.',
    noTags: 'No tags yet',
    goals: 'Goals and this week',
    goal: (name: string) => `Goal of ${name}`,
    measured: 'this week',
    tooMuch: (total: number) =>
      `These goals add up to ${total} % of the time. Lower some: together they can be 100 % at most.`,
    nothingMeasured: 'Nothing measured with these tags this week.',
  },
  ko: {
    intro:
      '그룹에는 태그가 있고, 태그는 할 일·일정·타이머를 분류합니다. 목표는 각 태그에 쓸 시간의 비율입니다.',
    newGroup: '새 그룹',
    newTag: '새 태그',
    name: '이름',
    colour: '색',
    forTodos: '할 일 목록으로도 사용',
    save: '저장',
    cancel: '취소',
    edit: (name: string) => `${name} 수정`,
    addTag: (group: string) => `${group}에 태그 추가`,
    remove: '삭제',
    removeGroup: (name: string) => `${name} 그룹을 삭제할까요?`,
    removeGroupHint: '태그는 모든 항목에서 제거됩니다. 옮기지 않으면 할 일도 함께 삭제됩니다.',
    deleteTodos: '할 일도 삭제',
    moveTo: (name: string) => `할 일을 ${name}(으)로 이동`,
    groupGone: (deleted: number, moved: number) =>
      deleted > 0
        ? `그룹과 할 일 ${deleted}개를 삭제했습니다`
        : moved > 0
          ? `그룹을 삭제하고 할 일 ${moved}개를 옮겼습니다`
          : '그룹을 삭제했습니다',
    tagGone: (name: string) => `${name} 태그를 삭제했습니다`,
    undo: '실행 취소',
    none: '아직 그룹이 없습니다',
    noneHint: '“일”이나 “집” 같은 첫 그룹을 만들고 태그를 추가하세요.',
    noTags: '아직 태그가 없습니다',
    goals: '목표와 이번 주',
    goal: (name: string) => `${name} 목표`,
    measured: '이번 주',
    tooMuch: (total: number) => `목표를 모두 더하면 ${total} %입니다. 합이 100 %를 넘지 않도록 줄이세요.`,
    nothingMeasured: '이번 주에 이 태그로 측정된 시간이 없습니다.',
  },
})
