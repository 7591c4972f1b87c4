import type { ComponentItem } from '@assay/contract/scans.ts'
import { report as messages } from '../../../messages/report.ts'
import { LongName } from '../../../ui/long-name.tsx'

interface NamedComponent extends Pick<ComponentItem, 'name' | 'version'> {
  /** The source package that advisories name. */
  source?: ComponentItem['source']
  /** Registry page. */
  webUrl?: string | null
  /** Sentences below the name. */
  notes?: string[] | undefined
}

/** A row's first cell. */
export const ComponentName = ({
  name,
  version,
  source = null,
  webUrl = null,
  notes = [],
}: NamedComponent) => (
  <th scope="row" className="min-w-32 px-3 py-1.5 text-left font-normal [overflow-wrap:anywhere]">
    {webUrl === null ? (
      <span className="font-medium">
        <LongName name={name} />
      </span>
    ) : (
      <a
        data-row
        href={webUrl}
        target="_blank"
        rel="noopener noreferrer"
        className="font-medium text-ink hover:text-accent hover:underline"
      >
        <span>
          <LongName name={name} />
        </span>
      </a>
    )}{' '}
    <span className="tabular text-soft">{version}</span>
    {source !== null && <p className="text-soft">{messages.sourcePackage(source.name, source.version)}</p>}
    {notes.map((note) => (
      <p key={note} className="text-soft">
        {note}
      </p>
    ))}
  </th>
)

export const requiredColumn = (title: string) => ({
  title,
  sort: 'required' as const,
  className: 'hidden md:table-cell text-soft',
  cell: requiredWord,
})

function requiredWord({ isDirect }: Pick<ComponentItem, 'isDirect'>): string {
  if (isDirect === null) return messages.unknownOrigin
  return isDirect ? messages.direct : messages.transitive
}
