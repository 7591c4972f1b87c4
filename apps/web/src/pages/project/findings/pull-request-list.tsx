import type { PullRequests } from '@assay/contract/pull-requests.ts'
import { report as messages } from '../../../messages/report.ts'
import { Card } from '../../../ui/card.tsx'

/** Pull requests opened by a bot for findings still in the report; nothing if there are none. */
export function PullRequestList({ entries, openPrLinks }: PullRequests) {
  const { title, of, open } = messages.pullRequests
  const shown = entries.filter(({ prs }) => prs.length > 0)
  if (shown.length === 0 && openPrLinks.length === 0) return null
  return (
    <Card title={title}>
      <dl className="m-0 mt-1 grid gap-1 sm:grid-cols-[auto_1fr] sm:gap-x-4">
        {shown.map(({ dependency: { library, version }, prs }) => (
          <Entry
            key={`${library.language} ${library.name} ${version}`}
            label={of(library.name, version)}
            links={prs}
          />
        ))}
        {openPrLinks.length > 0 && (
          <Entry label={open} links={openPrLinks.map((url) => ({ title: url, url }))} />
        )}
      </dl>
    </Card>
  )
}

const Entry = ({ label, links }: { label: string; links: { title: string; url: string }[] }) => (
  <>
    <dt className="break-words text-soft">{label}</dt>
    <dd className="m-0 min-w-0">
      <ul className="m-0 list-none p-0">
        {links.map(({ title, url }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer" className="break-words">
              {title || url}
            </a>
          </li>
        ))}
      </ul>
    </dd>
  </>
)
