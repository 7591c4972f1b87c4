import { ApiError } from '@assay/sdk/api-error.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { Failure } from '../../parts/failure.tsx'
import { MembersOnly } from '../../parts/members-only.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { texts } from '../../texts.ts'
import { Card } from '../../ui/card.tsx'
import { Score } from '../../ui/score.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Header, rowLook, Table } from '../../ui/table.tsx'
import { type FindingRow, findingRows } from './model.ts'

interface Props {
  pid: string
  branch?: string | undefined
}

const words = texts.project

export function ProjectPage(props: Props) {
  useTitle(words.title)
  return (
    <MembersOnly>
      <ProjectReport {...props} />
    </MembersOnly>
  )
}

function ProjectReport({ pid, branch }: Props) {
  const input = { params: { projectUuid: pid }, query: branch === undefined ? {} : { branch } }
  const report = useQuery(query(api.reports.full, input))
  if (report.isPending) return <Spinner label={texts.loading} />
  if (report.error instanceof ApiError && report.error.status === 404)
    return <p className="m-0 py-12 text-center text-base">{words.none}</p>
  if (report.error)
    return <Failure title={words.failed} error={report.error} onRetry={() => void report.refetch()} />
  const { project, outcome, security, stability, licensing } = report.data
  const rows = findingRows(report.data)
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-baseline gap-3">
        <h1 className="m-0 text-lg font-semibold [overflow-wrap:anywhere]">{project.url}</h1>
        <span className="text-soft">{project.branch}</span>
        <span className="rounded-md border border-line px-2 text-xs font-medium">{outcome}</span>
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        {(
          [
            [words.security, security.score],
            [words.stability, stability.score],
            [words.licensing, licensing.score],
          ] as const
        ).map(([title, score]) => (
          <Card key={title} title={title}>
            <p className="m-0 mt-1 text-lg">
              <Score score={score} words={texts.risk} isWordShown />
            </p>
          </Card>
        ))}
      </div>
      <section className="rounded-card border border-line bg-surface">
        <h2 className="m-0 px-3 py-3 text-sm font-semibold">{words.findings(rows.length)}</h2>
        {rows.length > 0 && <Findings rows={rows} />}
      </section>
    </div>
  )
}

function Findings({ rows }: { rows: FindingRow[] }) {
  return (
    <Table label={words.findings(rows.length)}>
      <thead>
        <tr className="border-y border-line">
          {Object.values(words.columns).map((title) => (
            <Header key={title} title={title} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className={`${rowLook} align-top`}>
            <td className="px-3 py-2 whitespace-nowrap">
              {row.isExcluded ? words.excluded(row.severity) : row.severity}
            </td>
            <th scope="row" className="tabular px-3 py-2 text-left font-medium whitespace-nowrap">
              {row.id}
            </th>
            <td className="min-w-32 px-3 py-2 [overflow-wrap:anywhere]">{row.dependency}</td>
            <td className="tabular px-3 py-2">{row.fixedIn || words.noFix}</td>
            <td className="px-3 py-2 text-soft">{row.path}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
