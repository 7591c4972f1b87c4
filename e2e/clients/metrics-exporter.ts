// An exporter for a time series database: every project's report as JSON, as gauges by severity.
import { advicesOf, args, check, checkReport, done, get, listOf, type Report, reportOf } from './client.ts'

interface Item {
  uuid: string
  name: string
  branch: string
  outcome: string
  timestamp: number
}

const { pid } = args('pid')
const severities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'SUGGEST', 'NONE', 'NA']

const items = await listOf<Item>('/api/v2/reports?sinceDaysAgo=7')
check(
  items.some(({ uuid }) => uuid === pid),
  `The project ${pid} is not listed`,
)
let total = 0
for (const { uuid, name, branch, timestamp } of items) {
  check(timestamp > 1_500_000_000_000, `The timestamp ${timestamp} of ${name} is not in milliseconds`)
  const path = `/api/v1/reports/${uuid}/json?branch=${encodeURIComponent(branch)}`
  const report = checkReport(await get<Report>(path), uuid)
  check(report.project.branch === branch, `${name} is about ${report.project.branch}, not ${branch}`)
  const labels = `project="${name}",branch="${branch}"`
  for (const domain of ['security', 'stability', 'licensing'] as const)
    process.stdout.write(`assay_score{${labels},domain="${domain}"} ${report[domain].score}\n`)
  for (const severity of severities) {
    const count = advicesOf(report).filter(({ advice }) => advice.severity === severity).length
    total += count
    process.stdout.write(`assay_vulnerabilities{${labels},severity="${severity}"} ${count}\n`)
  }
}
const full = await reportOf(pid)
const json = await get<Report>(`/api/v1/reports/${pid}/json?branch=main`)
check(JSON.stringify(json) === JSON.stringify(full), '/json and /full differ')
const expected = advicesOf(full).length
check(
  expected > 0 && total >= expected,
  `${total} vulnerabilities were exported, ${expected} are in one project`,
)
done(`${items.length} projects, ${total} vulnerabilities`)
