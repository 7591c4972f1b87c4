import type { Scan } from '@assay/contract/metrics.ts'
import { hrefOf, paths } from '../../../paths.ts'
import { texts } from '../../../messages/app.ts'
import { scans as messages } from '../../../messages/scans.ts'
import { formatAgo, formatDateTime, formatNumber } from '../../../language/format.ts'
import { DeltaIcon, ReportIcon } from '../../../ui/icons.tsx'
import { Score } from '../../../ui/score.tsx'
import { cellStyle, Header, numberCell, rowStyle } from '../../../ui/table.tsx'
import { Fixes } from './fixes.tsx'
import { deltaOf, type Details, fixedAt, newestFirst } from './scans-model.ts'

interface Props {
  projectUuid: string
  details: Details
  /** Report uuid of the selected scan. */
  selected: string | undefined
  onSelect: (reportUuid: string | undefined) => void
}

/** The list of scans, or the fixes of one of them. */
export function ScansPanel({ projectUuid, details, selected, onSelect }: Props) {
  const scan = details.scans.find(({ reportUUID }) => reportUUID === selected)
  if (scan) return <Fixes scan={scan} fixed={fixedAt(details, scan)} onBack={() => onSelect(undefined)} />
  return (
    <section aria-label={messages.title} className="@container min-w-0">
      <h3 className="m-0 mb-1 text-xs font-medium text-soft">{messages.title}</h3>
      <div
        className="relative h-[435px] overflow-auto print:h-auto"
        tabIndex={0}
        role="region"
        aria-label={messages.title}
      >
        <table
          className="w-full border-collapse text-sm @max-lg:[&_td]:px-1 @max-lg:[&_th]:px-1"
          aria-label={messages.title}
        >
          <thead className="sticky top-0 z-[1] bg-surface">
            <tr className="border-b border-line">
              <Header title={messages.columns.delta} isNumber />
              <Header title={messages.columns.score} isNumber />
              <Header
                title={messages.columns.vulnerabilities}
                narrow={messages.columns.vulnerabilitiesNarrow}
                isNumber
              />
              <Header
                title={messages.columns.mitigations}
                narrow={messages.columns.mitigationsNarrow}
                isNumber
              />
              <Header title={messages.columns.date} />
              <th scope="col">
                <span className="sr-only">{texts.dashboard.report}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {newestFirst(details.scans).map((each) => (
              <Row key={each.reportUUID} {...each} projectUuid={projectUuid} onSelect={onSelect} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

type RowProps = Scan & Pick<Props, 'projectUuid' | 'onSelect'>

function Row({ projectUuid, onSelect, ...scan }: RowProps) {
  const { direction, size } = deltaOf(scan)
  const date = formatDateTime(scan.timestamp)
  const checked = texts.dashboard.checked(scan.coverage.checked, scan.coverage.listed)
  return (
    // The whole row is clickable; the button in it makes that accessible by keyboard.
    <tr className={`${rowStyle} cursor-pointer`} onClick={() => onSelect(scan.reportUUID)}>
      <td className={numberCell}>
        <span className="inline-flex items-center gap-1.5 align-middle">
          <DeltaIcon direction={direction} />
          <span className="sr-only">{messages.deltas[direction]}</span>
          {formatNumber(size)}
        </span>
      </td>
      <td className={numberCell}>
        <span title={checked}>
          {scan.measured.security ? (
            <Score score={scan.securityScore} messages={texts.risk} isStacked />
          ) : (
            <>
              <span aria-hidden>–</span>
              <span className="sr-only">{texts.dashboard.scoreUnmeasured}</span>
            </>
          )}
          <span className="sr-only">{checked}</span>
        </span>
      </td>
      <td className={numberCell}>{formatNumber(scan.vulnerabilityCount)}</td>
      <td className={numberCell}>{formatNumber(scan.mitigationCount)}</td>
      <td className={`${cellStyle} @max-lg:text-xs @max-lg:whitespace-normal`}>
        <button
          type="button"
          data-row
          title={formatAgo(scan.timestamp)}
          className="cursor-pointer text-left hover:underline"
        >
          {date}
        </button>
      </td>
      <td className="pr-2 text-right">
        <a
          href={hrefOf(paths.report(projectUuid, scan.reportUUID))}
          onClick={(event) => event.stopPropagation()}
          aria-label={messages.openReport(date)}
          className="inline-grid size-7 place-items-center rounded-md text-soft hover:bg-line hover:text-ink"
        >
          <ReportIcon />
        </a>
      </td>
    </tr>
  )
}
