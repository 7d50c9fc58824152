export interface Access {
  server: string
  host: string
  user: string
}

export const accessAt = (origin: string, user: string): Access => ({
  server: `${origin}/dav/`,
  host: new URL(origin).host,
  user,
})

/** Splits a step at its placeholders and fills them in. Values are marked because the page shows them as code. */
export const filledStep = (step: string, access: Access): { text: string; isValue: boolean }[] =>
  step.split(/(\{(?:server|host|user)\})/).flatMap(part => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1] as keyof Access | undefined
    return part === '' ? [] : [{ text: name ? access[name] : part, isValue: name !== undefined }]
  })

/** Escapes values as JSON, because vdirsyncer parses them as JSON. */
export const vdirsyncerConfig = ({ server, user }: Access, password: string): string =>
  `[general]
status_path = "~/.vdirsyncer/status/"

[pair daymark]
a = "daymark_local"
b = "daymark_remote"
collections = ["from a", "from b"]
metadata = ["displayname", "color"]

[storage daymark_local]
type = "filesystem"
path = "~/.calendars/"
fileext = ".ics"

[storage daymark_remote]
type = "caldav"
url = ${JSON.stringify(server)}
username = ${JSON.stringify(user)}
password = ${JSON.stringify(password)}
`
