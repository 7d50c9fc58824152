// The picture of a person, or the first letter of the name.

/** Pictures come from elsewhere, which the page does not allow to be asked: only those of this server are shown. */
export function Face({ name, url }: { name: string; url: string | null }) {
  const own = url !== null && (url.startsWith('/') || url.startsWith(`${location.origin}/`))
  return own ? (
    <img className="face" src={url} alt="" width="36" height="36" />
  ) : (
    <span className="face" aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  )
}
