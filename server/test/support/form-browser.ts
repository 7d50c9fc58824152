// A browser without scripts: stores cookies, follows the server's redirects, and submits the forms on its pages.

export interface FormPage {
  status: number
  url: string
  headers: Headers
  text: string
  /** The last redirect's URL, if it leads outside this server. */
  left?: URL
}

export function formBrowser(origin: string, headers: Record<string, string> = {}) {
  const cookies: { name: string; value: string; path: string }[] = []

  function keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      const path = attributes.find(each => /^path=/i.test(each))?.slice(5) ?? '/'
      const known = cookies.findIndex(each => each.name === name && each.path === path)
      if (known >= 0) cookies.splice(known, 1)
      if (value !== '') cookies.push({ name, value, path })
    }
  }

  async function go(address: string, init: RequestInit = {}): Promise<FormPage> {
    const url = new URL(address, origin)
    const sent = cookies.filter(each => url.pathname.startsWith(each.path))
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: {
        accept: 'text/html',
        ...headers,
        ...(init.headers as Record<string, string>),
        cookie: sent.map(each => `${each.name}=${each.value}`).join('; '),
      },
    })
    keep(response)
    const location = response.headers.get('location')
    const page = { status: response.status, url: url.href, headers: response.headers }
    if (location === null) return { ...page, text: await response.text() }
    await response.arrayBuffer()
    const next = new URL(location, url)
    return next.origin === origin ? go(next.href) : { ...page, text: '', left: next }
  }

  return {
    go,
    cookies,

    /** Submits the form whose action ends with `action`, including its hidden fields. */
    submit(
      page: FormPage,
      action: string,
      fields: Record<string, string> = {},
      init: RequestInit = {},
    ): Promise<FormPage> {
      const forms = [...page.text.matchAll(/<form method="post" action="([^"]+)"[^>]*>(.*?)<\/form>/gs)]
      const [, target = '', body = ''] = forms.find(([, to = '']) => to.endsWith(action)) ?? []
      if (target === '') throw new Error(`There is no form for ${action} in ${page.text}`)
      const hidden = [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
      const all = {
        ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
        ...fields,
      }
      return go(target, { method: 'POST', body: new URLSearchParams(all), ...init })
    },
  }
}

export type FormBrowser = ReturnType<typeof formBrowser>
