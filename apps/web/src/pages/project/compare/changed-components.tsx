import type { ComponentChange } from '@assay/contract/scans.ts'
import { Link } from '@tanstack/react-router'
import { formatNumber, locale } from '../../../language/format.ts'
import { report as messages } from '../../../messages/report.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { LongName } from '../../../ui/long-name.tsx'
import { Header, Table, wideOnly } from '../../../ui/table.tsx'
import { LongBody } from '../../../widgets/lists/long-body.tsx'
import { licensesOf, yearsBehind } from './compare-model.ts'

const texts = messages.compare

interface Props {
  changes: readonly ComponentChange[]
  /** The bare view has no other pages. */
  mode: string | undefined
}

/** The packages that differ, with what that did to findings, licenses and age. */
export const ChangedComponents = ({ changes, mode }: Props) => (
  <section aria-label={texts.components} className="grid grid-cols-1 gap-2">
    <div className="flex flex-wrap items-baseline gap-x-2">
      <h2 className="m-0 text-sm font-semibold">{texts.components}</h2>
      <span className="tabular text-xs text-soft">{formatNumber(changes.length)}</span>
      <span className="text-xs text-soft">{texts.componentsHint}</span>
    </div>
    {changes.length === 0 ? (
      <p className="m-0 rounded-card border border-line-soft px-3 py-2 text-soft">{texts.noComponents}</p>
    ) : (
      <div className="rounded-card border border-line bg-surface">
        <Table label={texts.components} rowCount={changes.length + 1}>
          <thead>
            <tr className="border-b border-line">
              <Header title={texts.columns.how} className="w-36" />
              <Header title={texts.columns.package} />
              <Header title={texts.columns.before} className={`${wideOnly} md:w-1/8`} />
              <Header title={texts.columns.after} className={`${wideOnly} md:w-1/8`} />
              <Header title={texts.findings} className={`${wideOnly} md:w-1/8`} />
              <Header title={texts.licenses} className="hidden lg:table-cell lg:w-1/6" />
              <Header title={texts.behind} className="hidden lg:table-cell lg:w-1/8" />
            </tr>
          </thead>
          <LongBody rows={changes} columns={7} keyOf={keyOf}>
            {(change, attributes) => <Row change={change} attributes={attributes} mode={mode} />}
          </LongBody>
        </Table>
      </div>
    )}
  </section>
)

const keyOf = ({ ecosystem, package: name }: ComponentChange) => `${ecosystem}.${name}`

const variants = {
  added: 'plain',
  removed: 'plain',
  upgraded: 'good',
  downgraded: 'warm',
  replaced: 'plain',
  relicensed: 'warm',
} as const satisfies Record<ComponentChange['kind'], 'plain' | 'good' | 'warm'>

const cell = 'px-3 py-1.5 align-top'

function Row({
  change,
  attributes,
  mode,
}: {
  change: ComponentChange
  attributes: object
  mode: string | undefined
}) {
  const { kind, ecosystem, package: name, before, after } = change
  return (
    <tr {...attributes} className="border-b border-line-soft group-last/row:border-0 hover:bg-hover">
      <td className={cell}>
        <Badge variant={variants[kind]}>{texts.componentKinds[kind]}</Badge>
      </td>
      <th scope="row" className={`${cell} text-left font-normal [overflow-wrap:anywhere]`}>
        {mode === undefined ? (
          <Link
            to={paths.components}
            search={{ q: name, ...(ecosystem !== null && { ecosystem }) }}
            data-row
            className="font-medium text-ink hover:text-accent hover:underline"
          >
            <LongName name={name} />
          </Link>
        ) : (
          <LongName name={name} />
        )}
        <span className="block sm:hidden">
          <span className="tabular block text-soft">
            <Versions list={before} none={texts.absent} /> → <Versions list={after} none={texts.gone} />
          </span>
          <Findings {...change} />
        </span>
      </th>
      <td className={`${cell} tabular [overflow-wrap:anywhere] ${wideOnly}`}>
        <Versions list={before} none={texts.absent} />
      </td>
      <td className={`${cell} tabular [overflow-wrap:anywhere] ${wideOnly}`}>
        <Versions list={after} none={texts.gone} />
      </td>
      <td className={`${cell} ${wideOnly}`}>
        <Findings {...change} />
      </td>
      <td className={`${cell} hidden [overflow-wrap:anywhere] lg:table-cell`}>
        <Both {...change} of={(versions) => licensesOf(versions).join(', ') || texts.noLicense} />
      </td>
      <td className={`${cell} tabular hidden lg:table-cell`}>
        <Both {...change} of={(versions) => formatYears(yearsBehind(versions))} />
      </td>
    </tr>
  )
}

const years = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
const formatYears = (behind: number | null) => (behind === null ? '–' : years.format(behind))

type Versions = ComponentChange['before']

const Versions = ({ list, none }: { list: Versions; none: string }) =>
  list.length > 0 ? (
    [...new Set(list.map(({ version }) => version))].join(', ')
  ) : (
    <span className="text-soft">{none}</span>
  )

const Findings = ({ introduced, fixed }: ComponentChange) => (
  <span className="tabular flex flex-wrap gap-x-2 text-xs font-medium">
    {introduced > 0 && <span className="text-danger">{texts.newFindings(introduced)}</span>}
    {fixed > 0 && <span className="text-safe">{texts.fixedFindings(fixed)}</span>}
  </span>
)

/** One text if it did not change, or if only one of the scans has the package. */
function Both({ before, after, of }: ComponentChange & { of: (versions: Versions) => string }) {
  const [was, is] = [before, after].map((versions) => (versions.length === 0 ? null : of(versions)))
  if (was === null || is === null || was === is) return <span className="text-soft">{was ?? is}</span>
  return (
    <>
      {was} → {is}
    </>
  )
}
