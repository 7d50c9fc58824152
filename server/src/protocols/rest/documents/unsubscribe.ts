// The unsubscribe page of emails: mail programs post to it (RFC 8058), and people click its button.
import type { FastifyInstance } from 'fastify'

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
    // A GET changes nothing, because link checkers also open links.
    scope.get(PATH, (_request, reply) => reply.type('text/html; charset=utf-8').send(page(QUESTION)))
    scope.post<{ Querystring: { token?: string } }>(PATH, async (request, reply) => {
      const isDone = await unsubscribe(String(request.query.token ?? ''))
      reply.code(isDone ? 200 : 404).type('text/html; charset=utf-8')
      return page(
        isDone
          ? '<p>You will get no more emails about notifications. You can turn them on again in the settings.</p><p lang="ko">알림 메일을 더 이상 보내지 않습니다. 설정에서 다시 켤 수 있습니다.</p>'
          : '<p>This link is not valid. Turn off the emails in the settings.</p><p lang="ko">유효하지 않은 링크입니다. 설정에서 메일을 꺼 주세요.</p>',
      )
    })
  })
}

const page = (content: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Daymark</title><body style="font-family:sans-serif;margin:3rem">${content}</body></html>`
