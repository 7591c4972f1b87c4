import { domains } from '@assay/engine/vocabulary.ts'
import { alignColumns } from '@assay/text/documents/write-text.ts'
import { clientOf } from '../api.ts'
import type { Settings } from '../settings.ts'

const head = [
  'Project',
  'Branch',
  'Security',
  'Stability',
  'Licensing',
  'Packages checked',
  'Vulnerabilities',
  'Scans',
  'Outcome',
  'Last scanned (UTC)',
]
const summariesAtOnce = 8

export async function listProjects(settings: Settings, options: { json?: boolean }): Promise<void> {
  const api = clientOf(settings)
  const { uuid: accountUuid } = await api.accounts.me()
  const projects = await api.projects.list({ params: { accountUuid } })
  const summaries = []
  for (let at = 0; at < projects.length; at += summariesAtOnce) {
    const some = projects.slice(at, at + summariesAtOnce)
    summaries.push(
      ...(await Promise.all(some.map(({ uuid }) => api.reports.summary({ params: { projectUuid: uuid } })))),
    )
  }
  if (options.json) return void process.stdout.write(`${JSON.stringify(summaries)}\n`)
  if (projects.length === 0)
    return void process.stdout.write("No projects yet. Scan one with 'assay scan'.\n")
  process.stdout.write(`${alignColumns([head, ...summaries.flatMap(rowsOf)])}\n`)
}

type Summary = Awaited<ReturnType<ReturnType<typeof clientOf>['reports']['summary']>>

const rowsOf = ({ name, branches }: Summary): string[][] =>
  branches.length === 0
    ? [[name, 'not scanned yet']]
    : branches.map((each) => [
        name,
        each.branch,
        ...domains.map((domain) => (each.measured[domain] ? String(each[domain]) : '–')),
        `${each.coverage.checked} of ${each.coverage.listed}`,
        String(each.vulnerabilityCount),
        String(each.scans),
        each.outcome,
        new Date(each.timestamp).toISOString().slice(0, 16).replace('T', ' '),
      ])
