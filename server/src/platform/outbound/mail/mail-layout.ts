// All emails share this layout, as text and as HTML without remote content.
import type { Language } from '../../kernel/language.ts'

export interface MailText {
  subject: string
  text: string
  html: string
}

export interface MailBlock {
  title?: string | undefined
  lines: readonly string[]
  link?: MailAction | undefined
}

export interface MailAction {
  label: string
  url: string
}

export interface MailContent {
  language: Language
  subject: string
  blocks: readonly MailBlock[]
  /** Why the person gets this email, and how to change that. */
  footer: readonly (string | MailAction)[]
}

export function layoutMail({ language, subject, blocks, footer }: MailContent): MailText {
  const title = subject.replace(/\s+/g, ' ')
  return {
    subject: title,
    text: [
      ...blocks.map(({ title, lines, link }) => [title, ...lines, link?.url].filter(Boolean).join('\n')),
      `--\n${footer.map(each => (typeof each === 'string' ? each : `${each.label}: ${each.url}`)).join('\n')}`,
    ].join('\n\n'),
    html: `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#faf8f4;color:#1d2630;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans KR',sans-serif;word-break:keep-all;overflow-wrap:anywhere">
<div style="max-width:560px;margin:0 auto;padding:28px;border:1px solid #e2dcd0;border-radius:10px;background:#ffffff;color:#1d2630">
<p style="margin:0 0 20px;font-weight:700;color:#c53f22">Daymark</p>
${blocks.map(block).join('\n')}
<p style="margin:28px 0 0;padding-top:16px;border-top:1px solid #e2dcd0;color:#56616d;font-size:13px">${footer
      .map(each => (typeof each === 'string' ? escaped(each) : anchor(each, 'color:#56616d')))
      .join('<br>')}</p>
</div>
</body></html>`,
  }
}

const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#c53f22;color:#ffffff;text-decoration:none;font-weight:600'

const block = ({ title, lines, link }: MailBlock): string =>
  `<div style="margin:0 0 20px">${title === undefined ? '' : `<p style="margin:0 0 4px;font-weight:600">${escaped(title)}</p>`}${lines
    .map(line => `<p style="margin:0 0 8px">${escaped(line)}</p>`)
    .join('')}${link ? `<p style="margin:12px 0 0">${anchor(link, BUTTON)}</p>` : ''}</div>`

const anchor = ({ label, url }: MailAction, style: string): string =>
  `<a href="${escaped(url)}" style="${style}">${escaped(label)}</a>`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, character => ENTITIES[character] ?? character)
