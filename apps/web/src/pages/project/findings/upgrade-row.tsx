import type { Overview } from '@assay/contract/scans.ts'
import type { Finding } from '@assay/contract/findings.ts'
import type { ReactNode } from 'react'
import { fixes as fixTexts } from '../../../messages/fixes.ts'
import { report as messages } from '../../../messages/report.ts'
import { ChevronIcon } from '../../../ui/icons.tsx'
import { CopyButton } from '../../../widgets/copy-button.tsx'
import { FixCounts } from '../../../widgets/findings/fix-counts.tsx'
import type { RowAttributes } from '../../../widgets/lists/long-body.tsx'
import { TicketButton } from '../../../widgets/ticket/ticket-button.tsx'
import { ExcludeAll } from './exclude.tsx'
import type { UpgradeGroup } from './upgrades-model.ts'
import type { FixUpgrade } from '@assay/contract/fixes.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { obstaclesOf } from '../../../widgets/findings/obstacles-of.ts'
import { usePermission } from '../../../widgets/use-permission.ts'

const texts = messages.upgrades

interface Props {
  group: UpgradeGroup
  overview: Overview
  columns: number
  attributes: RowAttributes
  isPending: (finding: Finding) => boolean
  onRescanned: () => void
  isOpen: boolean
  onToggle: () => void
}

/** One upgrade, above the findings it closes. */
export function UpgradeRow({ group, columns, attributes, isOpen, onToggle, ...more }: Props) {
  const { kind, rows } = group
  return (
    <tr
      {...attributes}
      className={`border-b border-line-soft group-last/row:border-0 ${isOpen ? 'bg-page' : 'hover:bg-hover'}`}
    >
      <td colSpan={columns} className="px-1.5 py-2 align-top">
        <div className="flex items-start gap-1.5">
          <button
            type="button"
            data-row
            aria-expanded={isOpen}
            onClick={onToggle}
            aria-label={texts.toggle(titleOf(group), rows.length)}
            className="grid size-7 shrink-0 cursor-pointer place-items-center rounded-md text-soft hover:bg-line hover:text-ink print:hidden"
          >
            <ChevronIcon className={`size-3.5 transition-transform ${isOpen ? 'rotate-90' : ''}`} />
          </button>
          <div className="grid min-w-0 grow gap-0.5 pt-1">
            <UpgradeTitle group={group} />
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
              {kind === 'excluded' ? (
                <span className="text-soft">{texts.count(rows.length)}</span>
              ) : (
                <FixCounts upgrade={group} />
              )}
              <DependencyPath group={group} />
            </div>
            {kind !== 'excluded' && isOpen && <Actions group={group} {...more} />}
          </div>
        </div>
      </td>
    </tr>
  )
}

const titleOf = ({ kind, name, to }: UpgradeGroup): string =>
  kind === 'excluded' ? texts.excluded : to === null ? name : `${name} ${to}`

/** Package, versions and step of the upgrade. */
export function UpgradeTitle({ group }: { group: UpgradeGroup }) {
  const { kind, from, to, step, rows } = group
  const isMalware = rows.some(({ finding }) => finding.category === 'malware')
  return (
    <p className="m-0 flex flex-wrap items-baseline gap-x-3 [overflow-wrap:anywhere]">
      <span className="font-semibold">{titleOf(group)}</span>
      {kind !== 'excluded' && (
        <span className="tabular text-xs text-soft" title={from.join(', ')}>
          {fixTexts.fromVersions(from)}
        </span>
      )}
      {step && to !== null && <span className="text-xs font-medium">{fixTexts.steps[step]}</span>}
      {kind === 'unfixable' && (
        <span className="text-xs font-medium">
          {isMalware ? `${fixTexts.malware}. ${fixTexts.removeMalware}` : fixTexts.noFix}
        </span>
      )}
    </p>
  )
}

function DependencyPath({ group: { isDirect, through, kind } }: { group: UpgradeGroup }): ReactNode {
  if (kind === 'excluded' || isDirect === null) return null
  const text = isDirect
    ? fixTexts.direct
    : through.length === 0
      ? fixTexts.transitive
      : fixTexts.through(through)
  return <span className="text-soft [overflow-wrap:anywhere]">{text}</span>
}

type ActionsProps = Pick<Props, 'group' | 'overview' | 'isPending' | 'onRescanned'>

function Actions({ group, overview, isPending, onRescanned }: ActionsProps) {
  const { ecosystem, name, rows } = group
  const { project, branch } = overview
  const { command, obstacles } = useStepsOf(overview)(group)
  const findings = rows
    .map(({ finding }) => finding)
    .filter((each) => (each.lifetime?.endedAt ?? null) === null && !isPending(each))
  const isLast = overview.scans[0]?.uuid === overview.scan.uuid
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 print:hidden">
      {command !== null && (
        <>
          <code className="max-w-full min-w-0 rounded-md border border-line bg-raised px-2 py-1 font-mono text-xs break-all">
            {command}
          </code>
          <CopyButton text={command} variant="quiet" />
        </>
      )}
      {obstacles.length > 0 && (
        <p className="m-0 w-full text-soft [overflow-wrap:anywhere]">{obstacles.join(' ')}</p>
      )}
      {isLast && (
        <>
          <TicketButton projectUuid={project.uuid} branch={branch} ecosystem={ecosystem} packageName={name} />
          <ExcludeAll overview={overview} name={name} findings={findings} onRescanned={onRescanned} />
        </>
      )}
    </div>
  )
}

/** How to do an upgrade of the branch's last scan: its shell command, null if there is none, and what else there is to say. */
function useStepsOf({ project, branch, scan, scans }: Overview) {
  const hasPermission = usePermission()
  const { data } = useQuery({
    ...query(api.fixes.ofProject, {
      params: { projectUuid: project.uuid },
      query: { branch, limit: '200' },
    }),
    enabled: hasPermission('insights.read') && scans[0]?.uuid === scan.uuid,
  })
  return ({ ecosystem, name, to }: UpgradeGroup): { command: string | null; obstacles: string[] } => {
    const isSame = (each: FixUpgrade) => each.ecosystem === ecosystem && each.name === name && each.to === to
    const found = data?.upgrades.find(isSame)
    return { command: found?.command ?? null, obstacles: found ? obstaclesOf(found) : [] }
  }
}
