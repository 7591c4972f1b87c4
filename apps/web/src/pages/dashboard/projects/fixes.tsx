import type { Remediation, Scan } from '@assay/contract/metrics.ts'
import { useEffect, useRef } from 'react'
import { hrefOf, paths } from '../../../paths.ts'
import { scanFixes as messages, scans } from '../../../messages/scans.ts'
import { formatDateTime, formatNumber } from '../../../language/format.ts'
import { cellStyle, Header, numberCell, rowStyle } from '../../../ui/table.tsx'

interface Props {
  scan: Scan
  fixed: Remediation[]
  onBack: () => void
}

/** Findings fixed by a scan. */
export function Fixes({ scan, fixed, onBack }: Props) {
  const title = messages.title(formatDateTime(scan.timestamp))
  const back = useRef<HTMLButtonElement>(null)
  // The row that had the focus no longer exists.
  useEffect(() => {
    if (document.activeElement === document.body) back.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section aria-label={title} className="min-w-0">
      <nav aria-label={messages.breadcrumb} className="text-xs text-soft">
        <ol className="m-0 flex list-none flex-wrap gap-1.5 p-0">
          <li>
            <button
              ref={back}
              type="button"
              onClick={onBack}
              className="min-h-6 cursor-pointer text-accent underline underline-offset-2"
            >
              {scans.title}
            </button>
          </li>
          <li aria-current="page" className="flex items-center gap-1.5">
            <span aria-hidden>›</span>
            <h3 className="m-0 text-xs font-medium text-ink">{title}</h3>
          </li>
        </ol>
      </nav>
      {fixed.length === 0 ? (
        <p className="m-0 py-6 text-soft">{messages.none}</p>
      ) : (
        <div
          className="relative h-[435px] overflow-auto print:h-auto"
          tabIndex={0}
          role="region"
          aria-label={title}
        >
          <table className="w-full border-collapse text-sm" aria-label={title}>
            <thead className="sticky top-0 bg-surface">
              <tr className="border-b border-line">
                <Header title={messages.columns.id} />
                <Header title={messages.columns.severity} />
                <Header title={messages.columns.days} isNumber />
                <Header title={messages.columns.by} />
              </tr>
            </thead>
            <tbody>
              {fixed.map((each) => (
                <Row key={`${each.adviceID} ${each.package}`} {...each} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function Row({ id, displayId, adviceID, severity, daysToFix, fixedBy, package: name }: Remediation) {
  const link = useRef<HTMLAnchorElement>(null)
  return (
    // The whole row is clickable; the link in it makes that accessible by keyboard.
    <tr
      className={`${rowStyle} cursor-pointer`}
      onClick={({ target }) => target !== link.current && link.current?.click()}
    >
      <th scope="row" className={`${cellStyle} text-left font-medium`}>
        <a
          ref={link}
          data-row
          href={hrefOf(paths.vulnerability(adviceID))}
          title={name}
          className="text-accent hover:underline"
        >
          {shortId(id)}
        </a>
        {/* The space separates the ids for screen readers and in copied text. */}
        {displayId !== shortId(id) && (
          <>
            {' '}
            <span className="ml-1 text-xs text-soft">{displayId}</span>
          </>
        )}
      </th>
      <td className={cellStyle}>{severity.toUpperCase()}</td>
      <td className={numberCell}>{daysToFix === null ? messages.unknown : formatNumber(daysToFix)}</td>
      <td className="px-3 py-1.5 [overflow-wrap:anywhere]">{fixedBy ?? messages.unknown}</td>
    </tr>
  )
}

/** A CVE or CWE as is; anything else as MET- and the part before the first hyphen. */
export const shortId = (id: string): string =>
  id.startsWith('CVE') || id.startsWith('CWE') ? id : `MET-${id.split('-', 1)[0]}`
