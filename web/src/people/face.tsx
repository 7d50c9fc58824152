// The picture of a person, or the first letter of the name.

/** Whoever keeps the picture learns nothing of the page that shows it. */
export function Face({ name, url }: { name: string; url: string | null }) {
  const isAllowed = url !== null && (url.startsWith('/') || url.startsWith('https://'))
  return isAllowed ? (
    <img
      className="face"
      src={url}
      alt=""
      width="36"
      height="36"
      referrerPolicy="no-referrer"
      loading="lazy"
    />
  ) : (
    <span className="face" aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  )
}
