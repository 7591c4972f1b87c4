import type { ScanReport } from '@assay/engine/reports/scan-report.ts'
import { writeFile } from 'node:fs/promises'

export const reportFormats = ['table', 'json', 'sarif', 'cyclonedx', 'markdown', 'report'] as const
type ReportFormat = (typeof reportFormats)[number]

const line = (json: object) => `${JSON.stringify(json)}\n`

/** Writers by format, loaded on demand. */
const writers: Record<ReportFormat, (report: ScanReport) => Promise<string>> = {
  table: async (report) => (await import('./print-report.ts')).printReport(report),
  json: async (report) => line((await import('@assay/engine/reports/json-report.ts')).writeJson(report)),
  sarif: async (report) => line((await import('@assay/engine/reports/sarif.ts')).writeSarif(report)),
  cyclonedx: async (report) =>
    line((await import('@assay/engine/reports/cyclonedx-report.ts')).writeCyclonedx(report)),
  markdown: async (report) => (await import('@assay/engine/reports/markdown.ts')).writeMarkdown(report),
  report: async (report) =>
    line((await import('@assay/engine/reports/report-file.ts')).writeReportFile(report)),
}

export interface OutputOptions {
  format?: ReportFormat
  /** File to write instead of stdout. */
  output?: string
  reportJson?: string
  json?: boolean
  /** An advisory's id or alias to explain. */
  explain?: string
  quiet?: boolean
}

/** Writes the requested reports to stdout or files. knows returns whether an advisory has an id. */
export async function writeReport(
  report: ScanReport,
  options: OutputOptions,
  knows: (id: string) => Promise<boolean>,
): Promise<void> {
  const { format = options.json ? 'json' : 'table', output, reportJson, explain } = options
  if (reportJson !== undefined) await writeFile(reportJson, await writers.report(report))
  const isForPeople = format === 'table' && output === undefined
  if (isForPeople && options.quiet && explain === undefined) return
  const text =
    explain === undefined
      ? await writers[format](report)
      : (await import('./explain.ts')).explain(report, explain, await knows(explain))
  if (output === undefined) process.stdout.write(text)
  else await writeFile(output, text)
}
