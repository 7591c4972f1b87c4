import { Link } from '@tanstack/react-router'
import { docs as messages } from '../../messages/docs.ts'
import { paths } from '../../paths.ts'
import { Markdown } from '../../widgets/markdown/markdown.tsx'
import { useTitle } from '../../widgets/use-title.ts'
import { articles } from './articles.ts'
import { type Topic, topics } from './topics.ts'

export function ArticleView({ topic }: { topic: Topic }) {
  const article = articles.get(topic)
  useTitle(article?.title ?? messages.title)
  if (!article) return null
  return (
    <article className="grid min-w-0 max-w-[75ch] gap-6">
      <header className="grid gap-3">
        <h1 className="m-0 text-lg font-semibold">{article.title}</h1>
        <Markdown text={article.lead} targets="web and pages" />
      </header>
      {article.sections.map(({ heading, id, body }) => (
        <section key={id} aria-labelledby={id} className="grid gap-2">
          <h2 id={id} className="m-0 scroll-mt-16 text-base font-semibold">
            <a href={`#${id}`} className="text-ink no-underline hover:underline">
              {heading}
            </a>
          </h2>
          <Markdown text={body} targets="web and pages" />
        </section>
      ))}
      <Neighbors topic={topic} />
    </article>
  )
}

function Neighbors({ topic }: { topic: Topic }) {
  const at = topics.indexOf(topic)
  return (
    <nav aria-label={messages.pages} className="flex justify-between gap-4 border-t border-line pt-4 text-sm">
      <Neighbor label={messages.previous} topic={topics[at - 1]} />
      <Neighbor label={messages.next} topic={topics[at + 1]} />
    </nav>
  )
}

function Neighbor({ label, topic }: { label: string; topic: Topic | undefined }) {
  if (topic === undefined) return <span />
  return (
    <Link to={paths.docsTopic} params={{ topic }} search={{}} className="grid text-accent no-underline">
      <span className="text-xs text-soft">{label}</span>
      <span className="underline underline-offset-2">{articles.get(topic)?.title}</span>
    </Link>
  )
}
