import type { ProjectItem } from '@assay/contract/projects.ts'
import { ratedSeverities, type WireSeverity, wireSeverities } from '@assay/engine/vocabulary.ts'
import { formatNumber } from '../../language/format.ts'
import { fixes } from '../../messages/fixes.ts'
import { projects as messages } from '../../messages/projects.ts'
import { Severity } from '../../ui/severity.tsx'
import { checkedText, MeasuredScore } from '../../widgets/findings/checked.tsx'
import { Percentile } from '../../widgets/findings/percentile.tsx'

interface Props {
  main: ProjectItem['main']
  /** Only severities with findings, with their names; otherwise in columns. */
  isWordShown?: boolean
}

/** Open findings by severity, of the branch that is shown first. */
export function OpenFindings({ main, isWordShown = false }: Props) {
  if (main === null) return isWordShown ? null : <span className="text-soft">–</span>
  const { branch, openFindings } = main
  const found = wireSeverities.filter((severity) => openFindings[severity] !== undefined)
  if (found.length === 0)
    return <span className="text-soft">{isWordShown ? messages.noVulnerabilities : messages.noneOpen}</span>
  const rated: readonly WireSeverity[] = ratedSeverities
  const shown = isWordShown ? found : [...rated, ...found.filter((each) => !rated.includes(each))]
  return (
    <span
      className={isWordShown ? 'flex flex-wrap gap-x-3 gap-y-1' : 'grid grid-cols-5 gap-x-1'}
      title={messages.latestOf(branch)}
    >
      {shown.map((severity) => (
        <Count
          key={severity}
          severity={severity}
          count={openFindings[severity] ?? 0}
          isWordShown={isWordShown}
        />
      ))}
    </span>
  )
}

function Count({ severity, count, isWordShown }: CountProps) {
  const label = `${formatNumber(count)} ${fixes.counts[severity]}`
  if (isWordShown) return <Severity severity={severity} word={label} />
  return (
    <span title={label}>
      <span aria-hidden>
        <Severity severity={severity} word={formatNumber(count)} isFaint={count === 0} />
      </span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

interface CountProps {
  severity: WireSeverity
  count: number
  isWordShown: boolean
}

/** With what was checked, if that is not everything. */
export const SecurityScore = ({ main }: Pick<Props, 'main'>) =>
  main === null ? (
    <span className="text-soft">–</span>
  ) : (
    <span title={`${messages.latestOf(main.branch)} · ${checkedText(main.coverage)}`}>
      <MeasuredScore score={main.scores.security} domain="security" measured={main.measured} isStacked />
      {main.measured.security && (
        <span className="block">
          <Percentile score={main.scores.security} />
        </span>
      )}
      {main.coverage.checked < main.coverage.listed && (
        <span className="block text-xs font-normal text-balance whitespace-normal text-soft">
          {checkedText(main.coverage)}
        </span>
      )}
    </span>
  )
