import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { projectsId } from './projects/projects.tsx'
import { texts } from '../../messages/app.ts'
import { Card, Figure } from '../../ui/card.tsx'
import { Doughnut } from '../../ui/chart/doughnut.tsx'
import { formatNumber } from '../../language/format.ts'
import type { Summary } from './criteria/model.ts'

interface Props {
  summary: Summary
  /** With a search, the total it was chosen from. */
  all: Summary | null
}

export function SummaryCards({ summary: { projects, scans, identified, addressed, whole }, all }: Props) {
  const messages = texts.dashboard
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Card title={messages.totalProjects}>
        <ToProjects>
          <Figure value={formatNumber(projects)} of={all && messages.ofAll(formatNumber(all.projects))} />
        </ToProjects>
      </Card>
      <Card title={messages.totalScans}>
        <ToProjects>
          <Figure value={formatNumber(scans)} of={all && messages.ofAll(formatNumber(all.scans))} />
        </ToProjects>
      </Card>
      <div className="col-span-2">
        <Card title={messages.vulnerabilities}>
          <div className="flex items-center gap-6">
            <LabeledCount label={messages.identified} value={identified} color="var(--risk-moderate)" />
            <LabeledCount label={messages.addressed} value={addressed} color="var(--accent)" />
            <span className="ml-auto">
              <Doughnut part={addressed} whole={whole} label={messages.ring(addressed, whole)} />
            </span>
          </div>
        </Card>
      </div>
    </div>
  )
}

function LabeledCount({ label, value, color }: { label: string; value: number; color: string }) {
  return (
    <ToProjects>
      <Figure value={formatNumber(value)} />
      <span className="flex items-center gap-1.5 text-xs text-soft">
        <span aria-hidden className="size-2 rounded-full" style={{ background: color }} />
        {label}
      </span>
    </ToProjects>
  )
}

/** To the table below, whose heading repeats the sums of its rows. */
const ToProjects = ({ children }: { children: ReactNode }) => (
  <Link
    to={paths.dashboard}
    search
    hash={projectsId}
    className="block text-ink no-underline hover:text-accent max-sm:min-h-11"
  >
    {children}
  </Link>
)
