import { type BuildSource, buildSources } from '@assay/contract/builds.ts'
import type { Overview } from '@assay/contract/scans.ts'
import { advisoryData as advisoryMessages } from '../../../messages/advisory-data.ts'
import { coverage as coverageMessages } from '../../../messages/coverage.ts'
import { report as messages } from '../../../messages/report.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CompactSelect } from '../../../ui/compact-select.tsx'
import { formatDateTime } from '../../../language/format.ts'
import { ChevronIcon, ExternalIcon } from '../../../ui/icons.tsx'
import { When } from '../../../ui/when.tsx'
import { AdvisoryNotice } from '../../../widgets/notices/advisory-notice.tsx'
import { checkedText } from '../../../widgets/findings/checked.tsx'
import { AskAssistant } from '../../../widgets/ask-assistant.tsx'
import { AwaitedAdvisories } from './awaited-advisories.tsx'
import { Badges } from './badges.tsx'
import { Downloads } from '../report/downloads.tsx'
import { neighbors, splitName, unreadFiles, webAddress } from '../report/model.ts'
import type { TabProps } from '../report/props.ts'
import { Rescan } from './rescan.tsx'
import { RuleResults } from './rule-results.tsx'
import { describeGap } from '../report/scan-gap.ts'
import { refresh as refreshMessages } from '../../../messages/refresh.ts'
import { useRefresh } from '../../../widgets/refresh/use-refresh.ts'
import { useRepositoryService } from '../../../widgets/refresh/use-repository-service.ts'

export function ReportHeader({ overview, search, onSearch }: TabProps) {
  const { scan, scans } = overview
  const isNewest = scans[0]?.uuid === scan.uuid
  const showLast = () => onSearch({ branch: overview.branch, reportUuid: undefined })
  const gap = describeGap(scan)
  const { coverage } = scan
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <Title {...overview} />
        <div className="flex flex-wrap gap-2 print:hidden">
          <Rescan overview={overview} onScanned={showLast} />
          <Refresh overview={overview} onScanned={showLast} />
          <Badges overview={overview} />
          <AskAssistant about={{ projectUuid: overview.project.uuid, branch: overview.branch }} />
          <Downloads overview={overview} onPrint={() => onSearch({ mode: 'print' })} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Switches overview={overview} search={search} onSearch={onSearch} />
        <ScanFacts {...overview} />
      </div>
      <RuleResults overview={overview} />
      {gap && (
        <p role="note" className="m-0 rounded-card border border-line bg-surface px-3 py-2">
          <span className="font-semibold">{gap.title}.</span> <span className="text-soft">{gap.hint}</span>
        </p>
      )}
      {coverage.coversLess && (
        <p role="note" className="m-0 rounded-card border border-line bg-surface px-3 py-2">
          <span className="font-semibold">{coverageMessages.less}</span>{' '}
          <span className="text-soft">{coverageMessages.lessHint}</span>
        </p>
      )}
      <AdvisoryNotice data={scan.advisoryData} effect={advisoryMessages.effectOnReport} />
      {isNewest && <AwaitedAdvisories data={scan.advisoryData} />}
      {!isNewest && scans[0] && (
        <p className="m-0 flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface px-3 py-2">
          <span className="grow text-soft">{messages.earlier}</span>
          <Button onPress={() => onSearch({ reportUuid: undefined, branch: overview.branch })}>
            {messages.showNewest}
          </Button>
        </p>
      )}
    </div>
  )
}

