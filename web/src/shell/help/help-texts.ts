import { texts } from '../../session/language.tsx'

export const helpTexts = texts({
  en: {
    title: 'Help',
    guides: 'Guides',
    news: "What's new",
    reference: 'API reference',
    close: 'Close',
    guideList: [
      {
        title: 'Plan a day',
        text: 'Drag a todo from the Todos panel into the plan, or click a free slot to add an entry. An entry made from a todo gets its length from the todo’s estimate. The tracked column shows what you actually did.',
        path: '/',
        action: 'Open Today',
      },
      {
        title: 'Track time',
        text: 'Type what you are doing into the timer bar at the top of the page (on phones, at the bottom), or press play on a todo or entry. Starting another timer stops the running one. If a timer has the wrong time, open Today and stretch, split or shorten its block.',
        path: '/timers',
        action: 'Open Timers',
      },
      {
        title: 'Add items in one line',
        text: 'Press Q and type a line such as “Lunch with Anna Friday 12:30” or “Report ~2h !high #work”. Dates, lengths, priorities, tags and lists are recognized.',
        path: '/todos',
        action: 'Open Todos',
      },
      {
        title: 'Organize todos',
        text: 'Lists contain todos, and todos can contain subtodos. Tags show where your time goes, and goals for tags show whether your week is on track.',
        path: '/tags',
        action: 'Open Tags',
      },
      {
        title: 'Share and meet',
        text: 'Add friends with their code, share single items with them, and see who is tracking time now. A meeting poll finds a time that suits everyone.',
        path: '/people',
        action: 'Open People',
      },
      {
        title: 'Use other calendars',
        text: 'Subscribe to calendars, import files, or view and edit your Daymark calendar in your phone’s calendar app.',
        path: '/settings/calendars',
        action: 'Connect your calendar',
      },
    ],
  },
  ko: {
    title: '도움말',
    guides: '안내',
    news: '새로운 기능',
    reference: 'API 문서',
    close: '닫기',
    guideList: [
      {
        title: '하루 계획하기',
        text: '할 일 패널에서 할 일을 계획으로 끌거나, 빈 시간을 눌러 일정을 추가하세요. 할 일로 만든 일정의 길이는 예상 시간으로 정해집니다. 기록 열에는 실제로 한 일이 표시됩니다.',
        path: '/',
        action: '오늘 열기',
      },
      {
        title: '시간 기록하기',
        text: '페이지 위(휴대전화에서는 아래)의 타이머 바에 하는 일을 입력하거나, 할 일이나 일정에서 재생 버튼을 누르세요. 다른 타이머를 시작하면 진행 중인 타이머가 종료됩니다. 잘못된 시간은 오늘 페이지에서 늘리고, 나누고, 자를 수 있습니다.',
        path: '/timers',
        action: '타이머 열기',
      },
      {
        title: '한 줄로 추가하기',
        text: 'Q를 누르고 “내일 오후 3시 회의 2시간”이나 “보고서 ~2시간 !높음 #업무”처럼 입력하세요. 날짜, 소요 시간, 우선순위, 태그, 목록을 인식합니다.',
        path: '/todos',
        action: '할 일 열기',
      },
      {
        title: '할 일 정리하기',
        text: '목록에는 할 일을, 할 일에는 하위 할 일을 넣을 수 있습니다. 태그는 시간을 어디에 쓰는지 보여 주고, 태그 목표는 한 주가 계획대로인지 보여 줍니다.',
        path: '/tags',
        action: '태그 열기',
      },
      {
        title: '공유하고 약속 잡기',
        text: '친구 코드로 친구를 추가하고, 항목을 하나씩 공유하고, 지금 누가 기록 중인지 볼 수 있습니다. 모임 투표로 모두에게 맞는 시간을 찾으세요.',
        path: '/people',
        action: '친구 열기',
      },
      {
        title: '다른 캘린더와 함께 쓰기',
        text: '캘린더를 구독하거나, 파일을 가져오거나, 휴대전화의 캘린더 앱에서 Daymark 일정을 보고 수정하세요.',
        path: '/settings/calendars',
        action: '캘린더 연결',
      },
    ],
  },
})
