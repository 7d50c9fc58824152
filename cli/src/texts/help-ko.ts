// Korean texts of the help.
import type { Help } from './help-en.ts'

export const helpKo: Help = {
  title: '터미널에서 쓰는 Daymark: 일정, 할 일, 타이머',
  common: {
    json: '형식이 바뀌지 않는 JSON으로 출력',
    'no-color': '색 없이 출력 (NO_COLOR=1과 같음)',
    help: '명령의 도움말 보기',
  },
  version: '버전 보기',
  footer: '오프라인에서도 됩니다. 변경 사항을 저장했다가 다음 명령에서 정확히 한 번 보냅니다.',
  commands: {
    today: {
      summary: '하루의 일정, 할 일, 타이머 보기',
      options: { date: '다른 날' },
      examples: ['daymark today', 'daymark today --date 2026-12-24'],
    },
    add: {
      summary: '한 줄로 할 일, 일정, 타이머 추가',
      text: `시각이 있으면 일정이 되고, 나머지는 할 일이 됩니다. 표시: #태그 /목록 !높음 ~45m @할일
셸이 #와 !를 직접 해석하므로 작은따옴표를 쓰세요.`,
      examples: [
        "daymark add '금요일 12:30 안나와 점심'",
        "daymark add '금요일까지 청구서 보내기 !높음 #업무'",
      ],
    },
    start: {
      summary: '타이머 시작',
      text: '열린 할 일의 제목을 쓰면 그 할 일의 타이머가 됩니다. 숫자는 마지막 목록의 번호입니다.',
      options: { for: '계획한 길이' },
      examples: ['daymark start', "daymark start '보고서 쓰기 #업무' --for 50m", 'daymark start 2'],
    },
    pause: { summary: '실행 중인 타이머 일시 정지', examples: ['daymark pause'] },
    resume: { summary: '일시 정지한 타이머 다시 시작', examples: ['daymark resume'] },
    stop: { summary: '타이머 완료', examples: ['daymark stop', 'daymark stop 보고서'] },
    status: {
      summary: '타이머와 보내지 않은 변경 사항 보기',
      examples: ['daymark status', 'daymark status --json'],
    },
    done: {
      summary: '할 일 완료',
      text: '마지막 목록의 번호, 제목의 일부 또는 id로 고릅니다.',
      examples: ['daymark done 2', 'daymark done 청구서'],
    },
    plan: {
      summary: '빈 시간과 열린 할 일 보기, 할 일을 일정에 넣기',
      text: '--at이 없으면 앞으로 7일의 근무 시간에서 처음 비는 시간에 넣습니다.',
      options: { at: '시작 시각', for: '걸리는 시간' },
      examples: ['daymark plan', 'daymark plan 2', "daymark plan 청구서 --at '내일 15:00' --for 45m"],
    },
    report: {
      summary: '측정한 시간과 계획한 시간 보기',
      options: {
        day: '오늘',
        week: '이번 주 (기본)',
        month: '이번 달',
        by: '묶는 기준: tag, list, todo',
      },
      examples: ['daymark report --week', 'daymark report --month --by todo'],
    },
    watch: {
      summary: '오늘을 보면서 모든 변경 사항 따라가기',
      text: '파이프에서는 변경 사항마다 한 줄을, --json에서는 JSON 객체 하나를 출력합니다.',
      examples: ['daymark watch', 'daymark watch --json'],
    },
    export: {
      summary: '데이터 내보내기',
      text: `json: 할 일, 일정, 타이머, 태그, 목록. csv: 타이머. zip: 서버에 있는 모든 데이터. zip은 운영자가 "npm run token"으로 출력한 토큰이
있어야 하며, 웹 앱 설정에서도 받을 수 있습니다.`,
      options: { format: 'json, csv 또는 zip', output: '출력하지 않고 파일에 저장' },
      examples: ['daymark export > daymark.json', 'daymark export --format csv --output timers.csv'],
    },
    pending: {
      summary: '기다리거나 거부된 변경 사항 보기',
      text: 'retry는 거부된 변경 사항을 다시 보내고, discard는 버립니다.',
      examples: ['daymark pending', 'daymark pending retry'],
    },
    login: {
      summary: '브라우저나 토큰으로 로그인',
      text: `토큰은 표준 입력이나 프롬프트에서 읽고, 인수로는 받지 않습니다. 스크립트에서는 로그인 대신 DAYMARK_SERVER와
DAYMARK_TOKEN을 쓸 수 있습니다.`,
      options: { 'with-token': '개인 액세스 토큰으로 로그인' },
      examples: [
        'daymark login https://daymark.example.org',
        'daymark login daymark.example.org --with-token < token.txt',
      ],
    },
    logout: {
      summary: '로그아웃하고 이 컴퓨터의 사본 지우기',
      options: { force: '보내지 않은 변경 사항이 있어도' },
      examples: ['daymark logout'],
    },
    completion: {
      summary: '셸 자동 완성 스크립트 출력',
      examples: ['daymark completion bash > ~/.local/share/bash-completion/completions/daymark'],
    },
  },
}