/** The project's link, name, tags and outcome. */
export function Title({ project, scan }: Pick<Overview, 'project' | 'scan'>) {
  const { front, tail } = splitName(project.name)
  const address = webAddress(project.url)
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <h1 className="m-0 text-lg font-normal [overflow-wrap:anywhere]">
        <span className="text-soft">{front}</span>
        <span className="font-semibold">{tail}</span>
      </h1>
      {address !== null && (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={messages.openProject(project.name)}
          className="grid size-7 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink print:hidden"
        >
          <ExternalIcon />
        </a>
      )}
      <Outcome {...scan} />
      {project.tags.length > 0 && (
        <ul aria-label={messages.tags} className="m-0 flex list-none flex-wrap gap-1 p-0">
          {project.tags.map((tag) => (
            <li key={tag}>
              <Badge>{tag}</Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const outcomeLooks = { PASS: 'good', FAIL: 'bad', UNDECLARED: 'plain' } as const

/** What was declared, if anything, beside what was computed. */
function Outcome(scan: Overview['scan']) {
  if (!scan.isDeclared) return <ComputedOutcome scan={scan} />
  return (
    <>
      <Badge variant={outcomeLooks[scan.outcome]} title={messages.declared}>
        {messages.declaredAs(messages.outcome[scan.outcome])}
      </Badge>
      <ComputedOutcome scan={scan} wording={messages.computedAs} />
    </>
  )
}

interface ComputedProps {
  scan: Overview['scan']
  wording?: (outcome: string) => string
}

function ComputedOutcome({ scan, wording = (outcome) => outcome }: ComputedProps) {
  const outcome = scan.computedOutcome
  const isUndeclared = outcome === 'UNDECLARED'
  const unread = isUndeclared ? unreadFiles(scan) : 0
  const isOutdated = isUndeclared && scan.advisoryData.some(({ state }) => state !== 'current')
  const gap = isUndeclared ? describeGap(scan) : null
  const known = isOutdated ? advisoryMessages.undeclared : messages.outcomeHint[outcome]
  return (
    <Badge variant={outcomeLooks[outcome]} title={gap?.hint ?? known}>
      {wording(unread > 0 ? messages.incomplete : messages.outcome[outcome])}
    </Badge>
  )
}

function Switches({ overview, search, onSearch }: TabProps) {
  const { branch, branches, scan, scans } = overview
  const { older, newer } = neighbors(overview)
  const show = (reportUuid: string | undefined) =>
    onSearch({ reportUuid, branch, open: undefined, compare: undefined })
  // The shown scan may be older than the listed ones.
  const listed = scans.some(({ uuid }) => uuid === scan.uuid) ? scans : [...scans, scan]
  return (
    <div className="flex max-w-full min-w-0 flex-wrap items-center gap-2 print:hidden">
      {/* Not next to the scan, whose text takes the full width of a phone. */}
      <div className="flex max-w-full min-w-0 items-center gap-2">
        <CompactSelect
          label={messages.branch}
          value={branch}
          options={branches.map(({ name }) => ({ value: name, label: name }))}
          onChange={(name) =>
            onSearch({ branch: name, reportUuid: undefined, open: undefined, compare: undefined })
          }
        />
        <Step
          label={messages.older}
          reason={messages.noOlder}
          to={older?.uuid ?? null}
          onStep={show}
          isBack
        />
        <Step label={messages.newer} reason={messages.noNewer} to={newer?.uuid ?? null} onStep={show} />
      </div>
      <CompactSelect
        label={messages.scan}
        value={scan.uuid}
        options={listed.map((each) => ({
          value: each.uuid,
          label: messages.scanOption(each.number, formatDateTime(each.timestamp), each.security),
        }))}
        onChange={(uuid) =>
          show(uuid === scans[0]?.uuid && search.reportUuid === undefined ? undefined : uuid)
        }
      />
    </div>
  )
}

interface StepProps {
  label: string
  /** Why there is no previous or next scan. */
  reason: string
  to: string | null
  isBack?: boolean
  onStep: (uuid: string) => void
}

const Step = ({ label, reason, to, isBack = false, onStep }: StepProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={to === null}
    title={to === null ? reason : label}
    onClick={() => to !== null && onStep(to)}
    className="grid size-8 shrink-0 cursor-pointer place-items-center rounded-md border border-line bg-raised hover:bg-hover aria-disabled:cursor-default aria-disabled:opacity-50"
  >
    <ChevronIcon className={`size-3.5 ${isBack ? 'rotate-180' : ''}`} />
  </button>
)

/** Time and origin of the scan. */
export function ScanFacts({ scan }: Pick<Overview, 'scan'>) {
  const { sources } = messages
  const source = isKnown(scan.source) ? sources[scan.source] : sources.other(scan.source)
  return (
    <p className="tabular m-0 text-soft">
      <When epochMs={scan.timestamp} />
      {['', source, messages.scanNumber(scan.number), checkedText(scan.coverage)].join(' · ')}
    </p>
  )
}

const isKnown = (source: string): source is BuildSource => buildSources.some((each) => each === source)

interface RefreshProps {
  overview: Overview
  /** The branch has a newer scan. */
  onScanned: () => void
}

/** Scans the branch as it is in its repository; nothing if that is not connected. */
function Refresh({ overview: { project, branch }, onScanned }: RefreshProps) {
  const service = useRepositoryService()(project.url)
  const { mutate, isPending } = useRefresh()
  if (service === null) return null
  const start = () =>
    mutate({ projectUuid: project.uuid, name: project.name, branch }, { onSuccess: onScanned })
  return (
    <Button
      aria-disabled={isPending}
      title={refreshMessages.hint(service)}
      onPress={() => !isPending && start()}
    >
      {isPending ? refreshMessages.running : refreshMessages.start(service)}
    </Button>
  )
}
