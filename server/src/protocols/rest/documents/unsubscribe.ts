// The unsubscribe page of emails: mail programs post to it (RFC 8058), and people click its button.
import type { FastifyInstance } from 'fastify'

const PATH = '/mail/unsubscribe'
const MAX_BODY = 1_000

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
    scope.get(PATH, (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .send(page('<form method="post"><button>Unsubscribe / 메일 그만 받기</button></form>')),
    )
    scope.post<{ Querystring: { token?: string } }>(PATH, async (request, reply) => {
      const isDone = await unsubscribe(String(request.query.token ?? ''))
      reply.code(isDone ? 200 : 404).type('text/html; charset=utf-8')
      return page(
        isDone
          ? 'You will get no more emails about notifications. / 알림 메일을 더 이상 보내지 않습니다.'
          : 'This link is not valid. / 유효하지 않은 링크입니다.',
      )
    })
  })
}

const page = (content: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Daymark</title><body style="font-family:sans-serif;margin:3rem">${content}</body></html>`
