import { texts } from '../session/language.tsx'

export const tagTexts = texts({
  en: {
    intro:
      'Tags label todos, calendar entries and timers. Groups organize tags, and a group can also be a list on the Todos page. A goal is the share of a group’s tracked time that you want to spend on a tag, or a number of hours per week.',
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
    removeGroupHint: (tags: number) =>
      tags === 0
        ? 'This group has no tags.'
        : `This also deletes ${tags === 1 ? 'its tag' : `its ${tags} tags`} and removes ${tags === 1 ? 'it' : 'them'} from all items.`,
    todosAreDeleted: (count: number) =>
      count === 1
        ? 'This deletes 1 todo. You can restore it from the trash.'
        : `This deletes ${count} todos. You can restore them from the trash.`,
    todosOfGroup: 'Todos in this group',
    todosIn: (count: number) => (count === 1 ? '1 todo in this group' : `${count} todos in this group`),
    deleteTodos: 'Delete todos',
    deleteCount: (count: number) => (count === 1 ? 'Delete 1 todo' : `Delete ${count} todos`),
    removeTheGroup: 'Delete group',
    removeWithTodos: (count: number) =>
      count === 1 ? 'Delete group and 1 todo' : `Delete group and ${count} todos`,
    moveTo: (name: string) => `Move todos to ${name}`,
    tagDeleted: (name: string) => `Deleted tag: ${name}`,
    groupDeleted: (name: string) => `Deleted group: ${name}`,
    nameTaken: (name: string) => `This group already has a tag named “${name}”. Choose another name.`,
    undo: 'Undo',
    none: 'No tag groups yet',
    firstGroup: 'Add your first group',
    noneHint:
      'Use tags to organize your items and set goals. Add a group such as “Work” or “Home”, then add tags to it.',
    noTags: 'No tags yet',
    goals: 'Goals and time this week',
    goal: (name: string) => `Goal for ${name}`,
    goalHours: (name: string) => `Hours per week for ${name}`,
    hoursUnit: 'h per week',
    figures: (goal: string, actual: string) => `Goal ${goal} · ${actual} this week`,
    tooMuch: (total: number) =>
      `These goals add up to ${total}%. Lower some of them so that the total is at most 100%.`,
    nothingMeasured: 'No time tracked with these tags this week.',
    goalHint: 'Set a goal to compare it with your time this week.',
    weekGoals: 'Goals this week',
    openReports: 'Open reports',
    shareOf: (tag: string, share: string, goal: string) => `${tag}: ${share} of the time, goal ${goal}`,
    goalAt: (goal: string) => `Goal ${goal}`,
  },
  ko: {
    intro:
      '태그로 할 일, 일정, 타이머를 분류하고 그룹으로 태그를 묶습니다. 그룹은 할 일 페이지의 목록으로도 사용할 수 있습니다. 목표는 그룹에 기록한 시간 중 태그에 쓰려는 비율이나 주당 시간으로 정합니다.',
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
    removeGroupHint: (tags: number) =>
      tags === 0
        ? '이 그룹에는 태그가 없습니다.'
        : `그룹의 태그 ${tags}개도 삭제되고 모든 항목에서 제거됩니다.`,
    todosAreDeleted: (count: number) => `할 일 ${count}개가 삭제됩니다. 휴지통에서 복원할 수 있습니다.`,
    todosOfGroup: '이 그룹의 할 일',
    todosIn: (count: number) => `이 그룹의 할 일 ${count}개`,
    deleteTodos: '할 일 삭제',
    deleteCount: (count: number) => `할 일 ${count}개 삭제`,
    removeTheGroup: '그룹 삭제',
    removeWithTodos: (count: number) => `그룹과 할 일 ${count}개 삭제`,
    moveTo: (name: string) => `할 일을 ${name} 그룹으로 이동`,
    tagDeleted: (name: string) => `${name} 태그를 삭제했습니다`,
    groupDeleted: (name: string) => `${name} 그룹을 삭제했습니다`,
    nameTaken: (name: string) => `이 그룹에 이미 “${name}” 태그가 있습니다. 다른 이름을 입력하세요.`,
    undo: '실행 취소',
    none: '아직 태그 그룹이 없습니다',
    firstGroup: '첫 그룹 추가',
    noneHint:
      '태그로 항목을 정리하고 목표를 세우세요. “업무”나 “집” 같은 그룹을 추가한 다음 태그를 추가하세요.',
    noTags: '아직 태그가 없습니다',
    goals: '목표와 이번 주 시간',
    goal: (name: string) => `${name} 목표`,
    goalHours: (name: string) => `${name} 주당 목표 시간`,
    hoursUnit: '시간/주',
    figures: (goal: string, actual: string) => `목표 ${goal} · 이번 주 ${actual}`,
    tooMuch: (total: number) => `목표의 합이 ${total}%입니다. 100%를 넘지 않도록 줄이세요.`,
    nothingMeasured: '이번 주에 이 태그로 기록한 시간이 없습니다.',
    goalHint: '목표를 설정하면 이번 주 시간과 비교할 수 있습니다.',
    weekGoals: '이번 주 목표',
    openReports: '보고서 열기',
    shareOf: (tag: string, share: string, goal: string) => `${tag}: 기록 시간의 ${share}, 목표 ${goal}`,
    goalAt: (goal: string) => `목표 ${goal}`,
  },
})
