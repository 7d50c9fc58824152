// Shows the person's image, or the first letter of the name if there is no usable image URL.

/** Sends no referrer, so that the image host does not learn which page shows the avatar. */
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
