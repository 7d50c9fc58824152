// Translates errors, which the server and the client library report as English sentences. English needs no entries. `#`
// stands for a number.
import type { Language } from '../../session/language.tsx'

const ko: Record<string, string> = {
  'The email address or the password is wrong.': '이메일 주소 또는 비밀번호가 올바르지 않습니다.',
  'The password is wrong.': '비밀번호가 올바르지 않습니다.',
  'The password was changed in the meantime. Try again.':
    '그사이 비밀번호가 변경되었습니다. 다시 시도하세요.',
  'Enter your password: you signed in more than # minutes ago.':
    '로그인한 지 #분이 지났습니다. 비밀번호를 입력하세요.',
  'Sign in again first: you signed in more than # minutes ago.':
    '로그인한 지 #분이 지났습니다. 먼저 다시 로그인하세요.',
  'The code is wrong or was already used.': '코드가 올바르지 않거나 이미 사용되었습니다.',
  'Enter the code of your authenticator app, or a recovery code.':
    '인증 앱의 코드 또는 복구 코드를 입력하세요.',
  'Too many failed sign-ins with this email address. Try again in # s.':
    '이 이메일 주소로 로그인에 여러 번 실패했습니다. #초 후에 다시 시도하세요.',
  'Too many requests. Try again in # s.': '요청이 너무 많습니다. #초 후 다시 시도하세요.',
  'Too many people are signing in at the moment. Try again in a moment.':
    '지금 로그인하는 사람이 너무 많습니다. 잠시 후 다시 시도하세요.',
  'This account is disabled. Ask the operator of this server.':
    '사용이 중지된 계정입니다. 서버 운영자에게 문의하세요.',
  'Please sign in again.': '다시 로그인하세요.',
  'You need an invitation to create an account on this server.':
    '이 서버에서 계정을 만들려면 초대가 필요합니다.',
  'Sign-up is closed. Ask the operator of this server.': '가입을 받지 않습니다. 서버 운영자에게 문의하세요.',
  'This invitation is not valid: it was used, has expired, or is for another address.':
    '유효하지 않은 초대입니다. 이미 사용했거나 만료되었거나 다른 주소의 초대입니다.',
  'This link is not valid: it was used, has expired, or is incomplete. Ask for a new one.':
    '유효하지 않은 링크입니다. 이미 사용했거나 만료되었거나 불완전합니다. 새 링크를 요청하세요.',
  'Another account now uses this address. Choose a different one.':
    '다른 계정에서 사용하는 주소입니다. 다른 주소를 선택하세요.',
  'Your account already has this address.': '이미 이 계정의 주소입니다.',
  'Your address is already verified.': '이미 인증된 주소입니다.',
  'The passkey could not be verified. Try again.': '패스키를 확인하지 못했습니다. 다시 시도하세요.',
  'This passkey does not belong to any account on this server.': '이 서버의 계정에 없는 패스키입니다.',
  'This passkey already exists.': '이미 추가된 패스키입니다.',
  'No one has this friend code.': '이 친구 코드를 가진 사람이 없습니다.',
  'You cannot send yourself a friend request.': '자신에게는 친구 요청을 보낼 수 없습니다.',
  'You are already friends.': '이미 친구입니다.',
  'You have already sent this person a request.': '이미 친구 요청을 보냈습니다.',
  'This person has already sent you a request. Accept it instead.':
    '상대방이 이미 친구 요청을 보냈습니다. 그 요청을 수락하세요.',
  'You have blocked this person. Unblock them first.': '차단한 사람입니다. 먼저 차단을 해제하세요.',
  'You cannot send this person a friend request.': '이 사람에게는 친구 요청을 보낼 수 없습니다.',
  'You do not have permission to see this.': '볼 수 있는 권한이 없습니다.',
  'Only the owner may do this.': '소유자만 할 수 있습니다.',
  'Todo not found.': '할 일을 찾을 수 없습니다.',
  'Schedule not found.': '일정을 찾을 수 없습니다.',
  'Timer not found.': '타이머를 찾을 수 없습니다.',
  'Tag not found.': '태그를 찾을 수 없습니다.',
  'Tag group not found.': '태그 그룹을 찾을 수 없습니다.',
  'Meeting not found.': '투표를 찾을 수 없습니다.',
  'The series has no such occurrence.': '반복 일정에 해당하는 날이 없습니다.',
  'The parent todo was not found.': '상위 할 일을 찾을 수 없습니다.',
  'The tag group was not found.': '태그 그룹을 찾을 수 없습니다.',
  'At least one of the tags was not found.': '태그 중 하나 이상을 찾을 수 없습니다.',
  'The group already has a tag with this name.': '그룹에 같은 이름의 태그가 이미 있습니다.',
  'There is no active timer.': '진행 중인 타이머가 없습니다.',
  'The timer was changed at the same moment. Try again.':
    '같은 시점에 타이머가 변경되었습니다. 다시 시도하세요.',
  'The timer is running. Pause or stop it first.': '타이머가 진행 중입니다. 먼저 일시정지하거나 종료하세요.',
  'A focus run is already active. Stop it before you start another one.':
    '집중이 이미 진행 중입니다. 종료한 후 새로 시작하세요.',
  'There is no focus run. Start one first.': '진행 중인 집중이 없습니다. 먼저 시작하세요.',
  'This change has already been undone.': '이미 실행 취소한 변경입니다.',
  'This change is still running. Wait until it has ended.':
    '아직 진행 중인 변경입니다. 끝날 때까지 기다리세요.',
  'The request was canceled. What it had written was taken back.':
    '작업을 중지했습니다. 그때까지 바꾼 내용은 되돌렸습니다.',
  'Something went wrong on the server. What the request had written was taken back. Please try again.':
    '서버에서 문제가 발생해 그때까지 바꾼 내용을 되돌렸습니다. 다시 시도하세요.',
  'This change cannot be undone.': '실행 취소할 수 없는 변경입니다.',
  'The time of this poll is already confirmed.': '투표 시간이 이미 확정되었습니다.',
  'There is no poll at this link. Its owner may have revoked it.':
    '이 링크로 열 수 있는 투표가 없습니다. 만든 사람이 링크를 해제했을 수 있습니다.',
  'The database cannot be reached at the moment. Please try again.':
    '지금 데이터베이스에 연결할 수 없습니다. 다시 시도하세요.',
  'The server has run out of disk space. Nothing was changed. Ask the operator of this server.':
    '서버의 디스크 공간이 부족합니다. 변경된 내용이 없습니다. 서버 운영자에게 문의하세요.',
  'The database is read-only at the moment. Nothing was changed. Try again later.':
    '지금 데이터베이스에 저장할 수 없습니다. 변경된 내용이 없습니다. 나중에 다시 시도하세요.',
  'Something went wrong on the server. Please try again.': '서버에 문제가 발생했습니다. 다시 시도하세요.',
  'It depends on a change that was discarded.':
    '이 변경은 이미 버린 다른 변경 사항에 이어지는 것이라 저장할 수 없습니다.',
  'It was discarded.': '버린 변경 사항입니다.',
  'This could not be sent for # days and has expired. Send it again if you still want it.':
    '#일 동안 전송하지 못해 만료되었습니다. 아직 필요하면 다시 보내세요.',
}

export const errorTexts: Record<Language, Record<string, string>> = { en: {}, ko }

/** Returns the sentence in the language, or unchanged if it is unknown. */
export function errorText(sentence: string, language: Language): string {
  const numbers = sentence.match(/\d+/g) ?? []
  const known = errorTexts[language][sentence.replace(/\d+/g, '#')]
  return known?.replace(/#/g, () => numbers.shift() ?? '') ?? sentence
}
