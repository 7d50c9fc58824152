// Mail programs post to this page (RFC 8058), and people click its button.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'

const PATH = '/mail/unsubscribe'
const MAX_BODY = 1_000

const QUESTION = `<p>Daymark sends you emails about reminders and other notifications. Stop them? Emails about the security of your account are still sent.</p>
<p lang="ko">Daymark가 미리 알림 등의 알림을 메일로 보내고 있습니다. 그만 받을까요? 계정 보안에 관한 메일은 계속 보냅니다.</p>
<form method="post"><button>Unsubscribe / 메일 그만 받기</button></form>`

export function serveUnsubscribe(
  app: FastifyInstance,
  unsubscribe: (token: string) => Promise<boolean>,
): void {
  void app.register(async scope => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: MAX_BODY },
      (_request, _body, done) => done(null, undefined),
    )
    // A GET changes nothing, because link checkers open links too.
    scope.get(PATH, (_request, reply) => answer(reply, QUESTION))
    scope.post<{ Querystring: { token?: string } }>(PATH, async (request, reply) => {
      const isDone = await unsubscribe(String(request.query.token ?? ''))
      return answer(
        reply.code(isDone ? 200 : 404),
        isDone
          ? '<p>You will get no more emails about notifications. You can turn them on again in the settings.</p><p lang="ko">알림 메일을 더 이상 보내지 않습니다. 설정에서 다시 켤 수 있습니다.</p>'
          : '<p>This link is not valid. Turn off the emails in the settings.</p><p lang="ko">유효하지 않은 링크입니다. 설정에서 메일을 꺼 주세요.</p>',
      )
    })
  })
}

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}'
// The general policy allows no styles.
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`

const answer = (reply: FastifyReply, content: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Daymark</title><style>${STYLE}</style><body>${content}</body></html>`,
    )
