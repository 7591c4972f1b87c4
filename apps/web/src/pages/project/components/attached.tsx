import type { ScanImage } from '@assay/contract/scan-image.ts'
import { formatNumber } from '../../../language/format.ts'
import { images } from '../../../messages/images.ts'
import { Header, numberCell, rowStyle, Table } from '../../../ui/table.tsx'

const messages = images.report.attached

type Documents = NonNullable<ScanImage['attached']>
type Problems = NonNullable<ScanImage['attachedProblems']>

/** SBOMs that are attached to the scanned image, beside what was found in it. */
export const Attached = ({ documents, problems }: { documents: Documents; problems: Problems }) => (
  <section aria-label={messages.title} className="grid grid-cols-1 gap-2">
    <h3 className="m-0 text-sm font-semibold">{messages.title}</h3>
    {(documents.length > 0 || problems.length === 0) && (
      <p className="m-0 text-soft">{documents.length === 0 ? messages.none : messages.lead}</p>
    )}
    {documents.length > 0 && (
      <div className="rounded-card border border-line bg-surface">
        <Table label={messages.title}>
          <thead>
            <tr className="border-b border-line">
              <Header title={messages.columns.document} />
              <Header title={messages.columns.both} isNumber className="hidden sm:table-cell" />
              <Header title={messages.columns.onlyListed} isNumber />
              <Header title={messages.columns.onlyFound} isNumber />
            </tr>
          </thead>
          <tbody>
            {documents.map((each, index) => (
              <Document key={index} document={each} />
            ))}
          </tbody>
        </Table>
      </div>
    )}
    {problems.length > 0 && <LeftOut problems={problems} />}
  </section>
)

const LeftOut = ({ problems }: { problems: Problems }) => (
  <div className="rounded-card border border-line bg-surface px-4 py-3">
    <h4 className="m-0 text-sm font-medium">{messages.leftOut}</h4>
    <ul className="m-0 grid list-none gap-2 p-0 pt-1">
      {problems.map((each, index) => (
        <Problem key={index} problem={each} />
      ))}
    </ul>
  </div>
)

const Problem = ({ problem: { by, digest, reason, detail } }: { problem: Problems[number] }) => (
  <li className="[overflow-wrap:anywhere]">
    <div>
      {by === null ? messages.unlisted : messages.by[by]}{' '}
      <code className="text-xs" title={digest}>
        {digest.slice(0, 19)}
      </code>
    </div>
    <div className="text-danger">{messages.reasons[reason]}</div>
    {detail !== '' && (
      <div className="text-soft" lang="en">
        {detail}
      </div>
    )}
  </li>
)

function Document({ document }: { document: Documents[number] }) {
  const { by, name, isUsed, listed, found, both, onlyInDocument, onlyInImage } = document
  const [onlyListed, onlyFound] = [listed - both, found - both]
  return (
    <tr className={rowStyle}>
      <th scope="row" className="min-w-40 px-3 py-1.5 text-left font-normal [overflow-wrap:anywhere]">
        {name} <span className="text-soft">· {messages.by[by]}</span>
        {onlyListed > 0 && <div className="text-soft">{isUsed ? messages.used : messages.notUsed}</div>}
        <Names title={messages.columns.onlyListed} names={onlyInDocument} count={onlyListed} />
        <Names title={messages.columns.onlyFound} names={onlyInImage} count={onlyFound} />
      </th>
      <td className={`${numberCell} hidden sm:table-cell`}>{formatNumber(both)}</td>
      <td className={numberCell}>{formatNumber(onlyListed)}</td>
      <td className={numberCell}>{formatNumber(onlyFound)}</td>
    </tr>
  )
}

function Names({ title, names, count }: { title: string; names: readonly string[]; count: number }) {
  if (names.length === 0) return null
  return (
    <details>
      <summary className="min-h-6 cursor-pointer">{title}</summary>
      <ul className="m-0 list-none p-0">
        {names.map((each) => (
          <li key={each}>
            <code className="text-xs">{each}</code>
          </li>
        ))}
        {count > names.length && <li className="text-soft">{messages.more(count - names.length)}</li>}
      </ul>
    </details>
  )
}
