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
  /** Where the inventory found it. */
  found?: ComponentItem['found']
}

/** A row's first cell. */
export const ComponentName = ({
  name,
  version,
  source = null,
  webUrl = null,
  notes = [],
  found = null,
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
    {found !== null && <FoundIn {...found} />}
    {notes.map((note) => (
      <p key={note} className="text-soft">
        {note}
      </p>
    ))}
  </th>
)

/** File, layer and how sure. */
const FoundIn = ({ files, layer, sureness }: NonNullable<ComponentItem['found']>) => (
  <>
    {files.length > 0 && (
      <p className="text-xs text-soft">
        <LongName name={files[0]!} />
        {files.length > 1 && ` ${messages.found.more(files.length - 1)}`}
      </p>
    )}
    {layer !== null && <p className="text-xs text-soft">{layerText(layer)}</p>}
    {sureness !== null && sureness !== 'resolved' && (
      <p className="text-xs text-soft">{messages.found.sureness[sureness]}</p>
    )}
  </>
)

const layerText = ({
  index,
  instruction,
  isBase,
}: Pick<
  NonNullable<NonNullable<ComponentItem['found']>['layer']>,
  'index' | 'instruction' | 'isBase'
>): string => messages.found.layer({ number: index + 1, instruction, isBase: isBase === true })

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
