import { filterReport, type ReportFilter } from '@assay/engine/reports/filter-report.ts'
import type { ScanReport } from '@assay/engine/reports/scan-report.ts'
import { writeFile } from 'node:fs/promises'

export const reportFormats = [
  'table',
  'json',
  'sarif',
  'cyclonedx',
  'spdx',
  'markdown',
  'html',
  'junit',
  'gitlab',
  'defectdojo',
  'github',
  'snapshot',
  'report',
] as const
type ReportFormat = (typeof reportFormats)[number]
type Environment = Readonly<Record<string, string | undefined>>

const line = (json: object) => `${JSON.stringify(json)}\n`

/** Writers by format, loaded on demand. */
const writers: Record<ReportFormat, (report: ScanReport, environment: Environment) => Promise<string>> = {
  table: async (report) => (await import('./print-report.ts')).printReport(report),
  json: async (report) => line((await import('@assay/engine/reports/json-report.ts')).writeJson(report)),
  sarif: async (report) => line((await import('@assay/engine/reports/sarif.ts')).writeSarif(report)),
  cyclonedx: async (report) =>
    line((await import('@assay/engine/reports/cyclonedx-report.ts')).writeCyclonedx(report)),
  spdx: async (report) => line((await import('@assay/engine/reports/spdx-report.ts')).writeSpdx(report)),
  markdown: async (report) => (await import('@assay/engine/reports/scan-document.ts')).writeMarkdown(report),
  html: async (report) => (await import('@assay/engine/reports/scan-document.ts')).writeHtml(report),
  junit: async (report) => (await import('@assay/engine/reports/junit.ts')).writeJunit(report),
  gitlab: async (report) => line((await import('@assay/engine/reports/gitlab.ts')).writeGitlab(report)),
  defectdojo: async (report) =>
    line((await import('@assay/engine/reports/generic-findings.ts')).writeGenericFindings(report)),
  github: async (report) =>
    (await import('@assay/engine/reports/github-annotations.ts')).writeGithubAnnotations(report),
  snapshot: async (report, environment) =>
    line(
      (await import('@assay/engine/reports/dependency-snapshot.ts')).writeDependencySnapshot(
        report,
        (await import('./snapshot-build.ts')).readSnapshotBuild(environment),
      ),
    ),
  report: async (report) =>
    line((await import('@assay/engine/reports/report-file.ts')).writeReportFile(report)),
}

export interface OutputOptions extends ReportFilter {
  format?: ReportFormat
  /** Files to write: 'format=file', or a file in `format` instead of stdout. */
  output?: string[]
  reportJson?: string
  json?: boolean
  /** An advisory's id or alias to explain. */
  explain?: string
  quiet?: boolean
}

interface OutputContext {
  environment: Environment
  /** Whether an advisory has the id. */
  knows: (id: string) => Promise<boolean>
}

/** Writes the requested reports to stdout or files. */
export async function writeReport(
  whole: ScanReport,
  options: OutputOptions,
  { environment, knows }: OutputContext,
): Promise<void> {
  const { format = options.json ? 'json' : 'table', reportJson, explain } = options
  const outputs = (options.output ?? []).map((text) => readOutput(text, format))
  if (reportJson !== undefined) await writeFile(reportJson, await writers.report(whole, environment))
  const report = filterReport(whole, options)
  const explained = explain === undefined ? null : await explainIn(report, explain, knows)
  for (const { file, format: own, isNamed } of outputs)
    await writeFile(file, isNamed || explained === null ? await writers[own](report, environment) : explained)
  if (outputs.some(({ isNamed }) => !isNamed)) return
  const isForPeople = format === 'table' && explained === null
  if (isForPeople && options.quiet) return
  process.stdout.write(explained ?? (await writers[format](report, environment)))
}

const explainIn = async (report: ScanReport, id: string, knows: (id: string) => Promise<boolean>) =>
  (await import('./explain.ts')).explain(report, id, await knows(id))

/** isNamed: the format is given with the file, so that stdout stays in use. */
function readOutput(text: string, format: ReportFormat) {
  const [, name = '', file = ''] = /^([a-z]+)=(.+)$/s.exec(text) ?? []
  const named = reportFormats.find((each) => each === name)
  return named ? { format: named, file, isNamed: true } : { format, file: text, isNamed: false }
}
