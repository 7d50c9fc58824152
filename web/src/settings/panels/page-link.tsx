import { Link } from 'wouter'

interface Props {
  titleId: string
  title: string
  hint: string
  href: string
  text: string
}

export const PageLink = ({ titleId, title, hint, href, text }: Props) => (
  <section className="card panel" aria-labelledby={titleId}>
    <h2 id={titleId}>{title}</h2>
    <p className="soft">{hint}</p>
    <Link className="button plain-start" href={href}>
      {text}
    </Link>
  </section>
)
