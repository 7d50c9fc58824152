// Fills the address of this server and the user's name into the instructions for calendar apps.

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

/** Splits a step at its placeholders. Filled-in values are marked, because they are shown as code. */
export const filledStep = (step: string, access: Access): { text: string; isValue: boolean }[] =>
  step.split(/(\{(?:server|host|user)\})/).flatMap(part => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1] as keyof Access | undefined
    return part === '' ? [] : [{ text: name ? access[name] : part, isValue: name !== undefined }]
  })

/** The configuration of vdirsyncer. Quotes and backslashes are escaped, because the values are JSON. */
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
