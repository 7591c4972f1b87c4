import { Link } from '@tanstack/react-router'
import { docs as messages } from '../../messages/docs.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { useTitle } from '../../widgets/use-title.ts'
import { articles } from './articles.ts'
import { searchArticles } from './model.ts'

/** Search results in the guide. */
export function Hits({ text }: { text: string }) {
  useTitle(messages.title)
  const hits = searchArticles(articles, text)
  return (
    <section className="grid min-w-0 max-w-[75ch] gap-4">
      <h1 aria-live="polite" className="m-0 text-lg font-semibold">
        {messages.results(hits.length, text)}
      </h1>
      {hits.length === 0 && <EmptyState title={messages.nothing(text)} hint={messages.nothingHint} />}
      <ol className="m-0 grid list-none gap-4 p-0">
        {hits.map(({ topic, title, heading, anchor, excerpt }) => (
          <li key={`${topic}-${anchor}`} className="grid gap-0.5">
            <Link
              to={paths.docsTopic}
              params={{ topic }}
              search={{}}
              {...(anchor !== null && { hash: anchor })}
              className="text-accent underline underline-offset-2"
            >
              {heading === null ? title : `${title} › ${heading}`}
            </Link>
            <p className="m-0 text-sm text-soft">{excerpt}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
