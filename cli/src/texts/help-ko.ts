import type { Help } from './help-en.ts'

export const helpKo: Help = {
  title: '터미널에서 사용하는 Daymark: 일정, 할 일, 타이머',
  common: {
    json: '구조가 고정된 JSON으로 출력',
    'no-color': '색상 없이 출력 (NO_COLOR=1과 같음)',
    help: '명령 도움말 보기',
  },
  version: '버전 보기',
  footer:
    '대부분의 명령은 오프라인에서도 사용할 수 있습니다. 변경 사항은 저장했다가 다음에 서버에 연결되는 명령에서 정확히 한 번 전송합니다.',
  commands: {
    today: {
      summary: '하루의 일정, 할 일, 타이머 보기',
      options: { date: '다른 날' },
      examples: ['daymark today', 'daymark today --date 2026-12-24'],
    },
    add: {
      summary: '한 줄을 입력해 할 일, 일정, 타이머 추가',
      text: `시각이나 날짜 범위를 입력하면 일정이, "시작"으로 시작하면 타이머가, 그 밖에는 할 일이 됩니다.
마감("금요일까지"), /목록, !높음(우선순위), ~45m(예상 시간)이 있으면 항상 할 일이 됩니다. #태그와 @할일(연결할 할 일)도 쓸 수 있습니다.
셸이 #과 !를 해석하지 않도록 작은따옴표로 묶으세요.`,
      examples: [
        "daymark add '금요일 12:30 안나와 점심'",
        "daymark add '금요일까지 청구서 보내기 !높음 #업무'",
        "daymark add '매주 화요일 오후 6시 요가 90분'",
      ],
    },
    start: {
      summary: '타이머 시작',
      text: '미완료 할 일의 제목을 입력하면 그 할 일에 연결됩니다. 숫자는 마지막으로 표시한 목록의 번호입니다.',
      options: { for: '계획한 시간' },
      examples: ['daymark start', "daymark start '보고서 쓰기 #업무' --for 50m", 'daymark start 2'],
    },
    pause: { summary: '진행 중인 타이머 일시정지', examples: ['daymark pause'] },
    resume: { summary: '일시정지된 타이머 재개', examples: ['daymark resume'] },
    stop: { summary: '타이머 종료', examples: ['daymark stop', 'daymark stop 보고서'] },
    status: {
      summary: '타이머와 전송 대기 중인 변경 사항 보기',
      examples: ['daymark status', 'daymark status --json'],
    },
    done: {
      summary: '할 일을 완료로 표시',
      text: '마지막으로 표시한 목록의 번호, 제목의 일부 또는 ID로 선택합니다.',
      examples: ['daymark done 2', 'daymark done 청구서'],
    },
    plan: {
      summary: '빈 시간과 미완료 할 일 보기, 할 일 계획하기',
      text: '--at이 없으면 앞으로 7일의 근무 시간 중 가장 이른 빈 시간에 넣습니다.',
      options: { at: '시작 시각', for: '소요 시간' },
      examples: ['daymark plan', 'daymark plan 2', "daymark plan 청구서 --at '내일 15:00' --for 45m"],
    },
    report: {
      summary: '기록한 시간과 계획한 시간 보기',
      options: {
        day: '오늘',
        week: '이번 주 (기본값)',
        month: '이번 달',
        by: '그룹 기준: tag, list, todo',
      },
      examples: ['daymark report --week', 'daymark report --month --by todo'],
    },
    watch: {
      summary: '오늘 화면을 실시간으로 보기',
      text: '파이프로 연결하면 변경 사항마다 한 줄을 출력하고, --json을 사용하면 JSON 객체 하나를 출력합니다.',
      examples: ['daymark watch', 'daymark watch --json'],
    },
    export: {
      summary: '데이터 내보내기',
      text: `json: 할 일, 일정, 타이머, 태그, 목록. csv: 타이머. zip: 다른 Daymark 서버에서도
가져올 수 있는 압축 파일. zip을 받으려면 운영자가 npm run token으로 만든 토큰이 필요합니다.
웹 앱의 설정에서도 받을 수 있습니다.`,
      options: { format: 'json, csv 또는 zip', output: '화면에 출력하지 않고 파일에 저장' },
      examples: ['daymark export > daymark.json', 'daymark export --format csv --output timers.csv'],
    },
    pending: {
      summary: '전송 대기 중이거나 거부된 변경 사항 보기',
      text: 'retry는 거부된 변경 사항을 다시 전송하고 discard는 버립니다.',
      examples: ['daymark pending', 'daymark pending retry'],
    },
    login: {
      summary: '브라우저나 토큰으로 로그인',
      text: `토큰은 표준 입력이나 프롬프트로만 입력받고 인수로는 받지 않습니다. 스크립트에서는 로그인하는 대신 DAYMARK_SERVER와
DAYMARK_TOKEN을 사용할 수 있습니다.`,
      options: { 'with-token': '개인 액세스 토큰으로 로그인' },
      examples: [
        'daymark login https://daymark.example.org',
        'daymark login daymark.example.org --with-token < token.txt',
      ],
    },
    logout: {
      summary: '로그아웃하고 이 컴퓨터의 데이터 사본 삭제',
      options: { force: '전송하지 않은 변경 사항이 있어도 로그아웃' },
      examples: ['daymark logout'],
    },
    completion: {
      summary: '셸 자동 완성 스크립트 출력',
      examples: [
        'daymark completion bash > ~/.local/share/bash-completion/completions/daymark',
        'daymark completion zsh > ~/.zfunc/_daymark',
        'daymark completion fish > ~/.config/fish/completions/daymark.fish',
      ],
    },
  },
}
