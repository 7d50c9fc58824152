// A person's avatar, or the first letter of their name.

/** Sends no referrer, so that the host of the image does not learn which page shows it. */
export function Avatar({ name, url }: { name: string; url: string | null }) {
  const isAllowed = url !== null && (url.startsWith('/') || url.startsWith('https://'))
  return isAllowed ? (
    <img
      className="avatar"
      src={url}
      alt=""
      width="36"
      height="36"
      referrerPolicy="no-referrer"
      loading="lazy"
    />
  ) : (
    <span className="avatar" aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  )
}
