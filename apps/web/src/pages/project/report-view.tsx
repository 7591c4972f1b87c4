import type { ReactNode } from 'react'
import { useTitle } from '../../widgets/use-title.ts'
import { report as messages } from '../../messages/report.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { CompareTab } from './compare/compare-tab.tsx'
import { FindingsTab } from './findings/findings-tab.tsx'
import { InfrastructureTab } from './infrastructure/infrastructure-tab.tsx'
import { InventoryTab } from './components/inventory-tab.tsx'
import { LicensingTab } from './components/licensing-tab.tsx'
import type { TabProps } from './report/props.ts'
import { PullRequestList } from './findings/pull-request-list.tsx'
import { ReportHeader } from './header/report-header.tsx'
import { ScoreCards } from './header/score-cards.tsx'
import { ScoreTab } from './score/score-tab.tsx'
import { otherTab, type Tab, tabs } from './report/search.ts'
import { VersionsTab } from './versions/versions-tab.tsx'
import { StabilityTab } from './components/stability-tab.tsx'

interface Props extends TabProps {
  /** Another scan is loading. */
  isBusy: boolean
}

const panels: Record<Tab, (props: TabProps) => ReactNode> = {
  security: FindingsTab,
  stability: StabilityTab,
  licensing: LicensingTab,
  infrastructure: InfrastructureTab,
  compare: CompareTab,
  inventory: InventoryTab,
  versions: VersionsTab,
  score: ScoreTab,
}

export function ReportView({ isBusy, ...props }: Props) {
  const { overview, search, onSearch } = props
  useTitle(messages.titleOf(overview.project.name, overview.branch))
  const selected = search.tab ?? 'security'
  const Panel = panels[selected]
  const counts: Partial<Record<Tab, number | null>> = {
    security: overview.scan.vulnerabilityCount,
    infrastructure: overview.infrastructureFindingCount,
  }
  return (
    <div
      className={`grid grid-cols-1 gap-5 transition-opacity ${isBusy ? 'opacity-60' : ''}`}
      aria-busy={isBusy}
    >
      <ReportHeader {...props} />
      <ScoreCards {...overview} />
      {overview.pullRequests && <PullRequestList {...overview.pullRequests} />}
      <Tabs
        label={messages.tabs.label}
        selected={selected}
        tabs={tabs.map((id) => ({ id, label: messages.tabs[id], count: counts[id] ?? null }))}
        onSelect={(tab) => tab !== selected && onSearch(otherTab(tab))}
      >
        <Panel {...props} />
      </Tabs>
    </div>
  )
}
