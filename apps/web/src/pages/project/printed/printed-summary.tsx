import type { ComponentItem, Overview } from '@assay/contract/scans.ts'
import type { Finding } from '@assay/contract/findings.ts'
import { fixes } from '../../../messages/fixes.ts'
import { report as messages } from '../../../messages/report.ts'
import { Severity } from '../../../ui/severity.tsx'
import { hasLicenseProblem, isOutdated } from '../components/components-model.ts'
import { countSeverities, findingRow } from '../findings/findings-model.ts'
import { PrintedSection } from './printed-table.tsx'
import { groupByUpgrade } from '../findings/upgrades-model.ts'

const texts = messages.print

interface Props {
  overview: Overview
  findings: Finding[]
  components: ComponentItem[]
}

/** The report's summary and the age of its data. */
export function PrintedSummary({ overview: { scan }, findings, components }: Props) {
  const rows = findings.map(findingRow)
  const open = findings.filter(({ exclusion }) => exclusion === null).length
  const plan = planOf(rows)
  const of = (source: ComponentItem['licenseSource']) =>
    components.filter(({ licenseSource }) => licenseSource === source).length
  const isOld = scan.advisoryData.some(({ state }) => state !== 'current')
  return (
    <PrintedSection title={texts.summary}>
      <dl className="m-0 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-soft">{texts.facts.security}</dt>
        <dd className="m-0 flex flex-wrap gap-x-4">
          <span className="font-medium">{texts.open(open)}</span>
          {countSeverities(rows).map(({ severity, count }) => (
            <Severity key={severity} severity={severity} word={`${count} ${fixes.counts[severity]}`} />
          ))}
          {open < findings.length && <span>{texts.excluded(findings.length - open)}</span>}
          {plan !== '' && <span className="w-full">{plan}</span>}
        </dd>
        <dt className="text-soft">{texts.facts.stability}</dt>
        <dd className="m-0">{texts.outdated(components.filter(isOutdated).length)}</dd>
        <dt className="text-soft">{texts.facts.licensing}</dt>
        <dd className="m-0">
          {texts.licenses(components.filter(hasLicenseProblem).length)}
          <span className="block text-soft">
            {texts.licenseSources({
              declared: of('declared'),
              registry: of('registry'),
              override: of('override'),
              none: of(null),
            })}
          </span>
        </dd>
        {!isOld && (
          <>
            <dt className="text-soft">{texts.facts.advisories}</dt>
            <dd className="m-0">{texts.current}</dd>
          </>
        )}
      </dl>
    </PrintedSection>
  )
}

/** Number of upgrades and findings they close. */
function planOf(rows: Parameters<typeof groupByUpgrade>[0]): string {
  const groups = groupByUpgrade(rows)
  const upgrades = groups.filter(({ kind }) => kind === 'upgrade')
  const unfixable = new Set(
    groups.filter(({ kind }) => kind === 'unfixable').flatMap((group) => group.rows.map(({ key }) => key)),
  ).size
  const fixable = rows.filter(({ finding }) => finding.exclusion === null).length - unfixable
  return texts.plan(upgrades.length, fixable, unfixable)
}
