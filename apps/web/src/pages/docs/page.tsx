import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { docs as messages } from '../../messages/docs.ts'
import { hrefOf, paths } from '../../paths.ts'
import { FilterField } from '../../ui/filter-field.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { ArticleView } from './article-view.tsx'
import { Hits } from './hits.tsx'
import type { DocsSearch } from './search.ts'
import { articles } from './articles.ts'
import { isTopic, topicGroups } from './topics.ts'

interface Props {
  topic: string
  /** Shown for an unknown topic. */
  unknown: ReactNode
  search: DocsSearch
  onSearch: (search: DocsSearch) => void
}

/** The user and operator guide. */
export function DocsPage({ topic, unknown, search: { q = '' }, onSearch }: Props) {
  if (!isTopic(topic)) return unknown
  return (
    <div className="grid items-start gap-6 md:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
      <div className="grid gap-4 md:sticky md:top-16">
        <search>
          <FilterField
            label={messages.search}
            value={q}
            onChange={(text) => onSearch(text === '' ? {} : { q: text })}
          />
        </search>
        <Topics topic={topic} />
        <a
          data-target
          href={hrefOf(paths.apiReference)}
          className="text-sm text-accent underline underline-offset-2"
        >
          {messages.apiReference}
        </a>
      </div>
      {q.trim() === '' ? <ArticleView key={topic} topic={topic} /> : <Hits text={q.trim()} />}
    </div>
  )
}

/** On phones, shown on request above the article. */
function Topics({ topic }: { topic: string }) {
  const isNarrow = useMedia('(width < 48rem)')
  if (!isNarrow) return <TopicLinks />
  return (
    <details key={topic} className="rounded-card border border-line bg-surface px-4">
      <summary className="cursor-pointer py-3 text-sm font-medium">{messages.topics}</summary>
      <TopicLinks />
    </details>
  )
}

const TopicLinks = () => (
  <nav aria-label={messages.topics} className="-mx-2 grid gap-3 max-md:grid-cols-2 max-md:pb-3">
    {topicGroups.map(({ id, topics }) => (
      <section key={id} aria-label={messages.groups[id]}>
        <h2 className="m-0 px-2 pb-1 text-xs font-semibold text-ink">{messages.groups[id]}</h2>
        <ul className="m-0 grid list-none p-0">
          {topics.map((topic) => (
            <li key={topic} className="grid">
              <Link
                to={paths.docsTopic}
                params={{ topic }}
                search={{}}
                className="rounded-md px-2 py-1 text-sm text-soft no-underline hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                {articles.get(topic)?.title}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </nav>
)
