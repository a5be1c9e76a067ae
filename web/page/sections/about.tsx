import { about } from '#shop/about.ts'
import { Photograph } from '../../ui/photograph.tsx'

export function About() {
  const { title, portrait, paragraphs, signature } = about
  const [first, ...others] = paragraphs
  return (
    <div className="page section about">
      <figure className="portrait">
        <div>
          <Photograph {...portrait} sizes="(width >= 900px) 520px, 92vw" />
        </div>
        <figcaption>{portrait.caption}</figcaption>
      </figure>
      <div className="about-words">
        <h2>{title}</h2>
        <p className="lead">{first}</p>
        {others.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {signature && <p className="signature">{signature}</p>}
      </div>
    </div>
  )
}
